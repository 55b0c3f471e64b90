//! The ledger's side of a payment: which accounts move when a card is authorised, captured, released or
//! refunded.

use callout_domain::failure::{Failure, Fallible};
use pricing_core::money::Pence;

use callout_domain::clock::Millis;
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_store::payments::Payment;
use callout_store::{Connection, ledger};

/// Whose payment it is.
pub(super) struct Posting<'a> {
    /// The payment.
    pub(super) payment: &'a Payment,
    /// Who made its booking: this account never changes, even if the booking passes to another owner.
    pub(super) client_id: &'a str,
    /// Unix milliseconds.
    pub(super) now: Millis,
}

impl Posting<'_> {
    fn client(&self) -> Account {
        Account::Client(self.client_id.to_owned())
    }

    fn begin(&self, kind: Kind, subject: &str) -> Transaction {
        Transaction::new(kind, subject, &self.payment.currency)
            .about(&self.payment.booking_id, &self.payment.id)
    }

    /// A hold for the whole amount.
    pub(super) async fn authorise(&self, connection: &mut Connection) -> Fallible<()> {
        let amount = Pence(self.payment.amount_pence);
        let posting = self.begin(Kind::Authorise, &self.payment.id);
        let posting = posting.transfer(amount, Debit(Account::ProviderHolds), Credit(self.client()));
        post(connection, posting, self.now).await
    }

    /// `captured` of the hold becomes cash; the rest is released. False when that was posted before.
    pub(super) async fn capture(&self, connection: &mut Connection, captured: Pence) -> Fallible<bool> {
        let rest = Pence(self.payment.amount_pence) - captured;
        let posting = self
            .begin(Kind::Capture, &self.payment.id)
            .transfer(
                captured,
                Debit(Account::ProviderCash),
                Credit(Account::ProviderHolds),
            )
            .and_then(|posting| posting.transfer(rest, Debit(self.client()), Credit(Account::ProviderHolds)));
        let posting = posting.map_err(|NegativeTransfer| negative())?;
        Ok(ledger::post(connection, &posting, self.now).await?)
    }

    /// The whole hold is released.
    pub(super) async fn void(&self, connection: &mut Connection) -> Fallible<()> {
        let amount = Pence(self.payment.amount_pence);
        let posting = self.begin(Kind::Void, &self.payment.id);
        let posting = posting.transfer(amount, Debit(self.client()), Credit(Account::ProviderHolds));
        post(connection, posting, self.now).await
    }

    /// Cash is refunded.
    pub(super) async fn refund(
        &self,
        connection: &mut Connection,
        reference: &str,
        amount: Pence,
    ) -> Fallible<()> {
        let posting = self.begin(Kind::Refund, reference);
        let posting = posting.transfer(amount, Debit(self.client()), Credit(Account::ProviderCash));
        post(connection, posting, self.now).await
    }

    /// The platform gives the client `amount` of its own; nothing for an amount of 0.
    pub(super) async fn goodwill(
        &self,
        connection: &mut Connection,
        reference: &str,
        amount: Pence,
    ) -> Fallible<()> {
        if amount == Pence::ZERO {
            return Ok(());
        }
        let posting = self.begin(Kind::Goodwill, reference);
        let posting = posting.transfer(amount, Debit(Account::PlatformGoodwill), Credit(self.client()));
        post(connection, posting, self.now).await
    }

    /// Refunded cash came back: it is the client's again.
    pub(super) async fn refund_returned(
        &self,
        connection: &mut Connection,
        reference: &str,
        amount: Pence,
    ) -> Fallible<()> {
        let posting = self.begin(Kind::RefundReturned, reference);
        let posting = posting.transfer(amount, Debit(Account::ProviderCash), Credit(self.client()));
        post(connection, posting, self.now).await
    }

    /// The cancellation fee goes to the pro's clearing, less the platform's share; without a pro, all of it to the platform. Gives the
    /// posting's reference; none when it stands already.
    pub(super) async fn cancellation_fee(
        &self,
        connection: &mut Connection,
        fee: Pence,
        pro: Option<&str>,
        platform_fee: Pence,
    ) -> Fallible<Option<String>> {
        let to_platform = if pro.is_some() { platform_fee } else { fee };
        let mut posting = self.begin(Kind::CancellationFee, &self.payment.id).transfer(
            to_platform,
            Debit(self.client()),
            Credit(Account::PlatformFees),
        );
        if let Some(pro) = pro {
            let pro = Credit(Account::ProClearing(pro.to_owned()));
            posting =
                posting.and_then(|posting| posting.transfer(fee - platform_fee, Debit(self.client()), pro));
        }
        let posting = posting.map_err(|NegativeTransfer| negative())?;
        let is_new = ledger::post(connection, &posting, self.now).await?;
        Ok(is_new.then(|| posting.reference().to_owned()))
    }
}

fn negative() -> Failure {
    Failure::internal("a negative transfer")
}

async fn post(
    connection: &mut Connection,
    posting: Result<Transaction, NegativeTransfer>,
    now: Millis,
) -> Fallible<()> {
    let posting = posting.map_err(|NegativeTransfer| negative())?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

//! The ledger's side of a payment: which accounts move when a card is authorised, captured, let go or
//! refunded.

use pricing_core::money::Pence;

use crate::ApiResult;
use crate::clock::Millis;
use crate::domain::ledger::{Account, Kind, NegativeTransfer, Transaction};
use crate::error::ApiError;
use crate::store::payments::Payment;
use crate::store::{Connection, ledger};

/// Whose payment it is.
pub(super) struct Posting<'a> {
    /// The payment.
    pub(super) payment: &'a Payment,
    /// The owner of its booking.
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
    pub(super) async fn authorise(&self, connection: &mut Connection) -> ApiResult<()> {
        let posting = self.begin(Kind::Authorise, &self.payment.id).transfer(
            Pence(self.payment.amount_pence),
            self.client(),
            Account::ProviderHolds,
        );
        post(connection, posting, self.now).await
    }

    /// `captured` of the hold becomes cash; the rest goes back.
    pub(super) async fn capture(&self, connection: &mut Connection, captured: Pence) -> ApiResult<()> {
        let rest = Pence(self.payment.amount_pence) - captured;
        let posting = self
            .begin(Kind::Capture, &self.payment.id)
            .transfer(captured, Account::ProviderHolds, Account::ProviderCash)
            .and_then(|posting| posting.transfer(rest, Account::ProviderHolds, self.client()));
        post(connection, posting, self.now).await
    }

    /// The whole hold goes back.
    pub(super) async fn void(&self, connection: &mut Connection) -> ApiResult<()> {
        let posting = self.begin(Kind::Void, &self.payment.id).transfer(
            Pence(self.payment.amount_pence),
            Account::ProviderHolds,
            self.client(),
        );
        post(connection, posting, self.now).await
    }

    /// Cash goes back.
    pub(super) async fn refund(
        &self,
        connection: &mut Connection,
        reference: &str,
        amount: Pence,
    ) -> ApiResult<()> {
        let posting =
            self.begin(Kind::Refund, reference)
                .transfer(amount, Account::ProviderCash, self.client());
        post(connection, posting, self.now).await
    }

    /// What a cancellation costs becomes the pro's, less the platform's fee; all of it the platform's without
    /// a pro.
    pub(super) async fn cancellation_fee(
        &self,
        connection: &mut Connection,
        fee: Pence,
        pro: Option<&str>,
        platform_fee: Pence,
    ) -> ApiResult<()> {
        let (to_pro, to_platform) = match pro {
            Some(_) => (fee - platform_fee, platform_fee),
            None => (Pence::ZERO, fee),
        };
        let mut posting = self.begin(Kind::CancellationFee, &self.payment.id).transfer(
            to_platform,
            self.client(),
            Account::PlatformFees,
        );
        if let Some(pro) = pro {
            posting = posting
                .and_then(|posting| posting.transfer(to_pro, self.client(), Account::Pro(pro.to_owned())));
        }
        post(connection, posting, self.now).await
    }
}

async fn post(
    connection: &mut Connection,
    posting: Result<Transaction, NegativeTransfer>,
    now: Millis,
) -> ApiResult<()> {
    let posting = posting.map_err(|NegativeTransfer| ApiError::internal("a negative transfer"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

//! What a completed job earns: the postings of the ledger, in the transaction of the step.

use pricing_core::fee::Fee;
use pricing_core::{Pence, PriceBook};

use callout_base::bank_disputes;
use callout_base::goodwill;
use callout_domain::booking::Booking;
use callout_domain::clearing::{FIRST_JOBS, Waits};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::matching::answer;
use callout_store::bookings::of_pros;
use callout_store::clearing::NewClearing;
use callout_store::{Connection, ledger, receipts};

/// By what is decided how much a job earns, and when it clears.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// The price book.
    pub(super) book: &'a PriceBook,
    /// How long earnings clear.
    pub(super) waits: Waits,
}

/// Posts what the pro and the platform have earned by a job, and issues its receipt, once.
pub(super) async fn post(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
    terms: Terms<'_>,
    now: Millis,
) -> Fallible<()> {
    let (amount, discount) = (Pence(booking.amount_pence), Pence(booking.discount_pence));
    let fee = answer::earnings(terms.book, amount, discount)?;
    let is_in_cash = booking.is_in_cash();
    let posting = if is_in_cash {
        in_cash(booking, master_id, &fee)
    } else {
        by_card(booking, master_id, &fee)
    };
    let posting = posting.map_err(|NegativeTransfer| Failure::internal("a negative transfer"))?;
    let is_new = ledger::post(connection, &posting, now).await?;
    receipts::issue(connection, &booking.id, master_id, now).await?;
    if is_new && !is_in_cash {
        goodwill::bear(connection, booking, posting.reference(), now).await?;
        let number = of_pros::done(connection, master_id, FIRST_JOBS + 1).await?;
        let earned = NewClearing {
            reference: posting.reference(),
            booking_id: &booking.id,
            master_id,
            amount_pence: (amount + discount - fee.fee_pence).0,
            clears_at: now
                + terms
                    .waits
                    .after(amount + discount, number, booking.started_without.is_some()),
        };
        bank_disputes::earn(connection, earned, now).await?;
    }
    Ok(())
}

fn begin(booking: &Booking) -> Transaction {
    let posting = Transaction::new(Kind::Completed, &booking.id, &booking.currency);
    match &booking.payment_id {
        Some(payment) => posting.about(&booking.id, payment),
        None => posting.about_booking(&booking.id),
    }
}

/// The client's money and the coupon's become the pro's, less the platform's fee.
fn by_card(booking: &Booking, master_id: &str, fee: &Fee) -> Result<Transaction, NegativeTransfer> {
    let pro = || Account::ProClearing(master_id.to_owned());
    let client = Account::Client(booking.made_by.clone());
    begin(booking)
        .transfer(Pence(booking.amount_pence), Debit(client), Credit(pro()))?
        .transfer(
            Pence(booking.discount_pence),
            Debit(Account::PlatformPromotions),
            Credit(pro()),
        )?
        .transfer(fee.fee_pence, Debit(pro()), Credit(Account::PlatformFees))
}

/// The pro has the client's money already and owes the fee; the platform owes the coupon.
fn in_cash(booking: &Booking, master_id: &str, fee: &Fee) -> Result<Transaction, NegativeTransfer> {
    let pro = || Account::Pro(master_id.to_owned());
    begin(booking)
        .transfer(
            Pence(booking.discount_pence),
            Debit(Account::PlatformPromotions),
            Credit(pro()),
        )?
        .transfer(fee.fee_pence, Debit(pro()), Credit(Account::PlatformFees))
}

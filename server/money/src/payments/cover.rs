//! What the payments of a booking must cover.

use callout_domain::booking::Booking;
use callout_domain::failure::Fallible;
use callout_domain::intent_status::IntentStatus;
use callout_store::payments::{self, Payment};
use callout_store::{Connection, chargebacks, ledger, refunds};

/// How much a booking's payments must add up to.
pub(super) enum Cover {
    /// Its price.
    Price,
    /// The job is done: what is left of the charged payments, plus this many pence that it earned but nobody was charged for. Money
    /// refunded, or taken back by a bank, isn't missing.
    ChargedAnd(i64),
}

impl Cover {
    /// Reads what a booking needs. Call it before reading the payments, or with them locked: a payment that is charged between the two
    /// reads must not be missed by both.
    pub(super) async fn of(connection: &mut Connection, booking: &Booking) -> Fallible<Self> {
        // If the client was asked to pay again while a bank has their payment, that request stands.
        let is_asked = booking.payment_due_until.is_some();
        let is_with_bank = is_asked && chargebacks::is_open(connection, &booking.id).await?;
        if !booking.facts().is_done || is_with_bank {
            return Ok(Self::Price);
        }
        Ok(Self::ChargedAnd(not_charged(connection, booking).await?))
    }

    /// How much there must be of these payments of a booking, pence.
    pub(super) fn pence(&self, booking: &Booking, payments: &[Payment]) -> i64 {
        let price = booking.amount_pence;
        match self {
            Self::Price => price,
            Self::ChargedAnd(owed) => {
                let charged = payments.iter().filter(|payment| !payment.is_held());
                let charged: i64 = charged.map(Payment::available_pence).sum();
                (charged + owed).clamp(0, price)
            }
        }
    }
}

/// What of a booking's earnings its client was not charged for, pence; below zero when too much was charged.
async fn not_charged(connection: &mut Connection, booking: &Booking) -> Fallible<i64> {
    let mut clients = ledger::of_client(connection, &booking.id).await?.0;
    for payment in payments::of_booking(connection, &booking.id).await? {
        // It goes back by itself.
        if payment.closing_at.is_some() && payment.status == IntentStatus::Succeeded {
            clients -= payment.kept_pence();
        }
    }
    let promised = refunds::refused_of_booking(connection, &booking.id).await?.0;
    Ok(promised - clients)
}

//! What a receipt said, as it is kept sealed.

use pricing_core::Pence;
use serde::{Deserialize, Serialize};

use super::lines::lines;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::fee_invoice::vat_in;
use callout_domain::seller::Seller;
use callout_outside::mail::words;
use callout_store::change_orders::ChangeOrder;
use callout_store::payments::Payment;
use callout_store::receipts::IssuedReceipt;

/// What a receipt said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The booking.
    pub booking_id: String,
    /// Counts the receipts of the pro, from 1.
    pub number: i64,
    /// Unix milliseconds.
    pub issued_at: Millis,
    /// Who sold it.
    pub seller: Seller,
    /// The client's name.
    pub customer: String,
    /// Where the work was done, line by line.
    pub address: Vec<String>,
    /// What was sold.
    pub job: String,
    /// The window of the visit, in words.
    pub visit: String,
    /// How the total adds up: label and pence.
    pub lines: Vec<(String, i64)>,
    /// What was to be paid, pence.
    pub total_pence: i64,
    /// The VAT in it, pence.
    pub vat_pence: i64,
    /// What was given back by card, pence.
    pub refunded_pence: i64,
    /// True when it was paid in cash, to the pro.
    pub in_cash: bool,
}

impl Content {
    /// What the receipt of a job says now.
    ///
    /// # Errors
    /// When the stored lines cannot be read.
    pub(super) fn of(
        booking: &Booking,
        receipt: &IssuedReceipt,
        seller: Seller,
        orders: &[ChangeOrder],
        payments: &[Payment],
    ) -> Fallible<Self> {
        Ok(Self {
            booking_id: booking.id.clone(),
            number: receipt.number,
            issued_at: receipt.issued_at,
            seller,
            customer: booking.customer_name.clone(),
            address: words::address(booking),
            job: booking.readable_name.clone(),
            visit: words::when(booking),
            lines: lines(booking, orders),
            total_pence: booking.amount_pence,
            vat_pence: vat_in(Pence(booking.amount_pence)).0,
            refunded_pence: payments.iter().map(|payment| payment.refunded_pence).sum(),
            in_cash: booking.is_in_cash(),
        })
    }
}

//! What a booking waits for, as people see it: a payment, or the answer to a suggested time.

use serde::Serialize;
use utoipa::ToSchema;

use super::slot::SlotView;
use callout_domain::booking::Booking;
use callout_domain::time;

/// Why a booking waits for a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DueReason {
    /// The hold on the card ended by itself; unpaid, the booking is cancelled.
    HoldEnded,
    /// The hold ends soon and the bank wants the client to confirm a new one; unconfirmed, it ends.
    HoldEnds,
    /// The bank refused to pay when a pro took the job; unpaid, the booking is cancelled, unless the pro has set off.
    CaptureRefused,
    /// A pro has accepted, and waits for the payment of a new price or of a budget.
    Proposal,
    /// A higher price; the old one stands until it is paid.
    Raise,
    /// A dearer time; the old one stands until it is paid.
    Time,
    /// Extra work that the client has approved; unpaid, nothing is added.
    ChangeOrder,
    /// Nobody was found and the money was let go; once it is paid, the search begins anew.
    Again,
    /// A pro has agreed by phone, and has the job once it is paid; then it is charged.
    Promised,
}

/// A payment that the booking waits for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDue {
    /// Amount due, pence.
    pub amount_pence: i64,
    /// Deadline, ISO 8601.
    pub until: String,
    /// Why.
    pub reason: DueReason,
    /// The window that is booked by it, where it changes that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeslot: Option<SlotView>,
}

/// Another time that the client of an assigned job suggests.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedTime {
    /// The window.
    pub timeslot: SlotView,
    /// What the client pays then, pence.
    pub amount_pence: i64,
    /// By how much that differs, pence.
    pub delta_pence: i64,
    /// True once the pro has accepted it and only the payment is missing.
    pub accepted: bool,
    /// When the time to answer, or to pay, ends; ISO 8601.
    pub until: String,
}

/// The payment that a booking waits for by itself; none where nothing is due.
#[must_use]
pub fn payment_due(booking: &Booking) -> Option<PaymentDue> {
    let (amount_pence, until) = booking.payment_due_pence.zip(booking.payment_due_until)?;
    let facts = booking.facts();
    Some(PaymentDue {
        amount_pence,
        until: time::iso(until),
        reason: if facts.waits_for_client {
            DueReason::Proposal
        } else if facts.has_pro || booking.owes_rest() {
            DueReason::CaptureRefused
        } else {
            DueReason::HoldEnded
        },
        timeslot: None,
    })
}

//! What everybody who is shown a whole booking, or a job, is shown of it.

use pricing_core::{Tier, Urgency};
use serde::Serialize;
use utoipa::ToSchema;

use super::place::Coordinates;
use super::slot::{SlotView, slot};
use callout_domain::booking::{Booking, CancelReason, QuoteMode};
use callout_domain::status::BookingStatus;
use callout_domain::time;

/// What a client and a pro are shown alike of a booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingBasics {
    /// `C-…`.
    pub id: String,
    /// Current status.
    pub status: BookingStatus,
    /// Sequence number of its last event.
    pub seq: i64,
    /// Code of the problem type.
    pub problem_type: String,
    /// Display name of the problem type.
    pub readable_name: String,
    /// Town.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeslot: Option<SlotView>,
    /// Start of the window, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferred_time: Option<String>,
    /// How soon somebody comes.
    pub urgency: Urgency,
    /// How dear the window is.
    pub tier: Tier,
    /// Whether the price stands, or pros name one.
    pub quote_mode: QuoteMode,
    /// How long the visit takes by the price that was chosen, minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visit_minutes: Option<i64>,
    /// `GBP`.
    pub payment_currency: String,
    /// The centre of the postcode district.
    pub location: Coordinates,
    /// The booking that this visit puts right, free of charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puts_right: Option<String>,
    /// Why it was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancel_reason: Option<CancelReason>,
    /// When it was made, ISO 8601.
    pub created_at: String,
}

impl BookingBasics {
    /// The basics of a booking.
    #[must_use]
    pub fn of(booking: &Booking) -> Self {
        Self {
            id: booking.id.clone(),
            status: booking.status,
            seq: booking.seq,
            problem_type: booking.problem_type.clone(),
            readable_name: booking.readable_name.clone(),
            city: booking.city.clone(),
            timeslot: slot(booking),
            preferred_time: booking.slot_start.map(time::iso),
            urgency: booking.urgency,
            tier: booking.tier,
            quote_mode: booking.quote_mode,
            visit_minutes: booking.visit_minutes,
            payment_currency: booking.currency.clone(),
            location: Coordinates {
                lat: booking.lat,
                lng: booking.lng,
            },
            puts_right: booking.parent_id.clone(),
            cancel_reason: booking.cancel_reason,
            created_at: time::iso(booking.created_at),
        }
    }
}

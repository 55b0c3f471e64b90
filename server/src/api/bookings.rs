//! Bookings: made, read, shared, called off.

pub mod access;
pub mod calendar;
pub mod cancel;
pub mod claim;
pub mod create;
pub mod read;
pub mod share;
pub mod view;

use pricing_core::Urgency;

use crate::domain::booking::Booking;
use crate::store::{StoreError, from_json};

/// How soon a booking was wanted.
///
/// # Errors
/// When the stored word is none of the three.
fn urgency(booking: &Booking) -> Result<Urgency, StoreError> {
    from_json(&format!("\"{}\"", booking.urgency))
}

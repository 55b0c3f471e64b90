//! What happened to a booking.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use callout_domain::booking_event::EventKind;
use callout_domain::time;

/// One event of a booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingEvent {
    /// Place in the booking's sequence, from 1.
    seq: i64,
    /// What happened.
    #[serde(rename = "type")]
    kind: EventKind,
    /// ISO 8601.
    at: String,
    /// Details of the event.
    data: Value,
}

impl From<callout_store::events::Event> for BookingEvent {
    fn from(event: callout_store::events::Event) -> Self {
        Self {
            seq: event.seq,
            kind: event.kind,
            at: time::iso(event.at),
            data: event.data,
        }
    }
}

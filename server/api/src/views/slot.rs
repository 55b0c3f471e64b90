//! The window of a visit.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::booking::Booking;
use callout_domain::time;
use callout_store::changes::Change;

/// A window.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BookedSlot)]
pub struct SlotView {
    /// `YYYY-MM-DD-N`.
    pub id: String,
    /// ISO 8601 with London's offset.
    pub start: String,
    /// ISO 8601 with London's offset.
    pub end: String,
}

/// The window as people see it; none without one.
#[must_use]
pub fn slot(booking: &Booking) -> Option<SlotView> {
    let (id, start, end) = (booking.slot_id.as_ref()?, booking.slot_start?, booking.slot_end?);
    Some(SlotView {
        id: id.clone(),
        start: time::iso(start),
        end: time::iso(end),
    })
}

/// The window of a change as people see it; none where it has none.
#[must_use]
pub fn slot_of_change(change: &Change) -> Option<SlotView> {
    let (id, start, end) = (change.slot_id.as_ref()?, change.slot_start?, change.slot_end?);
    Some(SlotView {
        id: id.clone(),
        start: time::iso(start),
        end: time::iso(end),
    })
}

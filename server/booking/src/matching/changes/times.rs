//! The times to which a booking can be moved, each with what the booking would cost then.

use std::sync::Arc;

use pricing_core::slots::{self, Slot};
use pricing_core::{Pence, Urgency};

use super::{price_of, priced};
use crate::books::Current;
use crate::matching::{Matching, job};
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::cash;
use callout_domain::change as rules;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::plan;
use callout_domain::matching::proposal::too_soon;
use callout_domain::time::{self, Window};

/// A time to which a booking can be moved.
#[derive(Debug, Clone)]
pub struct Time {
    /// The slot.
    pub slot: Slot,
    /// When that is.
    pub window: Window,
    /// What the booking costs then.
    pub amount: Pence,
}

/// Another time for a booking, as it was asked for.
pub(super) struct Asked {
    /// The book in force, which says how many places there are.
    pub(super) current: Arc<Current>,
    /// The slot.
    pub(super) slot: Slot,
}

impl Asked {
    /// The booking at that time.
    pub(super) fn after(&self, booking: &Booking, now: Millis) -> Fallible<Booking> {
        at(booking, &self.slot, now)
    }
}

/// Checks the price of another time against what may be paid in cash. A time that costs no more is always allowed, since the booking may be
/// above the limit already.
pub(super) fn check_cash(booking: &Booking, amount: Pence) -> Fallible<()> {
    let is_dearer = amount.0 > booking.amount_pence;
    cash::check(is_dearer && booking.is_in_cash(), amount)
}

impl Matching {
    /// The times to which a booking can be moved: free, not its own, and priced by the book that it was priced with.
    ///
    /// # Errors
    /// 422 `invalid_combination` in an emergency, which takes no time slot.
    pub async fn times(&self, booking: &Booking) -> Fallible<Vec<Time>> {
        refuse_emergency(booking)?;
        let now = self.clock.now();
        let current = self.books.current().await?;
        let own = current.of_version(&booking.book_version);
        let capacity = i64::from(current.book.capacity.of_area(&booking.area));
        let taken = self.books.taken(&booking.area).await?;
        let mut times = Vec::new();
        for slot in slots::slots(own, rules::there(now)?, true) {
            let window = window(&slot)?;
            if !self.can_name_at(booking, window, now) {
                continue;
            }
            let is_full = taken.get(&window).copied().unwrap_or(0) >= capacity;
            if is_full || job::window(booking) == Some(window) {
                continue;
            }
            let amount = Pence(at(booking, &slot, now)?.amount_pence);
            if check_cash(booking, amount).is_err() {
                continue;
            }
            times.push(Time { slot, window, amount });
        }
        Ok(times)
    }

    /// Whether there would be time enough for pros to name prices, where they do.
    fn can_name_at(&self, booking: &Booking, window: Window, now: Millis) -> bool {
        let urgency = rules::urgency_at(booking.urgency, window.start, now);
        !booking.awaits_price() || plan::can_name(urgency, Some(window), now, &self.rules)
    }

    /// The slot of this id, if the booking can be moved there.
    pub(super) async fn asked(&self, booking: &Booking, slot_id: &str) -> Fallible<Asked> {
        refuse_emergency(booking)?;
        let current = self.books.current().await?;
        let own = current.of_version(&booking.book_version);
        let now = self.clock.now();
        let slot = rules::slot(own, slot_id, now)?;
        if !self.can_name_at(booking, window(&slot)?, now) {
            return Err(too_soon());
        }
        if job::window(booking) == Some(window(&slot)?) {
            return Err(Failure::field(
                "timeslotId",
                "This is the time you have. Please choose another one.",
            ));
        }
        Ok(Asked { current, slot })
    }
}

/// The booking at a slot. A budget is the whole price, whenever it is, and so is one that a pro has named.
fn at(booking: &Booking, slot: &Slot, now: Millis) -> Fallible<Booking> {
    let window = window(slot)?;
    let urgency = rules::urgency_at(booking.urgency, window.start, now);
    let moved = Booking {
        slot_id: Some(slot.id.clone()),
        slot_start: Some(window.start),
        slot_end: Some(window.end),
        urgency,
        ..booking.clone()
    };
    if booking.proposed_pence.is_some() || booking.open_price {
        return Ok(moved);
    }
    Ok(priced(moved, price_of(booking).at_slot(slot.price_delta)))
}

fn window(slot: &Slot) -> Fallible<Window> {
    time::window(slot).ok_or_else(slot_gone)
}

fn refuse_emergency(booking: &Booking) -> Fallible<()> {
    if booking.urgency == Urgency::Emergency {
        let detail = "An emergency takes no time slot.";
        return Err(Failure::unprocessable("invalid_combination", detail));
    }
    Ok(())
}

//! A price that the client raises, and waits with until it is paid.

use super::booking::{Booking, MINUTE, PLACES, Status};
use super::model::{Answer, ILLEGAL, Model, SLOT_GONE};

/// A change of the price that waits for its payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiting {
    /// What the booking costs after it, pence.
    price: i64,
    /// What must be paid for that: all of it, or the rest of it.
    due: i64,
    pub(super) until: i64,
    /// It keeps a place for a booking that has none.
    pub(super) holds_place: bool,
}

impl Booking {
    /// What there is to pay for a proposal, or for a change that waits.
    pub(super) fn due(&self) -> Option<i64> {
        let agreed = self.proposal.as_ref().filter(|open| open.approved);
        let agreed = agreed.map(|open| self.price + open.delta);
        agreed.or(self.waiting.map(|open| open.due))
    }

    /// What must be paid by card before a higher price holds.
    fn due_for(&self, price: i64) -> i64 {
        if !self.pay.by_card() || !self.was_held {
            0
        } else if self.let_go {
            price
        } else if self.kept > 0 {
            (price - self.kept - self.held).max(0)
        } else if price <= self.held {
            0
        } else {
            price
        }
    }
}

impl Model {
    /// Whether there is a place for a booking that has none. The one that is kept for it counts as free.
    fn has_room(&self, id: usize) -> bool {
        let booking = &self.bookings[id];
        let own = usize::from(booking.waiting.is_some_and(|open| open.holds_place));
        booking
            .window
            .is_none_or(|window| self.taken(window) - own < PLACES)
    }

    pub(super) fn raise(&mut self, id: usize, pounds: i64) -> Answer {
        let now = self.now;
        let booking = &self.bookings[id];
        let (status, is_let_go) = (booking.status, booking.let_go);
        if !matches!(status, Status::Pending | Status::NoResponse) {
            return ILLEGAL;
        }
        if booking.window.is_some_and(|(start, _)| start <= now) {
            return SLOT_GONE;
        }
        if pounds <= 0 {
            return Answer::Field("deltaGBP");
        }
        let price = booking.price + pounds * 100;
        let due = booking.due_for(price);
        if due > 0 {
            return match self.wait_for(id, price, due) {
                Answer::Well if is_let_go => Answer::Refused(409, "payment_required"),
                answer => answer,
            };
        }
        if status == Status::NoResponse && !self.has_room(id) {
            return SLOT_GONE;
        }
        let booking = &mut self.bookings[id];
        (booking.price, booking.waiting) = (price, None);
        if status == Status::NoResponse {
            booking.begin_search(now);
        }
        Answer::Well
    }

    /// Tries again with a booking that found nobody in time.
    pub(super) fn look_again(&mut self, id: usize) -> Answer {
        let now = self.now;
        let booking = &self.bookings[id];
        let price = booking.price;
        if booking.window.is_some_and(|(start, _)| start <= now) {
            return SLOT_GONE;
        }
        if booking.let_go {
            return match self.wait_for(id, price, price) {
                Answer::Well => Answer::Refused(409, "payment_required"),
                answer => answer,
            };
        }
        if !self.has_room(id) {
            return SLOT_GONE;
        }
        let booking = &mut self.bookings[id];
        booking.waiting = None;
        booking.begin_search(now);
        Answer::Well
    }

    /// A change waits from now on, in place of an earlier one; the very same goes on waiting.
    fn wait_for(&mut self, id: usize, price: i64, due: i64) -> Answer {
        let (now, has_room) = (self.now, self.has_room(id));
        let booking = &mut self.bookings[id];
        let waits = booking.waiting.filter(|open| now < open.until);
        if waits.is_some_and(|open| (open.price, open.due) == (price, due)) {
            return Answer::Well;
        }
        let holds_place = booking.status == Status::NoResponse && booking.window.is_some();
        if holds_place && !has_room {
            return SLOT_GONE;
        }
        let begins = booking.window.map_or(i64::MAX, |(start, _)| start);
        booking.waiting = Some(Waiting {
            price,
            due,
            until: begins.min(now + 15 * MINUTE),
            holds_place,
        });
        Answer::Well
    }

    /// The payment of what waits, once its job has run. It is let go when there is no place any more.
    pub(super) fn pay_waiting(&mut self, id: usize) {
        let (now, has_room) = (self.now, self.has_room(id));
        let booking = &mut self.bookings[id];
        let is_unmatched = booking.status == Status::NoResponse;
        let Some(open) = booking.waiting.take() else {
            return;
        };
        if is_unmatched && !open.holds_place && !has_room {
            return;
        }
        booking.price = open.price;
        if open.due == open.price {
            (booking.held, booking.kept, booking.let_go) = (open.due, 0, false);
        } else {
            booking.held += open.due;
        }
        if is_unmatched {
            booking.begin_search(now);
        }
    }
}

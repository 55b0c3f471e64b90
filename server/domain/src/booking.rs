//! A booking, as it is stored and decided upon.

mod blank;

pub use blank::blank;

use pricing_core::quote::QuoteLine;

use crate::clock::{DAY, Millis};
use crate::failure::Failure;
use crate::kept::{Class, FACT, TWO_YEARS, both, client};
use crate::shown::Shown;
use crate::status::{self, Actor, BookingStatus, Facts};
use crate::time::Window;
use crate::word::Word;
use callout_db::{Column, Value, names, record};
use pricing_core::danger::DangerAnswer;
use pricing_core::estimate::Explained;
use pricing_core::{Tier, Urgency};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value that is stored as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize + DeserializeOwned> Column for Json<T> {
    type Stored = String;

    fn to_value(&self) -> Value {
        // What cannot be written is null, which no such column takes.
        Value::Text(serde_json::to_string(&self.0).ok())
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        serde_json::from_str(&stored)
            .map(Self)
            .map_err(|error| error.to_string())
    }
}

names! {
    /// How a booking is paid.
    pub enum PaymentMethod {
        /// By card, before the visit.
        Card = "card",
        /// In cash, after the work.
        Cash = "cash",
    }
}

names! {
    /// What the price of a booking rests on.
    pub enum QuoteMode {
        /// The price that was quoted.
        Paid = "PAID",
        /// The client's own budget, or the prices that pros name.
        Request = "REQUEST",
    }
}

names! {
    /// Why a booking is cancelled.
    pub enum CancelReason {
        /// Its client cancelled it.
        Client = "client",
        /// A newer booking of its draft has taken its place.
        Replaced = "replaced",
        /// Its first payment was not completed in time.
        PaymentAbandoned = "payment_abandoned",
        /// What was to be paid again was not paid in time.
        PaymentEnded = "payment_ended",
        /// No pro was found for it.
        NoPro = "no_pro",
        /// Its pro did not come.
        NoShow = "pro_no_show",
        /// Nobody was at home when its pro came.
        NotHome = "not_home",
        /// Its client ended it at work, since it was not what was booked.
        NotAsBooked = "not_as_booked",
        /// It was to put something right, and its pro does not come, or may not.
        PutRightOff = "put_right_off",
        /// It was one pro's or nobody's, and that pro does not take it, or not any more.
        NotTaken = "not_taken",
        /// We stopped its work.
        Stopped = "stopped",
        /// Its client asked us to cancel it.
        ForClient = "for_client",
        /// We cannot keep it.
        ByCallout = "by_callout",
        /// Its pro was suspended while at work.
        Suspended = "suspended",
        /// The demonstration that it belonged to is over.
        DemoOff = "demo_off",
    }
}

record! {
    /// A row of `bookings`. Money in pence, times in Unix milliseconds.
    pub struct Booking in "bookings" {
        /// `C-…`.
        pub id: String => FACT,
        /// The booking that this one puts right.
        pub parent_id: Option<String> => FACT,
        /// Owner.
        pub client_id: String => FACT,
        /// The invitation that it was booked by.
        pub invitation_id: Option<String> => FACT,
        /// The only pro who is asked, where it was booked by an invitation.
        pub reserved_for: Option<String> => FACT,
        /// True once its client lets its pro suggest further work.
        pub may_suggest: bool => client("0"),
        /// Who made it: the owner, or a guest who turned out to be the owner.
        pub made_by: String => FACT,
        /// The browser's draft it was made from.
        pub draft_id: String => FACT,
        /// The quote it redeemed.
        pub quote_id: String => FACT,
        /// Where it stands.
        pub status: BookingStatus as Word<BookingStatus> => FACT,
        /// Sequence number of its last event.
        pub seq: i64 => FACT,
        /// What its price rests on.
        pub quote_mode: QuoteMode => FACT,
        /// How it is paid.
        pub payment_method: PaymentMethod => FACT,
        /// Whether it has a budget well below the price.
        pub manual_quote: bool => FACT,
        /// Whether pros name its price and the client chooses.
        pub open_price: bool => FACT,
        /// How long the visit takes by the price that was chosen, minutes.
        pub visit_minutes: Option<i64> => FACT,
        /// What the client wrote.
        pub description: String => client("readable_name").kept_for(TWO_YEARS),
        /// Code of the problem type.
        pub problem_type: String => FACT,
        /// Its human-readable name.
        pub readable_name: String => FACT,
        /// Code of the quick fix it was priced by.
        pub quick_fix: Option<String> => FACT,
        /// Trades a pro needs.
        pub skills: Json<Vec<String>> => FACT,
        /// Whether it is work on gas, whatever its type; `None`: made before that was read, and over since.
        pub gas_work: Option<bool> => FACT,
        /// What its price was read from.
        pub explanation: Json<Vec<Explained<'static>>> => FACT,
        /// What was shown before the client chose a type; `None`: made before that was kept.
        pub reading: Json<Option<Shown>> => FACT,
        /// What was answered to the questions about danger.
        pub danger_answers: Json<Vec<DangerAnswer>> => FACT,
        /// The service level.
        pub tier: Tier as Word<Tier> => FACT,
        /// How urgently it is wanted.
        pub urgency: Urgency as Word<Urgency> => FACT,
        /// Full name.
        pub customer_name: String => client("''").kept_for(TWO_YEARS),
        /// `+447…`.
        pub phone: String => client("''").kept_for(TWO_YEARS),
        /// Lower case.
        pub email: Option<String> => client("null").kept_for(TWO_YEARS),
        /// First address line.
        pub address_line1: String => client("''").kept_for(TWO_YEARS),
        /// Second address line.
        pub address_line2: Option<String> => client("null").kept_for(TWO_YEARS),
        /// Town.
        pub city: Option<String> => client("null").kept_for(TWO_YEARS),
        /// Full postcode, `SW1A 1AA`.
        pub postcode: String => client("area").kept_for(TWO_YEARS),
        /// Postcode area whose slot places it uses.
        pub area: String => FACT,
        /// Door code, floor, pets.
        pub entry_info: Option<String> => client("null").kept_for(DAY),
        /// True once the postcode was typed, so that a link sent by text shows the entry notes.
        pub entry_unlocked: bool => FACT,
        /// Middle of the district, degrees.
        pub lat: f64 => client("0").kept_for(TWO_YEARS).not_copied(),
        /// Middle of the district, degrees.
        pub lng: f64 => client("0").kept_for(TWO_YEARS).not_copied(),
        /// `YYYY-MM-DD-N`.
        pub slot_id: Option<String> => FACT,
        /// Start of the window.
        pub slot_start: Option<Millis> => FACT,
        /// End of the window.
        pub slot_end: Option<Millis> => FACT,
        /// True while it holds a place in its window.
        pub holds_place: bool => FACT,
        /// The estimate; `None` without an instant price.
        pub estimated_pence: Option<i64> => FACT,
        /// What is to be paid.
        pub amount_pence: i64 => FACT,
        /// What the coupon took off.
        pub discount_pence: i64 => FACT,
        /// The client's own budget.
        pub proposed_pence: Option<i64> => FACT,
        /// `GBP`.
        pub currency: String => FACT,
        /// The coupon.
        pub coupon_code: Option<String> => FACT,
        /// How the amount adds up.
        pub lines: Json<Vec<QuoteLine>> => FACT,
        /// Version of the price book.
        pub book_version: String => FACT,
        /// Its photo.
        pub photo_id: Option<String> => client("null").kept_for(TWO_YEARS).not_copied(),
        /// The provider's intent that currently pays for it.
        pub payment_id: Option<String> => FACT,
        /// Deadline for the payment of a `created` booking.
        pub pay_by: Option<Millis> => FACT,
        /// What must be paid again, since the hold on the card ended by itself.
        pub payment_due_pence: Option<i64> => FACT,
        /// Deadline for that second payment.
        pub payment_due_until: Option<Millis> => FACT,
        /// Why it was cancelled.
        pub cancel_reason: Option<CancelReason> => FACT,
        /// SEQUENCE of its calendar file.
        pub calendar_sequence: i64 => FACT,
        /// Generation of the share link; negative once that link was ended and no new one made.
        pub share_generation: i64 => client("-abs(share_generation)").not_copied(),
        /// Generation of the guest link.
        pub guest_generation: i64 => client("-abs(guest_generation)").not_copied(),
        /// The pro.
        pub assigned_master_id: Option<String> => FACT,
        /// When that pro got it.
        pub assigned_at: Option<Millis> => FACT,
        /// Generation of the start code: each assignment and each renewal makes another one.
        pub start_generation: i64 => FACT,
        /// Wrong start codes since then.
        pub start_tries: i64 => FACT,
        /// True once an operator lets the pro begin without the code.
        pub start_opened: bool => FACT,
        /// Why the work began without the code, if it did.
        pub started_without: Option<String> => both("case when started_without is null then null else '' end").kept_for(TWO_YEARS),
        /// The pro's photo from the door, where it did.
        pub start_photo_id: Option<String> => client("null").kept_for(TWO_YEARS).not_copied(),
        /// Photos of the finished work.
        pub completion_photos: Json<Vec<String>> => client("'[]'").kept_for(TWO_YEARS).not_copied(),
        /// Why there are none.
        pub not_photographed: Option<String> => both("case when not_photographed is null then null else '' end").kept_for(TWO_YEARS),
        /// When the client asked to stop the work.
        pub stop_asked_at: Option<Millis> => FACT,
        /// Why, in the client's words.
        pub stop_text: Option<String> => client("null").kept_for(TWO_YEARS),
        /// What the operator says who stopped it.
        pub stop_words: Option<String> => client("null").kept_for(TWO_YEARS),
        /// What extra work may cost beyond the original price, as an operator allows, pence.
        pub extra_allowed_pence: i64 => FACT,
        /// When it was completed or cancelled.
        pub ended_at: Option<Millis> => FACT,
        /// Keyed hash of the network address it was made from.
        pub address_key: String => client("''").kept_for(TWO_YEARS).not_copied(),
        /// When it was made.
        pub created_at: Millis => FACT,
        /// When it last changed.
        pub updated_at: Millis => FACT,
    }
}

impl Booking {
    /// True for the owner, and for the guest that made it before it passed to the owner.
    #[must_use]
    pub fn is_of(&self, client_id: &str) -> bool {
        self.client_id == client_id || self.made_by == client_id
    }

    /// True for a budget that is to be paid by card, once a pro has accepted it. After a withdrawal it is paid already.
    #[must_use]
    pub fn is_unpaid_budget(&self) -> bool {
        self.quote_mode == QuoteMode::Request
            && self.payment_method == PaymentMethod::Card
            && self.payment_id.is_none()
    }

    /// True for one that is paid in cash.
    #[must_use]
    pub fn is_in_cash(&self) -> bool {
        self.payment_method == PaymentMethod::Cash
    }

    /// True until the client has chosen one of the prices that pros name.
    #[must_use]
    pub fn awaits_price(&self) -> bool {
        self.open_price && self.amount_pence == 0
    }

    /// True while it awaits a payment: its first one, or another after the hold on the card ended by itself.
    #[must_use]
    pub fn waits_for_payment(&self) -> bool {
        self.status == BookingStatus::Created || self.payment_due_until.is_some()
    }

    /// True while less than its price is asked for: the rest, where a part was charged before. Not to be asked of a booking with a change
    /// or a proposal that waits for its payment: what those cost is about another price.
    #[must_use]
    pub fn owes_rest(&self) -> bool {
        self.payment_due_pence.is_some_and(|due| due < self.amount_pence)
    }

    /// True once its pro is on the way, or has been.
    #[must_use]
    pub fn has_set_off(&self) -> bool {
        self.facts().has_pro && self.status != BookingStatus::Assigned
    }

    /// True while its pro may begin the work.
    #[must_use]
    pub fn awaits_start(&self) -> bool {
        status::transition(self.status, BookingStatus::InProgress, Actor::Pro).is_ok()
    }

    /// Why it ends where another booking would be matched anew, once a pro has it: it is this pro's or nobody's.
    #[must_use]
    pub fn ends_unmatched(&self) -> Option<CancelReason> {
        if self.parent_id.is_some() {
            Some(CancelReason::PutRightOff)
        } else {
            let is_reserved = self.reserved_for.is_some() && self.facts().has_pro;
            is_reserved.then_some(CancelReason::NotTaken)
        }
    }

    /// The outward half of the postcode.
    #[must_use]
    pub fn outward_code(&self) -> &str {
        self.postcode.split(' ').next().unwrap_or_default()
    }

    /// The facts that its status implies.
    #[must_use]
    pub fn facts(&self) -> Facts {
        status::facts(self.status)
    }

    /// The place in its window, held or not; `None` without a window.
    #[must_use]
    pub fn place(&self) -> Option<SlotPlace<'_>> {
        let (start, end) = self.slot_start.zip(self.slot_end)?;
        Some(SlotPlace {
            area: &self.area,
            window: Window { start, end },
        })
    }

    /// The place it holds now.
    #[must_use]
    pub fn held_place(&self) -> Option<SlotPlace<'_>> {
        self.place().filter(|_| self.holds_place)
    }
}

/// A counter for one window in one postcode area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotPlace<'a> {
    /// Postcode area, e.g. `SW`.
    pub area: &'a str,
    /// Start and end of the window.
    pub window: Window,
}

/// 409 `slot_gone`.
#[must_use]
pub fn slot_gone() -> Failure {
    Failure::conflict(
        "slot_gone",
        "This time is no longer available. Please choose another one.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_less_than_the_price() {
        for (due, expected) in [(None, false), (Some(2_000), true), (Some(13_700), false)] {
            let booking = Booking {
                amount_pence: 13_700,
                payment_due_pence: due,
                ..blank()
            };
            assert_eq!(booking.owes_rest(), expected, "{due:?}");
        }
    }

    #[test]
    fn a_booking_of_one_pro_is_never_matched_anew() {
        use BookingStatus::{Accepted, Assigned, EnRoute, Pending};
        for status in [Pending, Accepted, Assigned, EnRoute] {
            let open = Booking { status, ..blank() };
            assert_eq!(open.ends_unmatched(), None, "{status}");
            let reserved = Booking {
                reserved_for: Some("m-1".to_owned()),
                ..open
            };
            let expected = reserved.facts().has_pro.then_some(CancelReason::NotTaken);
            assert_eq!(reserved.ends_unmatched(), expected, "{status}");
            let visit = Booking {
                parent_id: Some("C-1".to_owned()),
                ..reserved
            };
            assert_eq!(
                visit.ends_unmatched(),
                Some(CancelReason::PutRightOff),
                "{status}"
            );
        }
    }

    #[test]
    fn a_pro_has_set_off_from_the_way_on() {
        use BookingStatus::{Assigned, Cancelled, Completed, EnRoute, InProgress, Pending};
        for (status, expected) in [
            (Pending, false),
            (Assigned, false),
            (EnRoute, true),
            (InProgress, true),
            (Completed, true),
            (Cancelled, false),
        ] {
            let booking = Booking { status, ..blank() };
            assert_eq!(booking.has_set_off(), expected, "{status}");
        }
    }
}

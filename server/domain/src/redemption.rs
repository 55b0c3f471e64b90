//! Redeeming a quote: the booking it becomes, and how existing bookings affect it.

use crate::failure::{Failure, FailureKind};
use pricing_core::{Pence, Tier};

use super::address::Address;
use super::districts;
use super::new_work::Invited;
use super::quote::Content;
use super::status::BookingStatus;
use crate::booking::{Booking, Json, PaymentMethod, QuoteMode};
use crate::clock::{MINUTE, Millis};

/// How long a card booking waits for its payment.
pub const PAY_WITHIN: Millis = 20 * MINUTE;

/// How the client means to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pay {
    /// The quote's amount by card, now.
    Card,
    /// The quote's amount in cash, after the work.
    Cash,
    /// The client's own budget; paid once a pro accepts it.
    Budget {
        /// Pays the whole price.
        amount: Pence,
        /// Pays in cash after the work rather than by card.
        in_cash: bool,
        /// The budget is well below the price, or there is no price.
        is_manual: bool,
    },
    /// A price that pros name and the client chooses; paid once one is chosen.
    Named {
        /// Pays in cash after the work rather than by card.
        in_cash: bool,
    },
}

impl Pay {
    /// What the price rests on.
    #[must_use]
    pub fn quote_mode(self) -> QuoteMode {
        match self {
            Self::Card | Self::Cash => QuoteMode::Paid,
            Self::Budget { .. } | Self::Named { .. } => QuoteMode::Request,
        }
    }

    /// How it is paid.
    #[must_use]
    pub fn method(self) -> PaymentMethod {
        match self {
            Self::Card | Self::Budget { in_cash: false, .. } | Self::Named { in_cash: false } => {
                PaymentMethod::Card
            }
            Self::Cash | Self::Budget { in_cash: true, .. } | Self::Named { in_cash: true } => {
                PaymentMethod::Cash
            }
        }
    }

    /// The budget, where there is one.
    #[must_use]
    pub fn budget(self) -> Option<i64> {
        match self {
            Self::Budget { amount, .. } => Some(amount.0),
            Self::Card | Self::Cash | Self::Named { .. } => None,
        }
    }

    /// Whether pros name the price.
    #[must_use]
    pub fn is_named(self) -> bool {
        matches!(self, Self::Named { .. })
    }
}

/// A quote to redeem, with everything that makes it a booking.
#[derive(Debug)]
pub struct Redemption {
    /// The quote, verified and known to be this client's.
    pub quote: Content,
    /// Where the job is and whom to ask for.
    pub address: Address,
    /// How it is paid.
    pub pay: Pay,
    /// The photo's upload.
    pub photo_id: Option<String>,
    /// By which invitation it is made, if by one.
    pub invited: Option<Invited>,
    /// Keyed hash of the caller's network address.
    pub address_key: String,
    /// Keyed hash of the address's phone.
    pub phone_key: String,
    /// True for a guest, or an account that has proved nothing: their cash and budget bookings are limited.
    pub is_guest: bool,
}

/// The existing booking, if any, that stands in the way of a redemption.
#[derive(Debug)]
pub enum InTheWay {
    /// None.
    Nothing,
    /// The very same redemption was made before: it gets the same answer.
    Same(Box<Booking>),
    /// The draft has a booking that awaits its payment: it gives way.
    Unpaid(Box<Booking>),
}

impl Redemption {
    /// Decides from the quote's own booking and the draft's live one.
    ///
    /// # Errors
    /// 409 `quote_used`, `already_paid`, `already_booked` (the last two with `bookingId`).
    pub fn judge(&self, there: Vec<Booking>) -> Result<InTheWay, Failure> {
        let (own, others): (Vec<_>, Vec<_>) = there
            .into_iter()
            .partition(|booking| booking.quote_id == self.quote.id);
        if let Some(own) = own.into_iter().next() {
            return self.by_own(own);
        }
        match others.into_iter().next() {
            None => Ok(InTheWay::Nothing),
            Some(live) if live.facts().awaits_payment => Ok(InTheWay::Unpaid(Box::new(live))),
            Some(live) => Err(already(&live)),
        }
    }

    /// The quote is already redeemed: an identical redemption gets the same answer while the booking has not moved on.
    fn by_own(&self, own: Booking) -> Result<InTheWay, Failure> {
        let as_it_began = if self.waits_for_payment() {
            BookingStatus::Created
        } else {
            BookingStatus::Pending
        };
        let facts = own.facts();
        if own.status == as_it_began && self.made(&own) {
            Ok(InTheWay::Same(Box::new(own)))
        } else if facts.is_called_off || facts.awaits_payment {
            Err(used())
        } else {
            Err(already(&own))
        }
    }

    /// True when the booking becomes certain only with a valid card.
    #[must_use]
    pub fn waits_for_payment(&self) -> bool {
        self.pay == Pay::Card && self.quote.amount > 0
    }

    /// True when this redemption made that booking: everything the client sends is the same.
    fn made(&self, booking: &Booking) -> bool {
        let address = &self.address;
        booking.is_of(&self.quote.person)
            && booking.quote_mode == self.pay.quote_mode()
            && booking.payment_method == self.pay.method()
            && booking.proposed_pence == self.pay.budget()
            && booking.open_price == self.pay.is_named()
            && booking.customer_name == address.full_name
            && booking.phone == address.phone
            && booking.email == address.email
            && booking.address_line1 == address.line1
            && booking.address_line2 == address.line2
            && booking.city == address.city
            && booking.postcode == address.postcode.to_string()
            && booking.entry_info == address.entry_info
            && booking.photo_id == self.photo_id
            && booking.invitation_id == self.invited.as_ref().map(|invited| invited.invitation_id.clone())
    }

    /// The booking of this redemption, in the status it begins with.
    #[must_use]
    pub fn booking(&self, id: String, now: Millis) -> Booking {
        let (quote, address) = (&self.quote, &self.address);
        let slot = quote.wanted.slot.as_ref();
        let place = districts::location(&address.postcode);
        let at_once = self.pay != Pay::Card;
        let is_manual = matches!(self.pay, Pay::Budget { is_manual: true, .. });
        let booking = Booking {
            id,
            client_id: quote.person.clone(),
            parent_id: None,
            invitation_id: self.invited.as_ref().map(|invited| invited.invitation_id.clone()),
            reserved_for: self.invited.as_ref().map(|invited| invited.master_id.clone()),
            may_suggest: false,
            made_by: quote.person.clone(),
            draft_id: quote.draft.clone(),
            quote_id: quote.id.clone(),
            status: if at_once {
                BookingStatus::Pending
            } else {
                BookingStatus::Created
            },
            seq: if at_once { 2 } else { 1 },
            quote_mode: self.pay.quote_mode(),
            payment_method: self.pay.method(),
            manual_quote: is_manual,
            open_price: self.pay.is_named(),
            visit_minutes: None,
            description: quote.wanted.description.clone(),
            problem_type: quote.problem_type.clone(),
            readable_name: quote.name.clone(),
            quick_fix: quote.wanted.quick_fix.clone(),
            skills: Json(quote.skills.clone()),
            gas_work: Some(quote.gas_work),
            explanation: Json(quote.explanation.clone()),
            reading: Json(quote.reading.clone()),
            danger_answers: Json(quote.wanted.danger_answers.clone()),
            tier: quote.wanted.tier,
            urgency: quote.wanted.urgency,
            customer_name: address.full_name.clone(),
            phone: address.phone.clone(),
            email: address.email.clone(),
            address_line1: address.line1.clone(),
            address_line2: address.line2.clone(),
            city: address.city.clone(),
            postcode: address.postcode.to_string(),
            area: address.postcode.area().to_owned(),
            entry_info: address.entry_info.clone(),
            lat: place.lat,
            lng: place.lng,
            slot_id: slot.map(|slot| slot.id.clone()),
            slot_start: slot.map(|slot| slot.start),
            slot_end: slot.map(|slot| slot.end),
            holds_place: slot.is_some(),
            estimated_pence: quote.estimated,
            amount_pence: self.pay.budget().unwrap_or(quote.amount),
            discount_pence: quote.discount,
            proposed_pence: self.pay.budget(),
            currency: quote.currency.clone(),
            coupon_code: quote.wanted.coupon.clone(),
            lines: Json(quote.lines.clone()),
            book_version: quote.book.clone(),
            photo_id: self.photo_id.clone(),
            payment_id: None,
            pay_by: self.waits_for_payment().then_some(now + PAY_WITHIN),
            cancel_reason: None,
            payment_due_pence: None,
            payment_due_until: None,
            calendar_sequence: 0,
            entry_unlocked: false,
            share_generation: 1,
            guest_generation: 1,
            assigned_master_id: None,
            assigned_at: None,
            start_generation: 0,
            start_tries: 0,
            start_opened: false,
            started_without: None,
            start_photo_id: None,
            completion_photos: Json::default(),
            not_photographed: None,
            stop_asked_at: None,
            stop_text: None,
            stop_words: None,
            extra_allowed_pence: 0,
            ended_at: None,
            address_key: self.address_key.clone(),
            created_at: now,
            updated_at: now,
        };
        if self.pay.is_named() {
            unpriced(booking)
        } else {
            booking
        }
    }
}

/// A booking whose price pros are to name: whatever was quoted, no part of it counts.
fn unpriced(booking: Booking) -> Booking {
    Booking {
        tier: Tier::Standard,
        amount_pence: 0,
        discount_pence: 0,
        lines: Json::default(),
        ..booking
    }
}

/// 409 for a draft whose booking is past `created`.
#[must_use]
pub fn already(booking: &Booking) -> Failure {
    let is_paid = !booking.is_in_cash() && booking.quote_mode == QuoteMode::Paid;
    let (code, detail) = if is_paid {
        ("already_paid", "This booking is paid already.")
    } else {
        ("already_booked", "This job is booked already.")
    };
    Failure::conflict(code, detail).with("bookingId", booking.id.as_str())
}

/// 409 `already_in_window`: a person cannot hold two places in one window at one address.
#[must_use]
pub fn already_in_window(booking_id: &str) -> Failure {
    Failure::conflict(
        "already_in_window",
        "You have a booking at this address for this time already.",
    )
    .with("bookingId", booking_id)
}

/// 422 `card_only`.
#[must_use]
pub fn card_only() -> Failure {
    Failure::unprocessable(
        "card_only",
        "You cancelled three cash bookings late in the last 12 months, so please pay by card.",
    )
}

/// 409 `quote_used`.
#[must_use]
pub fn used() -> Failure {
    Failure::conflict(
        "quote_used",
        "This price has been used already. Please ask for a new one.",
    )
}

/// 410 `quote_expired`.
#[must_use]
pub fn expired() -> Failure {
    Failure::new(
        FailureKind::Gone,
        "quote_expired",
        "This price has expired. Please ask for a new one.",
    )
}

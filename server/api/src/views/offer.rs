//! An offer as its pro sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::photo_url;
use super::place::kilometres;
use super::slot::slot;
use callout_booking::matching::OfferSeen;
use callout_domain::booking::{Booking, PaymentMethod};
use callout_domain::clock::{Millis, SECOND};
use callout_domain::mask;
use callout_domain::pounds::Pounds;
use callout_domain::time;
use pricing_core::{Pence, Urgency};

/// From when to when a job is to be done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfferWindow {
    /// ISO 8601 with London's offset.
    start: String,
    /// ISO 8601 with London's offset.
    end: String,
}

/// An offer that can be answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Offer)]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    /// `C-…`.
    booking_id: String,
    /// Display name of the problem type.
    title: String,
    /// District and time in words.
    subtitle: String,
    /// What the client wrote; phones, emails and postcodes are hidden.
    description: String,
    /// The client's photo of the problem; fetched with the bearer token.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
    /// The outward half of the postcode.
    district: String,
    /// The window; absent when it is to be done at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<OfferWindow>,
    /// `EMERGENCY`, `ASAP`, `SCHEDULED`.
    urgency: Urgency,
    /// `card` or `cash`.
    payment_method: PaymentMethod,
    /// What the client would pay the pro in cash, pounds, after a coupon; absent by card, and where the pro names the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    collect_in_cash: Option<Pounds>,
    /// True for a job whose price the pro is to name; price, fee and net are 0 then.
    #[serde(rename = "openPrice", skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    names_price: bool,
    /// What the job costs before a coupon, pounds.
    #[schema(value_type = f64)]
    price: Pounds,
    /// The platform's part, pence.
    fee_pence: i64,
    /// The pro's part, pence.
    net_pence: i64,
    /// The platform's rate, which the booking keeps for life.
    fee_basis_points: u32,
    /// From where the pro is, kilometres with one decimal.
    #[serde(rename = "distance_km")]
    distance_km: f64,
    /// Whole seconds left to answer.
    ttl: i64,
    /// Whole seconds from the offer's beginning to its end.
    lasts: i64,
    /// When the offer ends, ISO 8601.
    expires_at: String,
}

impl OfferView {
    /// An offer as its pro sees it at `now` (Unix milliseconds).
    #[must_use]
    pub fn of(seen: &OfferSeen, now: Millis) -> Self {
        let (offer, booking) = (&seen.offer, &seen.booking);
        let window = slot(booking);
        Self {
            booking_id: booking.id.clone(),
            title: booking.readable_name.clone(),
            subtitle: format!("{} · {}", booking.outward_code(), when(booking)),
            description: mask::contacts_and_postcodes(&booking.description).into_owned(),
            photo_url: booking.photo_id.as_deref().map(photo_url),
            district: booking.outward_code().to_owned(),
            window: window.map(|slot| OfferWindow {
                start: slot.start,
                end: slot.end,
            }),
            urgency: booking.urgency,
            payment_method: booking.payment_method,
            collect_in_cash: cash_to_collect(booking),
            names_price: booking.awaits_price(),
            price: Pounds(seen.fee.amount_pence),
            fee_pence: seen.fee.fee_pence.0,
            net_pence: seen.fee.net_pence.0,
            fee_basis_points: seen.fee.fee_basis_points.0,
            distance_km: kilometres(offer.metres),
            ttl: (offer.expires_at - now).max(0) / SECOND,
            lasts: (offer.expires_at - offer.made_at) / SECOND,
            expires_at: time::iso(offer.expires_at),
        }
    }
}

/// What the client would pay the pro when the job is done; none by card, and while there is no price.
pub(super) fn cash_to_collect(booking: &Booking) -> Option<Pounds> {
    let has_price = booking.is_in_cash() && !booking.awaits_price();
    has_price.then_some(Pounds(Pence(booking.amount_pence)))
}

/// The window in words: `Tue 24 Nov, 09:00–11:00`.
fn when(booking: &Booking) -> String {
    match booking.slot_start.zip(booking.slot_end) {
        Some((start, end)) => {
            let (day, from, to) = (
                time::short_day(start),
                time::clock_face(start),
                time::clock_face(end),
            );
            format!("{day}, {from}–{to}")
        }
        None => "Now".to_owned(),
    }
}

//! All of it: base, tier, schedule and coupon as lines that add up to the total (decisions.md section 4).

use crate::book::PriceBook;
use crate::calendar::{CivilDateTime, ClockTime};
use crate::coupon::{self, CouponAnswer};
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence};
use crate::refine;
use crate::slots;
use crate::strings::joined;
use crate::tier::{Tier, Urgency};
use crate::wire::{ToJson, Writer};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// What a quote is made from.
#[derive(Clone, Copy, Debug)]
pub struct QuoteInput<'a> {
    /// The estimated cost; 0 where there is no instant price.
    pub base: Pence,
    /// The client's service level.
    pub tier: Tier,
    /// How soon.
    pub urgency: Urgency,
    /// The chosen slot's delta; none: no slot.
    pub slot_delta: Option<Pence>,
    /// The time wanted, where there is no slot.
    pub time: Option<ClockTime>,
    /// A coupon, as typed.
    pub coupon_code: Option<&'a str>,
    /// `GBP`.
    pub currency: &'a str,
    /// Whether this is the person's first booking.
    pub first_booking: bool,
}

/// A price with its lines, which add up to `amount`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Quote {
    /// Base, service level, slot, and the coupon if it takes anything off. None without an instant price.
    pub lines: Vec<QuoteLine>,
    /// What is charged, in pence; never negative.
    #[cfg_attr(feature = "openapi", schema(value_type = i64, rename = "amountPence"))]
    pub amount: Pence,
    /// What the coupon took off, in pence.
    #[cfg_attr(feature = "openapi", schema(value_type = i64, rename = "discountPence"))]
    pub discount: Pence,
    /// What became of the coupon, if one was sent.
    pub coupon: Option<CouponAnswer>,
}

/// One line of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
// The server signs and stores lines, each on its hot path: serde writes them without a text of their own between.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuoteLine {
    /// What it is for.
    pub label: String,
    /// Pence, may be negative.
    #[cfg_attr(feature = "serde", serde(rename = "amountPence"))]
    #[cfg_attr(feature = "openapi", schema(value_type = i64, rename = "amountPence"))]
    pub amount: Pence,
}

impl QuoteLine {
    fn new(label: &str, amount: Pence) -> Self {
        Self {
            label: label.to_owned(),
            amount,
        }
    }
}

/// Prices a booking.
///
/// # Errors
/// `invalid_combination` for EMERGENCY with a slot or with ECONOMY; `invalid_amount` for a base or delta out of range;
/// `invalid_currency`.
pub fn quote(book: &PriceBook, input: &QuoteInput<'_>) -> Result<Quote, PricingError> {
    check(book, input)?;
    if input.base == Pence::ZERO {
        return Ok(without_price(book, input));
    }
    let tier = tier_adjustment(input.base, multiplier(book, input.tier)?);
    let (schedule, label) = schedule(book, input);
    // A total never falls below nothing, and the lines add up: an adjustment takes at most what is there.
    let schedule = schedule.max(-(input.base + tier));
    let before_coupon = input.base + tier + schedule;
    let coupon = input
        .coupon_code
        .map(|code| coupon::check(book, code, before_coupon, input.currency, input.first_booking));
    let discount = coupon
        .as_ref()
        .map_or(Pence::ZERO, |coupon| coupon.discount_pence);
    let mut lines = Vec::with_capacity(4);
    lines.push(QuoteLine::new("Base estimate", input.base));
    lines.push(QuoteLine::new("Service level adjustment", tier));
    lines.push(QuoteLine::new(label, schedule));
    if discount > Pence::ZERO {
        lines.push(QuoteLine::new("Coupon", -discount));
    }
    Ok(Quote {
        lines,
        amount: before_coupon - discount,
        discount,
        coupon,
    })
}

fn check(book: &PriceBook, input: &QuoteInput<'_>) -> Result<(), PricingError> {
    let combination = |message: &str| Err(PricingError::request("invalid_combination", message));
    if input.urgency == Urgency::Emergency && input.slot_delta.is_some() {
        return combination("An emergency takes no time slot.");
    }
    if input.urgency == Urgency::Emergency && input.tier == Tier::Economy {
        return combination("Economy is not available for an emergency.");
    }
    if input.currency != book.currency {
        return Err(PricingError::field(
            "invalid_currency",
            "currency",
            "Prices are in GBP only.",
        ));
    }
    input.base.checked("basePence")?;
    let delta = input.slot_delta.unwrap_or_default();
    delta.max(-delta).checked("slotDeltaGBP").map(drop)
}

/// No instant price: nothing to add up, redeemable by a budget only, where no coupon counts.
fn without_price(book: &PriceBook, input: &QuoteInput<'_>) -> Quote {
    let refused = |code| coupon::check(book, code, Pence::ZERO, input.currency, input.first_booking);
    Quote {
        lines: Vec::new(),
        amount: Pence::ZERO,
        discount: Pence::ZERO,
        coupon: input.coupon_code.map(refused),
    }
}

fn multiplier(book: &PriceBook, tier: Tier) -> Result<BasisPoints, PricingError> {
    let missing =
        || PricingError::request("invalid_book", "The price book does not know this service level.");
    book.tier(tier).map(|terms| terms.multiplier).ok_or_else(missing)
}

/// Base × (multiplier − 1), rounded once.
fn tier_adjustment(base: Pence, multiplier: BasisPoints) -> Pence {
    match multiplier.0.checked_sub(BasisPoints::WHOLE.0) {
        Some(more) => base.share(BasisPoints(more)),
        None => -base.share(BasisPoints(BasisPoints::WHOLE.0.saturating_sub(multiplier.0))),
    }
}

/// The schedule adjustment and its line's label: the slot's delta, or what no slot adds.
fn schedule<'b>(book: &'b PriceBook, input: &QuoteInput<'_>) -> (Pence, &'b str) {
    match input.slot_delta {
        Some(delta) => (delta, "Slot adjustment"),
        None => refine::without_slot(&book.urgency, input.urgency, input.time, input.base),
    }
}

/// What the 'Your price' card calls the adjustment: 'Base price', 'Slot +£10', or the documents' labels.
#[must_use]
pub fn delta_label(
    book: &PriceBook,
    urgency: Urgency,
    slot_delta: Option<Pence>,
    time: Option<ClockTime>,
) -> String {
    match slot_delta {
        Some(Pence::ZERO) => "Base price".to_owned(),
        Some(delta) if delta > Pence::ZERO => joined(&["Slot +", &delta.text()]),
        Some(delta) => joined(&["Slot ", &delta.text()]),
        None => refine::without_slot(&book.urgency, urgency, time, Pence::ZERO)
            .1
            .to_owned(),
    }
}

/// A whole month in one call: the total before any coupon of every slot of the month, for ECONOMY, STANDARD and PRIORITY each, in the
/// order of [`slots::slots`], in pence.
///
/// # Errors
/// `invalid_amount` for a base out of range.
pub fn month_totals(
    book: &PriceBook,
    base: Pence,
    now: CivilDateTime,
    cheaper: bool,
) -> Result<Vec<Pence>, PricingError> {
    base.checked("basePence")?;
    let mut by_tier = [Pence::ZERO; 3];
    for (total, tier) in by_tier.iter_mut().zip(Tier::ALL) {
        *total = base + tier_adjustment(base, multiplier(book, tier)?);
    }
    let slots = slots::bare(&book.slots, now, cheaper);
    let mut totals = Vec::with_capacity(slots.len() * Tier::ALL.len());
    for slot in slots {
        for total in by_tier {
            totals.push(if base == Pence::ZERO {
                Pence::ZERO
            } else {
                (total + slot.delta).at_least_zero()
            });
        }
    }
    Ok(totals)
}

impl ToJson for Quote {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("lines", &self.lines);
            out.field("amountPence", &self.amount);
            out.field("discountPence", &self.discount);
            out.optional("coupon", &self.coupon);
        });
    }
}

impl ToJson for QuoteLine {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("label", &self.label);
            out.field("amountPence", &self.amount);
        });
    }
}

#[cfg(test)]
mod tests;

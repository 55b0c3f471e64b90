//! The complete price: base, tier, schedule and coupon as lines that add up to the total.

use crate::book::PriceBook;
use crate::calendar::{CivilDateTime, ClockTime};
use crate::coupon::{self, CouponAnswer};
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence, Pounds};
use crate::refine;
use crate::slots;
use crate::tier::Tier;
use crate::urgency::Urgency;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a quote is made from.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuoteInput<'a> {
    /// The estimated cost in pence; 0 where there is no instant price.
    #[serde(rename = "basePence")]
    pub base: Pence,
    /// The client's service level.
    pub tier: Tier,
    /// How soon.
    pub urgency: Urgency,
    /// The chosen slot's delta, in pounds; none: no slot.
    #[serde(rename = "slotDeltaGBP", default, deserialize_with = "Pounds::read_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    pub slot_delta: Option<Pence>,
    /// The time wanted, where there is no slot.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "ClockTime | null"))]
    pub time: Option<ClockTime>,
    /// A coupon, as typed.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string | null"))]
    pub coupon_code: Option<Cow<'a, str>>,
    /// `GBP`.
    pub currency: Cow<'a, str>,
    /// Whether this is the person's first booking; by default it is.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "boolean | null"))]
    pub first_booking: Option<bool>,
}

/// A price with its lines, which add up to `amount`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Quote {
    /// Base, service level, slot, and the coupon if it takes anything off. None without an instant price.
    pub lines: Vec<QuoteLine>,
    /// What is charged, in pence; never negative.
    #[serde(rename = "amountPence")]
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub amount: Pence,
    /// What the coupon took off, in pence.
    #[serde(rename = "discountPence")]
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub discount: Pence,
    /// What became of the coupon, if one was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon: Option<CouponAnswer>,
}

/// What a line of a quote stands for, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// The estimate.
    Base,
    /// The service level's adjustment.
    Tier,
    /// The slot's adjustment, or what urgency or the time of day adds.
    Schedule,
    /// What the coupon takes off.
    Coupon,
    /// What client and pro agreed on later.
    Agreed,
    /// Work or parts that were added on site.
    Extra,
}

impl LineKind {
    /// The kind of a line that was stored before lines had kinds, by its label. The labels of the schedule are the
    /// price book's, so any label that is not one of the others is the schedule's.
    #[must_use]
    pub fn of_label(label: &str) -> Self {
        match label {
            BASE_LABEL => Self::Base,
            TIER_LABEL => Self::Tier,
            COUPON_LABEL => Self::Coupon,
            AGREED_LABEL => Self::Agreed,
            _ => Self::Schedule,
        }
    }
}

const BASE_LABEL: &str = "Base estimate";
const TIER_LABEL: &str = "Service level adjustment";
const SLOT_LABEL: &str = "Slot adjustment";
const COUPON_LABEL: &str = "Coupon";
const AGREED_LABEL: &str = "Agreed with your pro";
const RAISED_LABEL: &str = "Raised offer";
const EXTRA_LABEL: &str = "Extra work and parts";

/// One line of a quote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(from = "StoredLine")]
pub struct QuoteLine {
    /// What it stands for.
    pub kind: LineKind,
    /// What it is called.
    pub label: String,
    /// Pence, may be negative.
    #[serde(rename = "amountPence")]
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub amount: Pence,
}

/// A line as it was stored: the first bookings' lines have no kind.
#[derive(Deserialize)]
struct StoredLine {
    kind: Option<LineKind>,
    label: String,
    #[serde(rename = "amountPence")]
    amount: Pence,
}

impl QuoteLine {
    /// A change of the price that client and pro agreed on.
    #[must_use]
    pub fn agreed(amount: Pence) -> Self {
        Self::new(LineKind::Agreed, AGREED_LABEL, amount)
    }

    /// What the client offers on top, so that a pro takes the job.
    #[must_use]
    pub fn raised(amount: Pence) -> Self {
        Self::new(LineKind::Agreed, RAISED_LABEL, amount)
    }

    /// Work or parts that were added on site.
    #[must_use]
    pub fn extra(amount: Pence) -> Self {
        Self::new(LineKind::Extra, EXTRA_LABEL, amount)
    }

    /// The adjustment for a slot.
    #[must_use]
    pub fn slot(amount: Pence) -> Self {
        Self::new(LineKind::Schedule, SLOT_LABEL, amount)
    }
}

impl From<StoredLine> for QuoteLine {
    fn from(stored: StoredLine) -> Self {
        Self {
            kind: stored.kind.unwrap_or_else(|| LineKind::of_label(&stored.label)),
            label: stored.label,
            amount: stored.amount,
        }
    }
}

impl QuoteLine {
    fn new(kind: LineKind, label: &str, amount: Pence) -> Self {
        Self {
            kind,
            label: label.to_owned(),
            amount,
        }
    }
}

impl QuoteInput<'_> {
    fn is_first_booking(&self) -> bool {
        self.first_booking.unwrap_or(true)
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
    // No total falls below zero, and the lines still add up: an adjustment takes off at most what is there.
    let schedule = schedule.max(-(input.base + tier));
    let before_coupon = input.base + tier + schedule;
    let coupon = input.coupon_code.as_deref().map(|code| {
        coupon::check(
            book,
            code,
            before_coupon,
            &input.currency,
            input.is_first_booking(),
        )
    });
    let discount = coupon
        .as_ref()
        .map_or(Pence::ZERO, |coupon| coupon.discount_pence);
    let mut lines = Vec::with_capacity(4);
    lines.push(QuoteLine::new(LineKind::Base, BASE_LABEL, input.base));
    lines.push(QuoteLine::new(LineKind::Tier, TIER_LABEL, tier));
    lines.push(QuoteLine::new(LineKind::Schedule, label, schedule));
    if discount > Pence::ZERO {
        lines.push(QuoteLine::new(LineKind::Coupon, COUPON_LABEL, -discount));
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

/// No instant price: there are no lines, only a budget redeems it, and no coupon counts.
fn without_price(book: &PriceBook, input: &QuoteInput<'_>) -> Quote {
    let refused =
        |code: &str| coupon::check(book, code, Pence::ZERO, &input.currency, input.is_first_booking());
    Quote {
        lines: Vec::new(),
        amount: Pence::ZERO,
        discount: Pence::ZERO,
        coupon: input.coupon_code.as_deref().map(refused),
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

/// The schedule adjustment and its line's label: the slot's delta, or the surcharge without a slot.
fn schedule<'b>(book: &'b PriceBook, input: &QuoteInput<'_>) -> (Pence, &'b str) {
    match input.slot_delta {
        Some(delta) => (delta, SLOT_LABEL),
        None => refine::without_slot(&book.urgency, input.urgency, input.time, input.base),
    }
}

/// What the 'Your price' card calls the adjustment: 'Base price', 'Slot +£10', or what the book calls it.
#[must_use]
pub fn delta_label(
    book: &PriceBook,
    urgency: Urgency,
    slot_delta: Option<Pence>,
    time: Option<ClockTime>,
) -> String {
    match slot_delta {
        Some(Pence::ZERO) => "Base price".to_owned(),
        Some(delta) if delta > Pence::ZERO => format!("Slot +{delta}"),
        Some(delta) => format!("Slot {delta}"),
        None => refine::without_slot(&book.urgency, urgency, time, Pence::ZERO)
            .1
            .to_owned(),
    }
}

/// What a slot costs with each tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SlotTotals {
    /// The slot's id.
    pub slot_id: String,
    /// The totals before any coupon in pence: economy, standard, priority. 0 where there is no instant price.
    pub totals_pence: [Pence; 3],
}

/// A whole month in one call: the total before any coupon of every slot of [`slots::slots`] with each tier.
///
/// # Errors
/// `invalid_amount` for a base out of range.
pub fn month_grid(
    book: &PriceBook,
    base: Pence,
    now: CivilDateTime,
    cheaper: bool,
) -> Result<Vec<SlotTotals>, PricingError> {
    base.checked("basePence")?;
    let mut by_tier = [Pence::ZERO; 3];
    for (total, tier) in by_tier.iter_mut().zip(Tier::ALL) {
        *total = base + tier_adjustment(base, multiplier(book, tier)?);
    }
    let total = |before: Pence, delta: Pence| match base {
        Pence::ZERO => Pence::ZERO,
        _ => (before + delta).at_least_zero(),
    };
    let grid = slots::slots(book, now, cheaper)
        .into_iter()
        .map(|slot| SlotTotals {
            totals_pence: by_tier.map(|before| total(before, slot.price_delta)),
            slot_id: slot.id,
        });
    Ok(grid.collect())
}

#[cfg(test)]
mod tests;

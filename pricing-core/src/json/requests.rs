//! The inputs of the pricing functions as they are spelt in JSON, and the calls.

use crate::book::PriceBook;
use crate::budget;
use crate::cancellation::{self, CancellationInput};
use crate::classification;
use crate::coupon;
use crate::error::PricingError;
use crate::estimate::{self, EstimateInput};
use crate::fee;
use crate::money::Pence;
use crate::postcode::Prefix;
use crate::quote::{self, QuoteInput};
use crate::refine;
use crate::region;
use crate::slots;
use crate::wire::{Fields, Pounds, to_json};
use std::borrow::Cow;

type Answer = Result<String, PricingError>;
type Text<'a> = Cow<'a, str>;

/// An amount in pounds that may be absent.
fn pounds(input: Fields<'_, '_>, name: &'static str) -> Option<Pence> {
    input.get::<Option<Pounds>>(name).map(|pounds| pounds.0)
}

/// `firstBooking`, by default true.
fn first_booking(input: Fields<'_, '_>) -> bool {
    input.get::<Option<bool>>("firstBooking").unwrap_or(true)
}

pub(super) fn estimate(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (text, postcode): (Text<'_>, Text<'_>) = (input.get("text"), input.get("postcode"));
    let quick_fix: Option<Text<'_>> = input.get("quickFix");
    let problem_type: Option<Text<'_>> = input.get("problemTypeToUse");
    input.check()?;
    let input = EstimateInput {
        text: &text,
        postcode: &postcode,
        quick_fix: quick_fix.as_deref(),
        problem_type: problem_type.as_deref(),
    };
    Ok(to_json(&estimate::estimate(book, &input)?))
}

pub(super) fn classify(input: Fields<'_, '_>) -> Answer {
    let text: Text<'_> = input.get("text");
    input.check()?;
    Ok(to_json(&classification::classification(&text)))
}

pub(super) fn region(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let postcode: Text<'_> = input.get("postcode");
    input.check()?;
    Ok(to_json(&region::region(book, &Prefix::parse_any(&postcode)?)))
}

pub(super) fn slots(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (now, cheaper) = (input.get("now"), input.get("cheaper"));
    input.check()?;
    Ok(to_json(&slots::slots(book, now, cheaper)))
}

pub(super) fn refine(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (urgency, time, base) = (input.get("urgency"), input.get("time"), pounds(input, "baseGBP"));
    input.check()?;
    Ok(to_json(&refine::refine(book, urgency, time, base)?))
}

pub(super) fn coupon(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (code, currency): (Text<'_>, Text<'_>) = (input.get("code"), input.get("currency"));
    let (amount, first) = (input.get("amountPence"), first_booking(input));
    input.check()?;
    Ok(to_json(&coupon::check(book, &code, amount, &currency, first)))
}

pub(super) fn quote(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let currency: Text<'_> = input.get("currency");
    let coupon_code: Option<Text<'_>> = input.get("couponCode");
    let quoted = QuoteInput {
        base: input.get("basePence"),
        tier: input.get("tier"),
        urgency: input.get("urgency"),
        slot_delta: pounds(input, "slotDeltaGBP"),
        time: input.get("time"),
        coupon_code: coupon_code.as_deref(),
        currency: &currency,
        first_booking: first_booking(input),
    };
    input.check()?;
    Ok(to_json(&quote::quote(book, &quoted)?))
}

pub(super) fn budget(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (total, named) = (input.get("totalPence"), pounds(input, "budgetGBP"));
    input.check()?;
    Ok(to_json(&budget::budget(book, total, named)?))
}

pub(super) fn fee(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let amount = input.get("amountPence");
    input.check()?;
    Ok(to_json(&fee::fee(book, amount)?))
}

pub(super) fn cancellation(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let cancelled = CancellationInput {
        amount: input.get("amountPence"),
        status: input.get("status"),
        urgency: input.get("urgency"),
        minutes_since_booking: input.get("minutesSinceBooking"),
        minutes_to_slot: input.get("minutesToSlot"),
    };
    input.check()?;
    Ok(to_json(&cancellation::cancellation(book, &cancelled)?))
}

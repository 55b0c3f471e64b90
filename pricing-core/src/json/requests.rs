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
use crate::phone;
use crate::postcode::{Postcode, Prefix};
use crate::quote::{self, QuoteInput};
use crate::refine;
use crate::region;
use crate::slots;
use crate::wire::{Fields, Pounds, to_json};
use alloc::string::String;

type Answer = Result<String, PricingError>;

/// An amount in pounds that may be absent.
fn pounds(input: Fields<'_, '_>, name: &'static str) -> Option<Pence> {
    input.get::<Option<Pounds>>(name).map(|pounds| pounds.0)
}

/// `firstBooking`, by default true.
fn first_booking(input: Fields<'_, '_>) -> bool {
    input.get::<Option<bool>>("firstBooking").unwrap_or(true)
}

pub(super) fn estimate(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (text, postcode) = (input.text("text"), input.text("postcode"));
    let quick_fix = input.optional_text("quickFix");
    let problem_type = input.optional_text("problemTypeToUse");
    input.check()?;
    let input = EstimateInput {
        text,
        postcode,
        quick_fix,
        problem_type,
    };
    Ok(to_json(&estimate::estimate(book, &input)?))
}

pub(super) fn classify(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let text = input.text("text");
    input.check()?;
    Ok(to_json(&classification::classification(book, text)))
}

pub(super) fn region(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let postcode = input.text("postcode");
    input.check()?;
    Ok(to_json(&region::region(book, &Prefix::parse_any(postcode)?)))
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
    let (code, currency) = (input.text("code"), input.text("currency"));
    let (amount, first) = (input.get("amountPence"), first_booking(input));
    input.check()?;
    Ok(to_json(&coupon::check(book, code, amount, currency, first)))
}

pub(super) fn quote(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let currency = input.text("currency");
    let coupon_code = input.optional_text("couponCode");
    let quoted = QuoteInput {
        base: input.get("basePence"),
        tier: input.get("tier"),
        urgency: input.get("urgency"),
        slot_delta: pounds(input, "slotDeltaGBP"),
        time: input.get("time"),
        coupon_code,
        currency,
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

/// The totals of a whole month at once, in the order of `slots`, three a slot.
pub(super) fn month_totals(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (base, now, cheaper) = (input.get("basePence"), input.get("now"), input.get("cheaper"));
    input.check()?;
    Ok(to_json(&quote::month_totals(book, base, now, cheaper)?))
}

/// What the 'Your price' card calls the schedule adjustment.
pub(super) fn delta_label(book: &PriceBook, input: Fields<'_, '_>) -> Answer {
    let (urgency, time) = (input.get("urgency"), input.get("time"));
    let delta = pounds(input, "slotDeltaGBP");
    input.check()?;
    Ok(to_json(&quote::delta_label(book, urgency, delta, time)))
}

/// A UK mobile number as `+44…`.
pub(super) fn phone(input: Fields<'_, '_>) -> Answer {
    let phone = input.text("phone");
    input.check()?;
    Ok(to_json(&phone::normalise(phone)?))
}

/// A full postcode as `SW1A 1AA`.
pub(super) fn postcode(input: Fields<'_, '_>) -> Answer {
    let postcode = input.text("postcode");
    input.check()?;
    Ok(to_json(&Postcode::parse(postcode)?.text()))
}

/// A postcode prefix in upper case.
pub(super) fn prefix(input: Fields<'_, '_>) -> Answer {
    let prefix = input.text("prefix");
    input.check()?;
    Ok(to_json(Prefix::parse(prefix)?.as_str()))
}

//! The inputs of the pricing functions as they are spelt in JSON, and the calls.

use super::{parse, write};
use crate::book::PriceBook;
use crate::budget;
use crate::calendar::{CivilDateTime, ClockTime};
use crate::cancellation::{self, CancellationInput};
use crate::classification;
use crate::coupon;
use crate::error::PricingError;
use crate::estimate::{self, EstimateInput};
use crate::fee;
use crate::money::{Pence, optional_pounds};
use crate::postcode::Prefix;
use crate::quote::{self, QuoteInput};
use crate::refine;
use crate::region;
use crate::slots;
use crate::tier::{BookingStatus, Tier, Urgency};
use serde::Deserialize;
use std::borrow::Cow;

type Answer = Result<String, PricingError>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EstimateRequest<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    postcode: Cow<'a, str>,
    #[serde(borrow, default)]
    quick_fix: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    problem_type_to_use: Option<Cow<'a, str>>,
}

pub(super) fn estimate(book: &PriceBook, json: &str) -> Answer {
    let request: EstimateRequest<'_> = parse(json)?;
    let input = EstimateInput {
        text: &request.text,
        postcode: &request.postcode,
        quick_fix: request.quick_fix.as_deref(),
        problem_type: request.problem_type_to_use.as_deref(),
    };
    write(&estimate::estimate(book, &input)?)
}

#[derive(Deserialize)]
struct ClassifyRequest<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

pub(super) fn classify(json: &str) -> Answer {
    let request: ClassifyRequest<'_> = parse(json)?;
    write(&classification::classification(&request.text))
}

#[derive(Deserialize)]
struct RegionRequest<'a> {
    #[serde(borrow)]
    postcode: Cow<'a, str>,
}

pub(super) fn region(book: &PriceBook, json: &str) -> Answer {
    let request: RegionRequest<'_> = parse(json)?;
    write(&region::region(book, &Prefix::parse_any(&request.postcode)?))
}

#[derive(Deserialize)]
struct SlotsRequest {
    now: CivilDateTime,
    #[serde(default)]
    cheaper: bool,
}

pub(super) fn slots(book: &PriceBook, json: &str) -> Answer {
    let request: SlotsRequest = parse(json)?;
    write(&slots::slots(book, request.now, request.cheaper))
}

#[derive(Deserialize)]
struct RefineRequest {
    urgency: Urgency,
    #[serde(default)]
    time: Option<ClockTime>,
    #[serde(default, rename = "baseGBP", with = "optional_pounds")]
    base: Option<Pence>,
}

pub(super) fn refine(book: &PriceBook, json: &str) -> Answer {
    let request: RefineRequest = parse(json)?;
    write(&refine::refine(book, request.urgency, request.time, request.base)?)
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CouponRequest<'a> {
    #[serde(borrow)]
    code: Cow<'a, str>,
    amount_pence: Pence,
    #[serde(borrow)]
    currency: Cow<'a, str>,
    #[serde(default = "yes")]
    first_booking: bool,
}

pub(super) fn coupon(book: &PriceBook, json: &str) -> Answer {
    let request: CouponRequest<'_> = parse(json)?;
    write(&coupon::check(book, &request.code, request.amount_pence, &request.currency, request.first_booking))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuoteRequest<'a> {
    base_pence: Pence,
    tier: Tier,
    urgency: Urgency,
    #[serde(default, rename = "slotDeltaGBP", with = "optional_pounds")]
    slot_delta: Option<Pence>,
    #[serde(default)]
    time: Option<ClockTime>,
    #[serde(borrow, default)]
    coupon_code: Option<Cow<'a, str>>,
    #[serde(borrow)]
    currency: Cow<'a, str>,
    #[serde(default = "yes")]
    first_booking: bool,
}

pub(super) fn quote(book: &PriceBook, json: &str) -> Answer {
    let request: QuoteRequest<'_> = parse(json)?;
    let input = QuoteInput {
        base: request.base_pence,
        tier: request.tier,
        urgency: request.urgency,
        slot_delta: request.slot_delta,
        time: request.time,
        coupon_code: request.coupon_code.as_deref(),
        currency: &request.currency,
        first_booking: request.first_booking,
    };
    write(&quote::quote(book, &input)?)
}

#[derive(Deserialize)]
struct BudgetRequest {
    #[serde(rename = "totalPence")]
    total: Pence,
    #[serde(default, rename = "budgetGBP", with = "optional_pounds")]
    budget: Option<Pence>,
}

pub(super) fn budget(book: &PriceBook, json: &str) -> Answer {
    let request: BudgetRequest = parse(json)?;
    write(&budget::budget(book, request.total, request.budget)?)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FeeRequest {
    amount_pence: Pence,
}

pub(super) fn fee(book: &PriceBook, json: &str) -> Answer {
    let request: FeeRequest = parse(json)?;
    write(&fee::fee(book, request.amount_pence)?)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CancellationRequest {
    amount_pence: Pence,
    status: BookingStatus,
    urgency: Urgency,
    minutes_since_booking: i64,
    #[serde(default)]
    minutes_to_slot: Option<i64>,
}

pub(super) fn cancellation(book: &PriceBook, json: &str) -> Answer {
    let request: CancellationRequest = parse(json)?;
    let input = CancellationInput {
        amount: request.amount_pence,
        status: request.status,
        urgency: request.urgency,
        minutes_since_booking: request.minutes_since_booking,
        minutes_to_slot: request.minutes_to_slot,
    };
    write(&cancellation::cancellation(book, &input)?)
}

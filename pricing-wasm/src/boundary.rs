//! What crosses between JavaScript and Rust. Doubles that mean money become integer pence here, or are refused.

use crate::errors::Refused;
use crate::loaded::book;
use pricing_core::calendar::{CivilDateTime, ClockTime};
use pricing_core::wire::{ToJson, to_json};
use pricing_core::{Pence, PricingError, Urgency, json};
use wasm_bindgen::JsValue;

/// An answer as a JavaScript object.
pub(crate) fn to_js<T: ToJson>(answer: &T) -> Result<JsValue, Refused> {
    parsed(&to_json(answer))
}

/// Calls a function of the JSON surface with a JavaScript object.
pub(crate) fn call(function: &str, input: &JsValue) -> Result<JsValue, Refused> {
    let input = js_sys::JSON::stringify(input).map(String::from).unwrap_or_default();
    parsed(&json::try_call(book(), function, &input)?)
}

fn parsed(json: &str) -> Result<JsValue, Refused> {
    js_sys::JSON::parse(json).map_err(|_| Refused::from(PricingError::request("internal", "The answer is not JSON.")))
}

/// A whole double well inside what doubles hold exactly.
fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and at most 10^12: the conversion is exact")]
    (value.trunc() == value && value.abs() <= 1e12).then_some(value as i64)
}

/// A whole number of pence.
pub(crate) fn pence(value: f64, field: &'static str) -> Result<Pence, Refused> {
    let refused = || PricingError::field("invalid_amount", field, "An amount must be a whole number of pence.");
    Ok(whole(value).map(Pence).ok_or_else(refused)?)
}

/// Pounds with at most two decimals, if any were sent. The double nearest to such an amount is far less than a thousandth of
/// a penny off.
pub(crate) fn optional_pounds(value: Option<f64>, field: &'static str) -> Result<Option<Pence>, Refused> {
    let Some(value) = value else { return Ok(None) };
    let rounded = (value * 100.0).round();
    let refused = || PricingError::field("invalid_amount", field, "An amount in pounds has at most two decimals.");
    let exact = (value * 100.0 - rounded).abs() < 1e-3;
    Ok(Some(whole(rounded).filter(|_| exact).map(Pence).ok_or_else(refused)?))
}

/// `18:30`, if one was sent.
pub(crate) fn clock_time(text: Option<&str>) -> Result<Option<ClockTime>, Refused> {
    Ok(text.map(str::parse).transpose()?)
}

/// `2026-11-21T10:05`.
pub(crate) fn wall_clock(text: &str) -> Result<CivilDateTime, Refused> {
    Ok(text.parse::<CivilDateTime>()?)
}

/// An urgency by its name.
pub(crate) fn urgency(name: &str) -> Result<Urgency, Refused> {
    let refused = || PricingError::field("invalid_request", "urgency", "Use EMERGENCY, ASAP or SCHEDULED.");
    let all = [Urgency::Emergency, Urgency::Asap, Urgency::Scheduled];
    Ok(all.into_iter().find(|urgency| urgency.as_str() == name).ok_or_else(refused)?)
}

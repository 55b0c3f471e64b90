//! What crosses between JavaScript and Rust: requests of the JSON surface, answers as JavaScript objects.

use crate::errors::Refused;
use crate::loaded::book;
use pricing_core::wire::Value;
use pricing_core::{Pence, PricingError, json};
use std::borrow::Cow;
use wasm_bindgen::JsValue;

/// An answer as a JavaScript object.
#[inline(never)]
fn parsed(answer: Result<String, PricingError>) -> Result<JsValue, Refused> {
    let parse =
        |json: String| js_sys::JSON::parse(&json).map_err(|_| PricingError::request("internal", "not JSON"));
    answer.and_then(parse).map_err(Refused::from)
}

/// Calls a function of the JSON surface with these fields.
#[inline(never)]
pub(crate) fn ask(function: &str, input: &[(Cow<'_, str>, Value<'_>)]) -> Result<JsValue, Refused> {
    parsed(json::call_with(book(), function, input))
}

/// Calls a function of the JSON surface with a JavaScript object.
#[inline(never)]
pub(crate) fn ask_with(function: &str, input: &JsValue) -> Result<JsValue, Refused> {
    let input = js_sys::JSON::stringify(input)
        .map(String::from)
        .unwrap_or_default();
    parsed(json::try_call(book(), function, &input))
}

/// A whole double well inside what doubles hold exactly.
#[inline(never)]
fn whole(value: f64) -> Option<i64> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole and at most 10^12: the conversion is exact"
    )]
    (value.trunc() == value && value.abs() <= 1e12).then_some(value as i64)
}

/// A whole number of pence.
pub(crate) fn pence(value: f64, field: &'static str) -> Result<Pence, Refused> {
    let refused = || {
        PricingError::field(
            "invalid_request",
            field,
            "An amount must be a whole number of pence.",
        )
    };
    Ok(whole(value).map(Pence).ok_or_else(refused)?)
}

/// Pounds with at most two decimals, if any were sent. The double nearest to such an amount is far less than a thousandth of
/// a penny off.
pub(crate) fn optional_pounds(value: Option<f64>, field: &'static str) -> Result<Option<Pence>, Refused> {
    let Some(value) = value else { return Ok(None) };
    let rounded = (value * 100.0).round();
    let refused = || {
        PricingError::field(
            "invalid_request",
            field,
            "An amount in pounds has at most two decimals.",
        )
    };
    let exact = (value * 100.0 - rounded).abs() < 1e-3;
    Ok(Some(
        whole(rounded).filter(|_| exact).map(Pence).ok_or_else(refused)?,
    ))
}

/// The text of a number of JavaScript's, as JSON would write it.
pub(crate) fn number(value: f64) -> String {
    js_sys::JSON::stringify(&JsValue::from_f64(value))
        .map(String::from)
        .unwrap_or_default()
}

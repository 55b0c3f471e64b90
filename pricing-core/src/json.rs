//! One request a line, one bare answer a line: the same bytes from `callout price --json` and from the wasm module
//! (architecture.md, "Pricing surface").

mod requests;

use crate::book::PriceBook;
use crate::error::PricingError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, rename = "fn")]
    function: Cow<'a, str>,
    #[serde(borrow, rename = "in")]
    input: &'a RawValue,
}

#[derive(Serialize)]
struct Refusal<'a> {
    error: RefusalBody<'a>,
}

#[derive(Serialize)]
struct RefusalBody<'a> {
    code: &'a str,
    message: &'a str,
}

/// Answers one request line. Never fails: whatever is wrong is `{"error":{"code","message"}}`.
#[must_use]
pub fn answer(book: &PriceBook, line: &str) -> String {
    try_answer(book, line).unwrap_or_else(|error| refusal(&error))
}

fn try_answer(book: &PriceBook, line: &str) -> Result<String, PricingError> {
    let request: Request<'_> = parse(line)?;
    let input = request.input.get();
    match &*request.function {
        "estimate" => requests::estimate(book, input),
        "classify" => requests::classify(input),
        "region" => requests::region(book, input),
        "slots" => requests::slots(book, input),
        "refine" => requests::refine(book, input),
        "coupon" => requests::coupon(book, input),
        "quote" => requests::quote(book, input),
        "budget" => requests::budget(book, input),
        "fee" => requests::fee(book, input),
        "cancellation" => requests::cancellation(book, input),
        other => Err(PricingError::request("unknown_function", format!("There is no pricing function \"{other}\"."))),
    }
}

/// The error body.
#[must_use]
pub fn refusal(error: &PricingError) -> String {
    write(&Refusal { error: RefusalBody { code: error.code, message: &error.message } }).unwrap_or_default()
}

fn parse<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, PricingError> {
    serde_json::from_str(json).map_err(|error| PricingError::request("invalid_request", error.to_string()))
}

fn write<T: Serialize>(answer: &T) -> Result<String, PricingError> {
    serde_json::to_string(answer).map_err(|error| PricingError::request("internal", error.to_string()))
}

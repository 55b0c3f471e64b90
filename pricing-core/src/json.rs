//! One request a line, one bare answer a line: the same bytes from `callout price --json` and from the wasm module
//! (architecture.md, "Pricing surface").

mod requests;

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::wire::{self, Fields, Report, ToJson, Value, Writer};
use std::borrow::Cow;

/// `{"error":{"code","message"}}`.
struct Refusal<'a>(&'a PricingError);

impl ToJson for Refusal<'_> {
    fn write(&self, out: &mut Writer) {
        let body = |out: &mut Writer| {
            out.field("code", self.0.code);
            out.field("message", self.0.message.as_str());
        };
        out.object(|out| out.nested("error", body));
    }
}

/// Answers one request line. Never fails: whatever is wrong is `{"error":{"code","message"}}`.
#[must_use]
pub fn answer(book: &PriceBook, line: &str) -> String {
    line_answer(book, line).unwrap_or_else(|error| wire::to_json(&Refusal(&error)))
}

fn line_answer(book: &PriceBook, line: &str) -> Result<String, PricingError> {
    let (report, line) = (Report::default(), wire::parse(line)?);
    let request = Fields::of(Some(&line), &report);
    let function: Cow<'_, str> = request.get("fn");
    let input = Fields::of(request.value("in"), &report);
    request.check()?;
    call(book, &function, input)
}

/// Calls a pricing function with its input as JSON.
///
/// # Errors
/// `invalid_request`, `unknown_function`, or the function's own.
pub fn try_call(book: &PriceBook, function: &str, input: &str) -> Result<String, PricingError> {
    let (report, input) = (Report::default(), wire::parse(input)?);
    call(book, function, Fields::of(Some(&input), &report))
}

/// Calls a pricing function with its input's fields.
///
/// # Errors
/// As [`try_call`].
pub fn call_with(
    book: &PriceBook,
    function: &str,
    input: &[(Cow<'_, str>, Value<'_>)],
) -> Result<String, PricingError> {
    let report = Report::default();
    call(book, function, Fields::these(input, &report))
}

#[inline(never)]
fn call(book: &PriceBook, function: &str, input: Fields<'_, '_>) -> Result<String, PricingError> {
    match function {
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
        other => Err(PricingError::request(
            "unknown_function",
            format!("There is no pricing function \"{other}\"."),
        )),
    }
}

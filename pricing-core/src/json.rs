//! One request a line, one bare answer a line: the same bytes from `callout price --json` and from the wasm module
//! (architecture.md, "Pricing surface").

mod requests;

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::strings::joined;
use crate::wire::{self, Fields, Report, ToJson, Writer};
use alloc::string::String;

/// `{"error":{"code","message"}}`, for the browser with the field at fault if there is one.
struct Refusal<'a> {
    error: &'a PricingError,
    names_field: bool,
}

impl ToJson for Refusal<'_> {
    fn write(&self, out: &mut Writer) {
        let body = |out: &mut Writer| {
            out.field("code", self.error.code);
            out.field("message", self.error.message.as_str());
            if let Some(field) = self.error.field.filter(|_| self.names_field) {
                out.field("field", field);
            }
        };
        out.object(|out| out.nested("error", body));
    }
}

/// Answers one request line. Never fails: whatever is wrong is `{"error":{"code","message"}}`.
#[must_use]
pub fn answer(book: &PriceBook, line: &str) -> String {
    answer_naming_field(book, line, false)
}

/// Answers one request line; `names_field` says whether a refusal names the field at fault.
#[must_use]
pub fn answer_naming_field(book: &PriceBook, line: &str, names_field: bool) -> String {
    line_answer(book, line).unwrap_or_else(|error| {
        let error = &error;
        wire::to_json(&Refusal { error, names_field })
    })
}

fn line_answer(book: &PriceBook, line: &str) -> Result<String, PricingError> {
    let (report, line) = (Report::default(), wire::parse(line)?);
    let request = Fields::of(Some(&line), &report);
    let function = request.text("fn");
    let input = Fields::of(request.value("in"), &report);
    request.check()?;
    call(book, function, input)
}

#[inline(never)]
fn call(book: &PriceBook, function: &str, input: Fields<'_, '_>) -> Result<String, PricingError> {
    match function {
        "estimate" => requests::estimate(book, input),
        "classify" => requests::classify(book, input),
        "region" => requests::region(book, input),
        "slots" => requests::slots(book, input),
        "refine" => requests::refine(book, input),
        "coupon" => requests::coupon(book, input),
        "quote" => requests::quote(book, input),
        "budget" => requests::budget(book, input),
        "fee" => requests::fee(book, input),
        "cancellation" => requests::cancellation(book, input),
        "monthTotals" => requests::month_totals(book, input),
        "deltaLabel" => requests::delta_label(book, input),
        "phone" => requests::phone(input),
        "postcode" => requests::postcode(input),
        "prefix" => requests::prefix(input),
        other => Err(PricingError::request(
            "unknown_function",
            joined(&["There is no pricing function \"", other, "\"."]),
        )),
    }
}

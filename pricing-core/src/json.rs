//! `callout price --json`: one request a line, one bare answer a line.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::functions::{Refusal, call, invalid};
use serde::Deserialize;
use serde_json::{Serializer, Value};

/// `{"fn": …, "in": {…}}`.
#[derive(Deserialize)]
struct Request {
    #[serde(rename = "fn")]
    name: String,
    #[serde(rename = "in")]
    input: Value,
}

/// Answers one request line. Never fails: whatever is wrong is `{"error":{"code","message"}}`.
#[must_use]
pub fn answer(book: &PriceBook, line: &str) -> String {
    line_answer(book, line)
        .unwrap_or_else(|error| serde_json::to_string(&Refusal::from(&error)).unwrap_or_default())
}

fn line_answer(book: &PriceBook, line: &str) -> Result<String, PricingError> {
    let request: Request = serde_json::from_str(line).map_err(invalid)?;
    if !request.input.is_object() {
        return Err(invalid("in: expected an object"));
    }
    let mut answer = Vec::with_capacity(1024);
    call(
        book,
        &request.name,
        request.input,
        &mut Serializer::new(&mut answer),
    )?;
    String::from_utf8(answer).map_err(|error| PricingError::request("internal", error.to_string()))
}

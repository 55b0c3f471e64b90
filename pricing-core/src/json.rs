//! `callout price --json`: one request a line, one bare answer a line.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::functions::{Input, Refusal, call, invalid};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Serializer, Value};

/// `{"fn": …, "in": {…}}`.
#[derive(Deserialize)]
struct Request {
    #[serde(rename = "fn")]
    name: String,
    #[serde(rename = "in")]
    input: Value,
}

impl Input for Value {
    fn read<T: DeserializeOwned>(self) -> Result<T, PricingError> {
        serde_path_to_error::deserialize(self).map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            // The path of the request itself is a lone dot.
            match path.as_str() {
                "." => invalid(inner),
                field => PricingError::field("invalid_request", path.clone(), format!("{field}: {inner}")),
            }
        })
    }
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

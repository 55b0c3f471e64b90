//! Callout's pricing rules for the browser: a thin layer over `pricing-core` without any rules. Requests and answers cross
//! the boundary as plain objects; their TypeScript types are generated from the Rust ones.
// Natively there are no JavaScript objects to read: `callout price --json` is the native way in.
#![cfg(target_family = "wasm")]

mod loaded;

use js_sys::{Array, Error, Reflect};
use pricing_core::PricingError;
use pricing_core::book::ShownBook;
use pricing_core::functions::{Refusal, call, invalid};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What every function here returns to JavaScript, or throws.
type Answer = Result<JsValue, JsValue>;

/// Absent values are `null`, as in JSON.
const SERIALIZER: Serializer = Serializer::new().serialize_missing_as_null(true);

#[wasm_bindgen(typescript_custom_section)]
const FAILURE: &str = r#"
/** What every function here throws when it refuses: `message` is for people, `code` and `field` are for programs. */
export interface PricingFailure extends Error {
    code: string;
    field?: string;
}
"#;

/// An `Error` with `code` and, where one field is at fault, `field`.
fn failure(error: &PricingError) -> JsValue {
    let failure = Error::new(&error.message);
    let mut named = vec![("code", error.code)];
    if let Some(field) = &error.field {
        named.push(("field", field));
    }
    for (name, value) in named {
        // Cannot fail: a new Error is an ordinary object.
        let _ = Reflect::set(&failure, &name.into(), &value.into());
    }
    failure.into()
}

fn answer_of(name: &str, request: JsValue) -> Result<JsValue, PricingError> {
    loaded::with_book(|book| call(book, name, request, &SERIALIZER))
}

fn ask(name: &str, request: JsValue) -> Answer {
    answer_of(name, request).map_err(|error| failure(&error))
}

/// Estimates a job.
#[wasm_bindgen(unchecked_return_type = "Estimate")]
pub fn estimate(#[wasm_bindgen(unchecked_param_type = "EstimateInput")] request: JsValue) -> Answer {
    ask("estimate", request)
}

/// Classifies a description.
#[wasm_bindgen(unchecked_return_type = "ClassificationAnswer")]
pub fn classify(#[wasm_bindgen(unchecked_param_type = "ClassifyInput")] request: JsValue) -> Answer {
    ask("classify", request)
}

/// The region of a postcode prefix or of a full postcode.
#[wasm_bindgen(unchecked_return_type = "RegionAnswer")]
pub fn region(#[wasm_bindgen(unchecked_param_type = "RegionInput")] request: JsValue) -> Answer {
    ask("region", request)
}

/// Whom to call about gas and carbon monoxide in an area, or anywhere.
#[wasm_bindgen(js_name = emergencyNumbers, unchecked_return_type = "EmergencyNumber[]")]
pub fn emergency_numbers(
    #[wasm_bindgen(unchecked_param_type = "EmergencyNumbersInput")] request: JsValue,
) -> Answer {
    ask("emergencyNumbers", request)
}

/// The slots that can be booked from `now` on.
#[wasm_bindgen(unchecked_return_type = "Slot[]")]
pub fn slots(#[wasm_bindgen(unchecked_param_type = "SlotsInput")] request: JsValue) -> Answer {
    ask("slots", request)
}

/// The 'Your price' card before there is an estimate.
#[wasm_bindgen(unchecked_return_type = "RefinedPrice")]
pub fn refine(#[wasm_bindgen(unchecked_param_type = "RefineInput")] request: JsValue) -> Answer {
    ask("refine", request)
}

/// What a coupon takes off an amount, or why not.
#[wasm_bindgen(unchecked_return_type = "CouponAnswer")]
pub fn coupon(#[wasm_bindgen(unchecked_param_type = "CouponInput")] request: JsValue) -> Answer {
    ask("coupon", request)
}

/// Prices a booking: lines that add up to the amount.
#[wasm_bindgen(unchecked_return_type = "Quote")]
pub fn quote(#[wasm_bindgen(unchecked_param_type = "QuoteInput")] request: JsValue) -> Answer {
    ask("quote", request)
}

/// The suggested budget, and how a named one compares with the price.
#[wasm_bindgen(unchecked_return_type = "BudgetAnswer")]
pub fn budget(#[wasm_bindgen(unchecked_param_type = "BudgetInput")] request: JsValue) -> Answer {
    ask("budget", request)
}

/// The pro's share of a price.
#[wasm_bindgen(unchecked_return_type = "Fee")]
pub fn fee(#[wasm_bindgen(unchecked_param_type = "FeeInput")] request: JsValue) -> Answer {
    ask("fee", request)
}

/// What cancelling now costs.
#[wasm_bindgen(unchecked_return_type = "Cancellation")]
pub fn cancellation(#[wasm_bindgen(unchecked_param_type = "CancellationInput")] request: JsValue) -> Answer {
    ask("cancellation", request)
}

/// A whole month in one call: the total of every slot with each tier, before any coupon, in the order of `slots`.
#[wasm_bindgen(js_name = monthGrid, unchecked_return_type = "SlotTotals[]")]
pub fn month_grid(#[wasm_bindgen(unchecked_param_type = "MonthGridInput")] request: JsValue) -> Answer {
    ask("monthGrid", request)
}

/// What the 'Your price' card calls the schedule adjustment.
#[wasm_bindgen(js_name = deltaLabel, unchecked_return_type = "string")]
pub fn delta_label(#[wasm_bindgen(unchecked_param_type = "DeltaLabelInput")] request: JsValue) -> Answer {
    ask("deltaLabel", request)
}

/// What was typed into a field, in its one spelling: see `pricing_core::typed`.
#[wasm_bindgen(unchecked_return_type = "string")]
pub fn typed(#[wasm_bindgen(unchecked_param_type = "TypedInput")] request: JsValue) -> Answer {
    ask("typed", request)
}

/// Uses this book from now on. A book that is refused changes nothing.
#[wasm_bindgen(js_name = loadBook)]
pub fn load_book(#[wasm_bindgen(unchecked_param_type = "object")] book: JsValue) -> Result<(), JsValue> {
    loaded::load(book).map_err(|error| failure(&PricingError::request("invalid_book", error.to_string())))
}

/// The parts of the book in use that screens show.
#[wasm_bindgen(js_name = shownBook, unchecked_return_type = "ShownBook")]
pub fn shown_book() -> Answer {
    loaded::with_book(|book| Ok(ShownBook::from(book).serialize(&SERIALIZER)?))
}

/// Answers `{fn, in}` as `callout price --json` does, by an object instead of a line: for the parity tests.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn answer(
    #[wasm_bindgen(unchecked_param_type = "{ fn: string; in: object }")] request: &JsValue,
) -> Answer {
    request_answer(request).or_else(|error| Ok(Refusal::from(&error).serialize(&SERIALIZER)?))
}

fn request_answer(request: &JsValue) -> Result<JsValue, PricingError> {
    let field = |name: &str| Reflect::get(request, &name.into()).unwrap_or_default();
    let name = field("fn")
        .as_string()
        .ok_or_else(|| invalid("fn: expected text"))?;
    let input = field("in");
    if !input.is_object() || Array::is_array(&input) {
        return Err(invalid("in: expected an object"));
    }
    answer_of(&name, input)
}

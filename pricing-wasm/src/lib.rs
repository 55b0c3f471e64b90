//! Callout's pricing rules for the browser: a thin skin over `pricing-core` with no rule in it.
//!
//! Objects cross the boundary as the very JSON that the server answers, read by the browser's own parser; plain numbers
//! cross where it must be fastest ([`month_totals`]).

#![expect(
    clippy::needless_pass_by_value,
    reason = "JavaScript hands over values, not references"
)]

mod boundary;
mod errors;
mod loaded;
mod typescript;

use boundary::{ask, ask_with, number, optional_pounds, pence};
use errors::Refused;
use loaded::book;
use pricing_core::calendar::{CivilDateTime, ClockTime};
use pricing_core::postcode::{Postcode, Prefix};
use pricing_core::wire::Value;
use pricing_core::{PricingError, Urgency, quote};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

type Answer = Result<JsValue, Refused>;

/// Makes a panic an error with a text; runs when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Prices by this book from now on; a book that does not pass validation changes nothing.
///
/// # Errors
/// `invalid_book`.
#[wasm_bindgen(js_name = loadBook)]
pub fn load_book(json: String) -> Result<(), Refused> {
    loaded::load(json)
}

/// The version of the book in use.
#[wasm_bindgen(js_name = bookVersion)]
#[must_use]
pub fn book_version() -> String {
    book().version.clone()
}

/// The book in use, as JSON.
#[wasm_bindgen(js_name = bookJson)]
#[must_use]
pub fn book_json() -> String {
    loaded::json().to_owned()
}

/// Answers one request line with the very bytes of `callout price --json`.
#[wasm_bindgen(js_name = priceJson)]
#[must_use]
pub fn price_json(line: &str) -> String {
    pricing_core::json::answer(book(), line)
}

/// Estimates a job.
///
/// # Errors
/// As [`pricing_core::estimate::estimate`].
#[wasm_bindgen(js_name = estimate, unchecked_return_type = "Estimate")]
pub fn estimate_job(
    text: &str,
    postcode: &str,
    quick_fix: Option<String>,
    problem_type: Option<String>,
) -> Answer {
    let input = [
        ("text".into(), text.into()),
        ("postcode".into(), postcode.into()),
        ("quickFix".into(), quick_fix.as_deref().into()),
        ("problemTypeToUse".into(), problem_type.as_deref().into()),
    ];
    ask("estimate", &input)
}

/// Classifies a description.
///
/// # Errors
/// None in practice.
#[wasm_bindgen(unchecked_return_type = "Classification")]
pub fn classify(text: &str) -> Answer {
    ask("classify", &[("text".into(), text.into())])
}

/// The region of a postcode prefix or of a full postcode.
///
/// # Errors
/// `invalid_postcode`.
#[wasm_bindgen(js_name = region, unchecked_return_type = "Region")]
pub fn region_of(postcode: &str) -> Answer {
    ask("region", &[("postcode".into(), postcode.into())])
}

/// The slots from `now` (London's wall clock, `2026-11-21T10:05`) on.
///
/// # Errors
/// `invalid_now`.
#[wasm_bindgen(js_name = slots, unchecked_return_type = "Slot[]")]
pub fn slots_from(now: &str, cheaper: bool) -> Answer {
    ask(
        "slots",
        &[
            ("now".into(), now.into()),
            ("cheaper".into(), Value::Bool(cheaper)),
        ],
    )
}

/// The 'Your price' card before there is an estimate.
///
/// # Errors
/// `invalid_time`, `invalid_amount`.
#[wasm_bindgen(js_name = refine, unchecked_return_type = "RefinedPrice")]
pub fn refined(
    #[wasm_bindgen(unchecked_param_type = "Urgency")] urgency: &str,
    time: Option<String>,
    base_gbp: Option<f64>,
) -> Answer {
    let base = base_gbp.map(number);
    let input = [
        ("urgency".into(), urgency.into()),
        ("time".into(), time.as_deref().into()),
        (
            "baseGBP".into(),
            base.as_deref().map_or(Value::Null, Value::Number),
        ),
    ];
    ask("refine", &input)
}

/// What a coupon takes off an amount, or why not.
///
/// # Errors
/// `invalid_amount` if the amount is no whole number of pence.
#[wasm_bindgen(js_name = coupon, unchecked_return_type = "CouponAnswer")]
pub fn check_coupon(code: &str, amount_pence: f64, currency: &str, first_booking: Option<bool>) -> Answer {
    let amount = number(amount_pence);
    let input = [
        ("code".into(), code.into()),
        ("amountPence".into(), Value::Number(&amount)),
        ("currency".into(), currency.into()),
        ("firstBooking".into(), Value::Bool(first_booking.unwrap_or(true))),
    ];
    ask("coupon", &input)
}

/// Prices a booking: lines that add up to the amount.
///
/// # Errors
/// As [`pricing_core::quote::quote`].
#[wasm_bindgen(js_name = quote, unchecked_return_type = "Quote")]
pub fn quote_booking(#[wasm_bindgen(unchecked_param_type = "QuoteInput")] input: JsValue) -> Answer {
    ask_with("quote", &input)
}

/// What the 'Your price' card calls the schedule adjustment.
///
/// # Errors
/// `invalid_time`, `invalid_amount`.
#[wasm_bindgen(js_name = deltaLabel)]
pub fn delta_label(
    #[wasm_bindgen(unchecked_param_type = "Urgency")] urgency: &str,
    slot_delta_gbp: Option<f64>,
    time: Option<String>,
) -> Result<String, Refused> {
    let time = time.as_deref().map(str::parse::<ClockTime>).transpose()?;
    let delta = optional_pounds(slot_delta_gbp, "slotDeltaGBP")?;
    let refused = || PricingError::field("invalid_request", "urgency", "Use EMERGENCY, ASAP or SCHEDULED.");
    let urgency = Urgency::named(urgency).ok_or_else(refused)?;
    Ok(quote::delta_label(book(), urgency, delta, time))
}

/// The hot path: totals before any coupon in pence, three a slot (ECONOMY, STANDARD, PRIORITY), in the order of `slots`.
///
/// # Errors
/// `invalid_now`, `invalid_amount`.
#[wasm_bindgen(js_name = monthTotals)]
pub fn month_totals(base_pence: f64, now: &str, cheaper: bool) -> Result<Vec<i32>, Refused> {
    let (base, now) = (pence(base_pence, "basePence")?, now.parse::<CivilDateTime>()?);
    Ok(quote::month_totals(book(), base, now, cheaper)?)
}

/// The suggested budget, and how a named one compares with the price.
///
/// # Errors
/// `invalid_total`, `invalid_budget`.
#[wasm_bindgen(js_name = budget, unchecked_return_type = "BudgetAnswer")]
pub fn judge_budget(total_pence: f64, budget_gbp: Option<f64>) -> Answer {
    let (total, named) = (number(total_pence), budget_gbp.map(number));
    let input = [
        ("totalPence".into(), Value::Number(&total)),
        (
            "budgetGBP".into(),
            named.as_deref().map_or(Value::Null, Value::Number),
        ),
    ];
    ask("budget", &input)
}

/// What the pro gets of a price.
///
/// # Errors
/// `invalid_amount`.
#[wasm_bindgen(js_name = fee, unchecked_return_type = "Fee")]
pub fn platform_fee(amount_pence: f64) -> Answer {
    let amount = number(amount_pence);
    ask("fee", &[("amountPence".into(), Value::Number(&amount))])
}

/// What cancelling now costs.
///
/// # Errors
/// As [`pricing_core::cancellation::cancellation`].
#[wasm_bindgen(js_name = cancellation, unchecked_return_type = "Cancellation")]
pub fn cancelling(#[wasm_bindgen(unchecked_param_type = "CancellationInput")] input: JsValue) -> Answer {
    ask_with("cancellation", &input)
}

/// A UK mobile number as `+44…`.
///
/// # Errors
/// `invalid_phone` ('Please enter a valid UK mobile number.').
#[wasm_bindgen(js_name = normalisePhone)]
pub fn normalise_phone(input: &str) -> Result<String, Refused> {
    Ok(pricing_core::phone::normalise(input)?)
}

/// A full postcode as `SW1A 1AA`.
///
/// # Errors
/// `invalid_postcode`.
#[wasm_bindgen(js_name = formatPostcode)]
pub fn format_postcode(input: &str) -> Result<String, Refused> {
    Ok(Postcode::parse(input)?.to_string())
}

/// A postcode prefix in upper case.
///
/// # Errors
/// `invalid_postcode` with the documents' message.
#[wasm_bindgen(js_name = checkPrefix)]
pub fn check_prefix(input: &str) -> Result<String, Refused> {
    Ok(Prefix::parse(input)?.to_string())
}

//! The pricing functions by name: a request in, an answer out. Serde reads the one and writes the other: `serde_json` for
//! `callout price --json`, `serde-wasm-bindgen` for the browser.

mod requests;

use crate::book::PriceBook;
use crate::cancellation::cancellation;
use crate::classification::classification;
use crate::error::PricingError;
use crate::estimate::estimate;
use crate::postcode::Prefix;
use crate::{budget, coupon, fee, quote, refine, region, slots};
use requests::{
    BudgetInput, ClassifyInput, CouponInput, DeltaLabelInput, FeeInput, MonthGridInput, RefineInput,
    RegionInput, SlotsInput,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Answers the request `input` of the function `name` into `out`.
///
/// # Errors
/// `unknown_function`; `invalid_request` for an input that is not of the function's type, with the path of the field at
/// fault; otherwise what the function's own rules refuse.
pub fn call<'de, D: Deserializer<'de>, S: Serializer>(
    book: &PriceBook,
    name: &str,
    input: D,
    out: S,
) -> Result<S::Ok, PricingError> {
    match name {
        "estimate" => write(out, &estimate(book, &read(input)?)?),
        "classify" => {
            let ClassifyInput { text } = read(input)?;
            write(out, &classification(book, &text))
        }
        "region" => {
            let RegionInput { postcode } = read(input)?;
            write(out, &region::region(book, &Prefix::parse_any(&postcode)?))
        }
        "slots" => {
            let SlotsInput { now, cheaper } = read(input)?;
            write(out, &slots::slots(book, now, cheaper))
        }
        "refine" => {
            let RefineInput { urgency, time, base } = read(input)?;
            write(out, &refine::refine(book, urgency, time, base)?)
        }
        "coupon" => {
            let wanted: CouponInput = read(input)?;
            let first = wanted.first_booking.unwrap_or(true);
            write(
                out,
                &coupon::check(book, &wanted.code, wanted.amount, &wanted.currency, first),
            )
        }
        "quote" => write(out, &quote::quote(book, &read(input)?)?),
        "budget" => {
            let BudgetInput { total, budget } = read(input)?;
            write(out, &budget::budget(book, total, budget)?)
        }
        "fee" => {
            let FeeInput { amount, rate } = read(input)?;
            write(out, &fee::fee_at(rate.unwrap_or(book.fee_basis_points), amount)?)
        }
        "cancellation" => write(out, &cancellation(book, &read(input)?)?),
        "monthGrid" => {
            let MonthGridInput { base, now, cheaper } = read(input)?;
            write(out, &quote::month_grid(book, base, now, cheaper)?)
        }
        "deltaLabel" => {
            let DeltaLabelInput {
                urgency,
                slot_delta,
                time,
            } = read(input)?;
            write(out, &quote::delta_label(book, urgency, slot_delta, time))
        }
        other => Err(PricingError::request(
            "unknown_function",
            format!("There is no pricing function \"{other}\"."),
        )),
    }
}

fn read<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<T, PricingError> {
    serde_path_to_error::deserialize(input).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        // The path of the request itself is a lone dot.
        match path.as_str() {
            "." => invalid(inner),
            field => PricingError::field("invalid_request", path.clone(), format!("{field}: {inner}")),
        }
    })
}

fn write<S: Serializer>(out: S, answer: &impl Serialize) -> Result<S::Ok, PricingError> {
    answer
        .serialize(out)
        .map_err(|error| PricingError::request("internal", error.to_string()))
}

/// The answer to a refused request: `{"error": {"code", "message"}}`.
#[derive(Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct Refusal<'a> {
    error: Reason<'a>,
}

/// Why a request was refused.
#[derive(Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
struct Reason<'a> {
    /// For programs.
    code: &'a str,
    /// For people.
    message: &'a str,
}

impl<'a> From<&'a PricingError> for Refusal<'a> {
    fn from(error: &'a PricingError) -> Self {
        Self {
            error: Reason {
                code: error.code,
                message: &error.message,
            },
        }
    }
}

/// A request that can't be read.
#[must_use]
pub fn invalid(reason: impl fmt::Display) -> PricingError {
    PricingError::request("invalid_request", reason.to_string())
}

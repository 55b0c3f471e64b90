//! The pricing functions by name: a request in, an answer out. Serde reads the one and writes the other, as JSON for
//! `callout price --json`, as objects for the browser.

mod requests;

use crate::book::PriceBook;
use crate::cancellation::cancellation;
use crate::classification::classification;
use crate::error::PricingError;
use crate::estimate::estimate;
use crate::postcode::Prefix;
use crate::typed;
use crate::{budget, coupon, emergency, fee, quote, refine, region, slots};
use requests::{
    BudgetInput, ClassifyInput, CouponInput, DeltaLabelInput, EmergencyNumbersInput, FeeInput,
    MonthGridInput, RefineInput, RegionInput, SlotsInput, TypedInput,
};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use std::fmt;

/// A request that has not been read yet.
pub trait Input {
    /// Reads it.
    ///
    /// # Errors
    /// `invalid_request` with the path of the field at fault, if it is not of this type.
    fn read<T: DeserializeOwned>(self) -> Result<T, PricingError>;
}

/// Answers the request `input` of the function `name` into `out`.
///
/// # Errors
/// `unknown_function`; `invalid_request` for an input that is not of the function's type, with the path of the field at
/// fault; otherwise what the function's own rules refuse.
pub fn call<S: Serializer>(
    book: &PriceBook,
    name: &str,
    input: impl Input,
    out: S,
) -> Result<S::Ok, PricingError> {
    match name {
        "estimate" => write(out, &estimate(book, &input.read()?)?),
        "classify" => {
            let ClassifyInput { text } = input.read()?;
            write(out, &classification(book, &text))
        }
        "region" => {
            let RegionInput { postcode } = input.read()?;
            write(out, &region::region(book, &Prefix::parse_any(&postcode)?))
        }
        "emergencyNumbers" => {
            let EmergencyNumbersInput { postcode } = input.read()?;
            // Whoever needs the numbers is told them: a postcode that can't be read is an unknown area.
            let prefix = postcode.and_then(|postcode| Prefix::parse_any(&postcode).ok());
            write(out, &emergency::for_gas(book, prefix.as_ref().map(Prefix::area)))
        }
        "slots" => {
            let SlotsInput { now, cheaper } = input.read()?;
            write(out, &slots::slots(book, now, cheaper))
        }
        "refine" => {
            let RefineInput { urgency, time, base } = input.read()?;
            write(out, &refine::refine(book, urgency, time, base)?)
        }
        "coupon" => {
            let wanted: CouponInput = input.read()?;
            let first = wanted.first_booking.unwrap_or(true);
            write(
                out,
                &coupon::check(book, &wanted.code, wanted.amount, &wanted.currency, first),
            )
        }
        "quote" => write(out, &quote::quote(book, &input.read()?)?),
        "budget" => {
            let BudgetInput { total, budget } = input.read()?;
            write(out, &budget::budget(book, total, budget)?)
        }
        "fee" => {
            let FeeInput { amount, rate } = input.read()?;
            write(out, &fee::fee_at(rate.unwrap_or(book.fee_basis_points), amount)?)
        }
        "cancellation" => write(out, &cancellation(book, &input.read()?)?),
        "monthGrid" => {
            let MonthGridInput { base, now, cheaper } = input.read()?;
            write(out, &quote::month_grid(book, base, now, cheaper)?)
        }
        "deltaLabel" => {
            let DeltaLabelInput {
                urgency,
                slot_delta,
                time,
            } = input.read()?;
            write(out, &quote::delta_label(book, urgency, slot_delta, time))
        }
        "typed" => {
            let TypedInput { kind, text } = input.read()?;
            write(out, &typed::read(kind, &text)?)
        }
        other => Err(PricingError::request(
            "unknown_function",
            format!("There is no pricing function \"{other}\"."),
        )),
    }
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

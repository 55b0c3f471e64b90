//! What JavaScript sends, checked: doubles become integer pence here or are refused.

use crate::errors::Refused;
use pricing_core::calendar::{CivilDateTime, ClockTime};
use pricing_core::{BookingStatus, Pence, PricingError, Tier, Urgency, cancellation, quote};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Reads an object.
pub(crate) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, Refused> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}

/// A whole double well inside what doubles hold exactly.
fn whole(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and at most 10^12: the conversion is exact")]
    (value.fract() == 0.0 && value.abs() <= 1e12).then_some(value as i64)
}

/// A whole number of pence.
pub(crate) fn pence(value: f64, field: &'static str) -> Result<Pence, Refused> {
    let refused = || PricingError::field("invalid_amount", field, "An amount must be a whole number of pence.");
    Ok(whole(value).map(Pence).ok_or_else(refused)?)
}

/// Pounds with at most two decimals. The double nearest to such an amount is less than a thousandth of a penny off.
pub(crate) fn pounds(value: f64, field: &'static str) -> Result<Pence, Refused> {
    let rounded = (value * 100.0).round();
    let refused = || PricingError::field("invalid_amount", field, "An amount in pounds has at most two decimals.");
    let exact = (value * 100.0 - rounded).abs() < 1e-3;
    Ok(whole(rounded).filter(|_| exact).map(Pence).ok_or_else(refused)?)
}

/// As [`pounds`], where it was sent at all.
pub(crate) fn optional_pounds(value: Option<f64>, field: &'static str) -> Result<Option<Pence>, Refused> {
    value.map(|value| pounds(value, field)).transpose()
}

/// `18:30`, where it was sent at all.
pub(crate) fn clock_time(text: Option<&str>) -> Result<Option<ClockTime>, Refused> {
    Ok(text.map(str::parse).transpose()?)
}

/// `2026-11-21T10:05`.
pub(crate) fn wall_clock(text: &str) -> Result<CivilDateTime, Refused> {
    Ok(text.parse::<CivilDateTime>()?)
}

/// TypeScript's `QuoteInput`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuoteInput {
    base_pence: f64,
    tier: Tier,
    urgency: Urgency,
    #[serde(rename = "slotDeltaGBP")]
    slot_delta: Option<f64>,
    time: Option<String>,
    coupon_code: Option<String>,
    currency: String,
    first_booking: Option<bool>,
}

impl QuoteInput {
    pub(crate) fn checked(&self) -> Result<quote::QuoteInput<'_>, Refused> {
        Ok(quote::QuoteInput {
            base: pence(self.base_pence, "basePence")?,
            tier: self.tier,
            urgency: self.urgency,
            slot_delta: optional_pounds(self.slot_delta, "slotDeltaGBP")?,
            time: clock_time(self.time.as_deref())?,
            coupon_code: self.coupon_code.as_deref(),
            currency: &self.currency,
            first_booking: self.first_booking.unwrap_or(true),
        })
    }
}

/// TypeScript's `CancellationInput`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CancellationInput {
    amount_pence: f64,
    status: BookingStatus,
    urgency: Urgency,
    minutes_since_booking: f64,
    minutes_to_slot: Option<f64>,
}

impl CancellationInput {
    pub(crate) fn checked(&self) -> Result<cancellation::CancellationInput, Refused> {
        let minutes = |value: f64, field| {
            let refused = || PricingError::field("invalid_minutes", field, "Minutes must be a whole number.");
            whole(value).ok_or_else(refused)
        };
        Ok(cancellation::CancellationInput {
            amount: pence(self.amount_pence, "amountPence")?,
            status: self.status,
            urgency: self.urgency,
            minutes_since_booking: minutes(self.minutes_since_booking, "minutesSinceBooking")?,
            minutes_to_slot: self.minutes_to_slot.map(|value| minutes(value, "minutesToSlot")).transpose()?,
        })
    }
}

//! The requests whose functions define no type for them, as JSON spells them.

use crate::calendar::{CivilDateTime, ClockTime};
use crate::money::{BasisPoints, Pence, Pounds};
use crate::typed::TypedKind;
use crate::urgency::Urgency;
use serde::Deserialize;

/// What `classify` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct ClassifyInput {
    /// The description.
    pub(super) text: String,
}

/// What `region` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct RegionInput {
    /// A postcode prefix, or a full postcode.
    pub(super) postcode: String,
}

/// What `emergencyNumbers` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct EmergencyNumbersInput {
    /// A postcode prefix, or a full postcode; none: the area is unknown.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string | null"))]
    pub(super) postcode: Option<String>,
}

/// What `slots` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct SlotsInput {
    /// London's wall clock.
    pub(super) now: CivilDateTime,
    /// Whether the cheaper, wider windows are wanted too.
    #[serde(default)]
    pub(super) cheaper: bool,
}

/// What `refine` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct RefineInput {
    /// How soon.
    pub(super) urgency: Urgency,
    /// The time wanted.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "ClockTime | null"))]
    pub(super) time: Option<ClockTime>,
    /// The estimate in pounds; the book's base without one.
    #[serde(rename = "baseGBP", default, deserialize_with = "Pounds::read_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    pub(super) base: Option<Pence>,
}

/// What `coupon` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub(super) struct CouponInput {
    /// The code, as typed.
    pub(super) code: String,
    /// The amount before the coupon, in pence.
    #[serde(rename = "amountPence")]
    pub(super) amount: Pence,
    /// `GBP`.
    pub(super) currency: String,
    /// Whether this is the person's first booking; by default it is.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "boolean | null"))]
    pub(super) first_booking: Option<bool>,
}

/// What `budget` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct BudgetInput {
    /// The price in pence; 0 without an instant price.
    #[serde(rename = "totalPence")]
    pub(super) total: Pence,
    /// The named budget, in pounds.
    #[serde(rename = "budgetGBP", default, deserialize_with = "Pounds::read_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    pub(super) budget: Option<Pence>,
}

/// What `fee` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct FeeInput {
    /// The price in pence.
    #[serde(rename = "amountPence")]
    pub(super) amount: Pence,
    /// The rate that the booking was made with; the book's where it is left out.
    #[serde(rename = "feeBasisPoints", default)]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub(super) rate: Option<BasisPoints>,
}

/// What `monthGrid` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct MonthGridInput {
    /// The estimated cost in pence; 0 where there is no instant price.
    #[serde(rename = "basePence")]
    pub(super) base: Pence,
    /// London's wall clock.
    pub(super) now: CivilDateTime,
    /// Whether the cheaper, wider windows are wanted too.
    #[serde(default)]
    pub(super) cheaper: bool,
}

/// What `deltaLabel` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct DeltaLabelInput {
    /// How soon.
    pub(super) urgency: Urgency,
    /// The chosen slot's delta, in pounds; none: no slot.
    #[serde(rename = "slotDeltaGBP", default, deserialize_with = "Pounds::read_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    pub(super) slot_delta: Option<Pence>,
    /// The time wanted, where there is no slot.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "ClockTime | null"))]
    pub(super) time: Option<ClockTime>,
}

/// What `typed` takes.
#[derive(Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub(super) struct TypedInput {
    /// What the field holds.
    pub(super) kind: TypedKind,
    /// As it was typed, composed (NFC).
    pub(super) text: String,
}

//! Coupons, budgets and what cancelling costs.

use super::PriceBook;
use crate::money::{BasisPoints, Pence};
use serde::{Deserialize, Serialize};

/// What a coupon takes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Discount {
    /// This many pence.
    Pence(Pence),
    /// This share of the amount.
    Share(BasisPoints),
}

/// A coupon of the book's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupon {
    /// Upper case.
    pub code: String,
    /// What it gives, for people.
    pub description: String,
    /// What it takes off.
    pub discount: Discount,
    /// Never more than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_pence: Option<Pence>,
    /// Only for orders of at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_order_pence: Option<Pence>,
    /// Only for a person's first booking.
    #[serde(default)]
    pub first_booking_only: bool,
    /// How often one person may use it.
    pub per_person_limit: u32,
    /// How often it may be used at all; none: as often as people like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_limit: Option<u32>,
}

/// A client's own budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct BudgetRules {
    /// The suggested share of the total (9,000).
    pub suggested_share: BasisPoints,
    /// Never suggested below this (4,000).
    pub suggested_minimum_pence: Pence,
    /// From this share of the total on, a budget counts as near the price (9,500).
    pub near_from: BasisPoints,
    /// The smallest budget (100).
    pub minimum_pence: Pence,
    /// The largest budget (10,000,000).
    pub maximum_pence: Pence,
}

/// What cancelling costs, and the sentence for each case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct CancellationTerms {
    /// Free up to this many minutes after booking (5).
    pub free_minutes_after_booking: u32,
    /// Free more than this many minutes before the slot (1,440).
    pub free_minutes_before_slot: u32,
    /// The client may change their mind for this many days after booking (14).
    #[serde(default = "cooling_off_days")]
    pub cooling_off_days: u32,
    /// The fee within those days once the pro has set off, the call-out share (3,500).
    #[serde(default = "cooling_off_en_route_bps")]
    pub cooling_off_en_route_bps: BasisPoints,
    /// The late fee after those days (5,000).
    #[cfg_attr(not(target_family = "wasm"), serde(alias = "late_fee"))]
    pub late_fee_bps: BasisPoints,
    /// The late fee of an emergency, its call-out share (3,500).
    #[cfg_attr(not(target_family = "wasm"), serde(alias = "emergency_fee"))]
    pub emergency_fee_bps: BasisPoints,
    /// The most that a call-out share may be where pros named the price, pence (10,000).
    #[serde(default = "open_call_out_cap_pence")]
    pub open_call_out_cap_pence: Pence,
    /// The most that may be kept once the work has begun (10,000).
    #[cfg_attr(not(target_family = "wasm"), serde(alias = "started_fee"))]
    pub started_fee_bps: BasisPoints,
    /// Free: no pro yet.
    pub reason_unassigned: String,
    /// Free: just booked.
    pub reason_just_booked: String,
    /// Free: early enough.
    pub reason_early: String,
    /// Free: the client changes their mind, and the pro has not set off.
    #[serde(default = "reason_cooling_off")]
    pub reason_cooling_off: String,
    /// The client changes their mind, and the pro has set off.
    #[serde(default = "reason_en_route")]
    pub reason_en_route: String,
    /// The late fee.
    pub reason_late: String,
    /// The emergency's late fee.
    pub reason_emergency: String,
    /// The work has begun.
    pub reason_started: String,
}

impl CancellationTerms {
    /// The call-out share of a price at this rate; no more than the cap where pros named the price.
    #[must_use]
    pub fn call_out(&self, amount: Pence, rate: BasisPoints, open_price: bool) -> Pence {
        let share = amount.share(rate);
        if open_price {
            share.min(self.open_call_out_cap_pence)
        } else {
            share
        }
    }
}

// A book from before these fields existed uses the built-in values.

fn cooling_off_days() -> u32 {
    PriceBook::builtin().cancellation.cooling_off_days
}

fn cooling_off_en_route_bps() -> BasisPoints {
    PriceBook::builtin().cancellation.cooling_off_en_route_bps
}

fn open_call_out_cap_pence() -> Pence {
    PriceBook::builtin().cancellation.open_call_out_cap_pence
}

fn reason_cooling_off() -> String {
    PriceBook::builtin().cancellation.reason_cooling_off.clone()
}

fn reason_en_route() -> String {
    PriceBook::builtin().cancellation.reason_en_route.clone()
}

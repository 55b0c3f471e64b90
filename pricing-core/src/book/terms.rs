//! Coupons, budgets and what cancelling costs.

use crate::money::{BasisPoints, Pence};
use crate::wire::{Fields, FromJson, Report, ToJson, Value, Writer, record};
use alloc::string::String;

/// What a coupon takes off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discount {
    /// This many pence.
    Pence(Pence),
    /// This share of the amount.
    Share(BasisPoints),
}

/// A coupon of the one table (decisions.md section 5).
#[derive(Clone, Debug, PartialEq)]
pub struct Coupon {
    /// Upper case.
    pub code: String,
    /// What it gives, for people.
    pub description: String,
    /// What it takes off.
    pub discount: Discount,
    /// Never more than this.
    pub cap_pence: Option<Pence>,
    /// Only for orders of at least this.
    pub minimum_order_pence: Option<Pence>,
    /// Only for a person's first booking.
    pub first_booking_only: bool,
    /// How often one person may use it.
    pub per_person_limit: u32,
    /// How often it may be used at all; none: as often as people like.
    pub total_limit: Option<u32>,
}

/// A client's own budget (first document, section 9).
#[derive(Clone, Debug, PartialEq)]
pub struct BudgetRules {
    /// The suggested share of the total (9,000).
    pub suggested_share: BasisPoints,
    /// Never suggested below this (4,000).
    pub suggested_minimum_pence: Pence,
    /// From this share of the total on, a budget counts as near the price (9,500).
    pub near_from: BasisPoints,
    /// The smallest budget (100).
    pub minimum_pence: Pence,
    /// The largest budget (decisions.md section 9: 10,000,000).
    pub maximum_pence: Pence,
}

/// What cancelling costs (decisions.md section 7), and the sentence for each case.
#[derive(Clone, Debug, PartialEq)]
pub struct CancellationTerms {
    /// Free up to this many minutes after booking (5).
    pub free_minutes_after_booking: u32,
    /// Free more than this many minutes before the slot (1,440).
    pub free_minutes_before_slot: u32,
    /// The late fee (5,000).
    pub late_fee: BasisPoints,
    /// The late fee of an emergency, its call-out share (3,500).
    pub emergency_fee: BasisPoints,
    /// The fee once the work has begun (10,000).
    pub started_fee: BasisPoints,
    /// Free: no pro yet.
    pub reason_unassigned: String,
    /// Free: just booked.
    pub reason_just_booked: String,
    /// Free: early enough.
    pub reason_early: String,
    /// The late fee.
    pub reason_late: String,
    /// The emergency's late fee.
    pub reason_emergency: String,
    /// The work has begun.
    pub reason_started: String,
}

record! {
    Coupon {
        code, description, discount, cap_pence, minimum_order_pence, first_booking_only, per_person_limit,
        total_limit,
    }
    BudgetRules { suggested_share, suggested_minimum_pence, near_from, minimum_pence, maximum_pence }
    CancellationTerms {
        free_minutes_after_booking, free_minutes_before_slot, late_fee, emergency_fee, started_fee,
        reason_unassigned, reason_just_booked, reason_early, reason_late, reason_emergency, reason_started,
    }
}

/// `{"pence": 1000}` or `{"share": 1500}`.
impl<'a> FromJson<'a> for Discount {
    fn read(value: Option<&Value<'a>>, report: &Report) -> Self {
        let fields = Fields::of(value, report);
        match (fields.get("pence"), fields.get("share")) {
            (Some(pence), None) => Self::Pence(pence),
            (None, Some(share)) => Self::Share(share),
            _ => {
                report.expected("either pence or share");
                Self::Pence(Pence::ZERO)
            }
        }
    }
}

impl ToJson for Discount {
    fn write(&self, out: &mut Writer) {
        out.object(|out| match self {
            Self::Pence(pence) => out.field("pence", pence),
            Self::Share(share) => out.field("share", share),
        });
    }
}

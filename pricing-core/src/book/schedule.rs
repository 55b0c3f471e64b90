//! When a pro comes and what that adds.

use crate::calendar::ClockTime;
use crate::money::{BasisPoints, Pence};
use crate::tier::Tier;
use serde::{Deserialize, Serialize};

/// A service level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct TierTerms {
    /// Which one.
    pub tier: Tier,
    /// What the estimated cost is multiplied by (0.9, 1, 1.2).
    pub multiplier: BasisPoints,
    /// Pros who are asked at once (3, 5, 10).
    pub pros_per_wave: u32,
    /// What it buys, for the time step.
    pub description: String,
}

/// A window on London's clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Start.
    pub start: ClockTime,
    /// End, later on the same day.
    pub end: ClockTime,
}

/// What sets the first remaining slot of today apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstToday {
    /// Added to the price.
    pub delta_pence: Pence,
    /// Its badge.
    pub tier_hint: Tier,
}

/// A slot of every day after today.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaterSlot {
    /// Start.
    pub start: ClockTime,
    /// End.
    pub end: ClockTime,
    /// Added to the price, may be negative.
    pub delta_pence: Pence,
    /// Its badge.
    pub tier_hint: Tier,
    /// Whether it is the one to recommend.
    #[serde(default)]
    pub recommended: bool,
}

/// A wider window that "cheaper options" adds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheaperSlot {
    /// Start.
    pub start: ClockTime,
    /// End.
    pub end: ClockTime,
    /// Added to the price, negative.
    pub delta_pence: Pence,
    /// Its badge.
    pub tier_hint: Tier,
    /// Offered from this many days ahead on.
    pub from_day: u16,
}

/// The templates that slots are made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotTemplates {
    /// Days ahead of today that can be booked (30).
    pub days_ahead: u16,
    /// A slot of today that starts in fewer minutes than this is hidden (30).
    pub minimum_notice_minutes: u16,
    /// Today's windows.
    #[serde(default)]
    pub today: Vec<Window>,
    /// What sets the first one remaining apart.
    pub first_today: FirstToday,
    /// Every later day's slots.
    #[serde(default)]
    pub later: Vec<LaterSlot>,
    /// The cheaper ones, numbered from `cheaper_first_number`.
    #[serde(default)]
    pub cheaper: Vec<CheaperSlot>,
    /// The number in the id of the first cheaper slot (5).
    pub cheaper_first_number: u16,
}

/// Places in a slot for each postcode area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capacity {
    /// Where no area says otherwise (5).
    pub default: u32,
    /// Postcode areas that differ.
    #[serde(default)]
    pub areas: Vec<AreaCapacity>,
}

/// A postcode area with a number of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaCapacity {
    /// E.g. `SW`.
    pub area: String,
    /// Places in each slot.
    pub places: u32,
}

impl Capacity {
    /// Places in each slot of a postcode area.
    #[must_use]
    pub fn of_area(&self, area: &str) -> u32 {
        self.areas
            .iter()
            .find(|listed| listed.area == area)
            .map_or(self.default, |listed| listed.places)
    }
}

/// Surcharges where no slot is chosen, and what they are called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UrgencyTerms {
    /// The base where there is no estimate (8,500).
    pub default_base_pence: Pence,
    /// Added for EMERGENCY (4,000).
    pub emergency_pence: Pence,
    /// 'Emergency call-out +£40'.
    pub emergency_label: String,
    /// Added for ASAP (1,500).
    pub asap_pence: Pence,
    /// 'Same-day +£15'.
    pub asap_label: String,
    /// The evening begins (18:00).
    pub evening_from: ClockTime,
    /// What the base is multiplied by in the evening, to whole pounds (11,500).
    pub evening_multiplier: BasisPoints,
    /// 'Evening rate +15%'.
    pub evening_label: String,
    /// 'Base rate'.
    pub base_label: String,
}

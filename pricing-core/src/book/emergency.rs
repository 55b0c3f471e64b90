//! Whom to call in an emergency, and where we do not work.

use super::PriceBook;
use serde::{Deserialize, Serialize};

/// Whom to call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Emergency {
    /// For every emergency, everywhere: 999.
    pub general: EmergencyService,
    /// For gas and carbon monoxide. The first is the one that the book's advice names, for every area that no other
    /// service names; in those the advice names theirs.
    pub gas: Vec<EmergencyService>,
}

/// Somebody to call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EmergencyService {
    /// As it reads in a sentence, e.g. 'National Gas Emergency Service'.
    pub name: String,
    /// As it is shown, e.g. '0800 111 999'.
    pub number: String,
    /// Postcode areas, e.g. `BT`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<String>,
}

/// Where nothing is priced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotServed {
    /// Postcode areas, e.g. `JE`.
    pub areas: Vec<String>,
    /// What is said instead of a price.
    pub message: String,
}

/// Older books name nobody: their advice has the built-in book's names and numbers in it.
pub(super) fn emergency() -> Emergency {
    PriceBook::builtin().emergency.clone()
}

pub(super) fn not_served() -> NotServed {
    PriceBook::builtin().not_served.clone()
}

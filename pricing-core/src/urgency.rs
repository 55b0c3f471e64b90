//! How soon a client wants a pro.

use serde::{Deserialize, Serialize};

/// How soon a pro is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Urgency {
    /// Now, without a slot.
    Emergency,
    /// Today (the time step's default).
    #[default]
    Asap,
    /// Any slot.
    Scheduled,
}

impl Urgency {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 3] = [Self::Emergency, Self::Asap, Self::Scheduled];

    /// The urgency as JSON and the database spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Emergency => "EMERGENCY",
            Self::Asap => "ASAP",
            Self::Scheduled => "SCHEDULED",
        }
    }
}

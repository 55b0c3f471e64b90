//! The service level a client chooses.

use serde::{Deserialize, Serialize};

/// Service level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Tier {
    /// Cheaper, fewer pros are asked; not with an emergency.
    Economy,
    /// The default.
    #[default]
    Standard,
    /// Dearer, more pros are asked at once.
    Priority,
}

impl Tier {
    /// All of them, cheapest first.
    pub const ALL: [Self; 3] = [Self::Economy, Self::Standard, Self::Priority];

    /// The tier as JSON and the database spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Economy => "ECONOMY",
            Self::Standard => "STANDARD",
            Self::Priority => "PRIORITY",
        }
    }
}

//! The registration of a pro who works on gas, as the client may check it at Gas Safe.

use serde::Serialize;
use utoipa::ToSchema;

use callout_booking::matching::GasSafeSeen;
use callout_domain::time;

/// A Gas Safe registration that we have checked, and that has not expired.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GasSafe {
    /// Its number.
    number: String,
    /// The day on which we checked it, `YYYY-MM-DD`.
    checked_on: String,
}

impl From<GasSafeSeen> for GasSafe {
    fn from(seen: GasSafeSeen) -> Self {
        Self {
            number: seen.number,
            checked_on: time::day(seen.checked_at),
        }
    }
}

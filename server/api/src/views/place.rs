//! Where a job is, and how far its pro is from it.

use serde::Serialize;
use utoipa::ToSchema;

use callout_booking::matching::PositionSeen;
use callout_domain::matching::arrival::Arrival;
use callout_domain::time;

/// A place in degrees.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Place)]
pub struct Coordinates {
    /// Latitude.
    pub lat: f64,
    /// Longitude.
    pub lng: f64,
}

/// Where a pro is who is on the way.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MasterPlace {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lng: f64,
    /// To within how many metres; absent when the phone does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// About how many minutes away; absent when nobody can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eta_minutes: Option<i64>,
    /// The same in words: `about 15 min`, `Nearby`, `Last seen 3 min ago`.
    pub label: String,
    /// When the position was measured, ISO 8601.
    pub seen_at: String,
}

impl From<PositionSeen> for MasterPlace {
    fn from(seen: PositionSeen) -> Self {
        Self {
            lat: seen.position.place.lat,
            lng: seen.position.place.lng,
            accuracy: seen.position.accuracy,
            eta_minutes: match seen.arrival {
                Arrival::About(minutes) => Some(minutes),
                Arrival::Nearby | Arrival::LastSeen(_) => None,
            },
            label: seen.arrival.to_string(),
            seen_at: time::iso(seen.position.at),
        }
    }
}

/// Kilometres with one decimal.
#[must_use]
pub fn kilometres(metres: f64) -> f64 {
    (metres / 100.0).round() / 10.0
}

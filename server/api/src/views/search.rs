//! How the search for a pro goes.

use serde::Serialize;
use utoipa::ToSchema;

/// How the search for a pro goes.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MatchingProgress)]
#[serde(rename_all = "camelCase")]
pub struct MatchingView {
    /// Waves sent in this round.
    pub wave: i64,
    /// Pros asked in this round.
    pub asked: i64,
    /// How far the last wave went.
    pub radius_km: i64,
    /// When the search ends, ISO 8601.
    pub until: String,
}

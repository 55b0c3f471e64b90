//! A visit that came to nothing.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::missed_visit::Verdict;
use callout_domain::time;
use callout_store::missed_visits::MissedVisit;

/// What the pro says of a visit that came to nothing, and what was decided.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MissedVisit)]
#[serde(rename_all = "camelCase")]
pub struct MissedVisitView {
    /// When the pro said that they were at the door, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrived_at: Option<String>,
    /// From when on they may report that nobody is at home, ISO 8601; absent once they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    report_from: Option<String>,
    /// What the pro says.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When the pro said so, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_at: Option<String>,
    /// What an operator decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// What the platform pays the pro, or what the client pays, pence.
    amount_pence: i64,
}

impl From<MissedVisit> for MissedVisitView {
    fn from(visit: MissedVisit) -> Self {
        Self {
            report_from: visit.report_from().map(time::iso),
            arrived_at: visit.arrived_at.map(time::iso),
            text: visit.text,
            reported_at: visit.reported_at.map(time::iso),
            verdict: visit.verdict,
            words: visit.verdict_words,
            amount_pence: visit.amount_pence,
        }
    }
}

//! A suspension, as its pro sees it.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::clock::Millis;
use callout_domain::suspension::{Suspension, SuspensionReason};
use callout_domain::time;

/// Why a pro may not work for now. Times are ISO 8601.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterSuspension)]
pub struct SuspensionView {
    /// Why.
    reason: SuspensionReason,
    /// The same in words.
    reason_words: &'static str,
    /// What happened.
    text: String,
    /// Since when.
    since: String,
    /// Until when the balance is held; absent while an appeal waits, and once it is held no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_until: Option<String>,
    /// What the pro says to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal: Option<String>,
    /// When they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    appealed_at: Option<String>,
    /// Why it stays, or has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// When that was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

impl From<Suspension> for SuspensionView {
    fn from(row: Suspension) -> Self {
        let has_end = row.held_until != Millis::MAX && row.decided_at.is_none();
        Self {
            reason: row.reason,
            reason_words: row.reason.label(),
            text: row.words,
            since: time::iso(row.suspended_at),
            held_until: has_end.then(|| time::iso(row.held_until)),
            appeal: row.appeal,
            appealed_at: row.appealed_at.map(time::iso),
            verdict: row.verdict,
            decided_at: row.decided_at.map(time::iso),
            ended_at: row.ended_at.map(time::iso),
        }
    }
}

//! A suspension as its pro sees it, and the appeal.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::profile::{self, Answer, MasterProfile};
use callout_domain::clock::Millis;
use callout_domain::problem::Problem;
use callout_domain::suspension::{Suspension, SuspensionReason};
use callout_domain::time;
use callout_front::extract::{Json, Master};
use callout_front::state::AppState;

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

/// What a suspended pro says to it.
#[derive(Deserialize, ToSchema)]
#[schema(as = MasterAppeal)]
pub struct Appeal {
    /// 10 to 2,000 characters; phones and emails are hidden.
    text: String,
}

/// Appeals against the caller's suspension, once; a person decides. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/masters/me/appeal", tag = "Masters", request_body = Appeal,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`not_suspended`, `already_appealed`"), (status = 422, body = Problem))
)]
pub async fn appeal(State(state): State<AppState>, caller: Master, Json(body): Json<Appeal>) -> Answer {
    state.suspensions.appeal(caller.id.clone(), &body.text).await?;
    state.pros.profile(&caller.id).await.map(profile::answer)
}

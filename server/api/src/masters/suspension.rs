//! A suspension as its pro sees it, and the appeal.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::profile::{self, Answer};
use crate::views::master_profile::MasterProfile;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master};
use callout_front::state::AppState;

/// What a suspended pro says to it.
#[derive(Deserialize, ToSchema)]
#[schema(as = MasterAppeal)]
pub struct Appeal {
    /// The pro's side; phones and emails are hidden.
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

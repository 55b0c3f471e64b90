//! What a pro does about somebody else in their account.

use axum::extract::State;
use http::StatusCode;

use crate::clients::ways_in::NewPassword;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Json, Master};
use callout_front::state::AppState;

/// Sets the caller's password, which may be the first, with a code sent to their email. Every other session of theirs ends, and so does
/// what their other browsers were known by; this session goes on.
#[utoipa::path(
    put, path = "/api/masters/me/password", tag = "Masters", request_body = NewPassword,
    responses((status = 204), (status = 401, body = Problem, description = "`unauthorised`; `invalid_code`, also when none was sent"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn set_password(
    State(state): State<AppState>,
    master: Master,
    Json(body): Json<NewPassword>,
) -> Fallible<StatusCode> {
    state
        .accounts
        .set_password(body.of(Role::Master, master.into())?)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs the caller out everywhere else: every session but this one ends, and so does what other browsers were known by.
#[utoipa::path(
    delete, path = "/api/masters/me/sessions", tag = "Masters",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn sign_out_others(State(state): State<AppState>, master: Master) -> Fallible<StatusCode> {
    state.accounts.sign_out_others(master.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Pros sign in with a one-time code sent to their email. The code opens pros' accounts only, whatever else the email is used for.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::SignedInMaster;
use crate::views::accepted::Accepted;
use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Caller, Json, Master as MasterCaller};
use callout_front::state::AppState;
use callout_people::accounts::ReturnedMasterCode;

/// Where to send the code.
#[derive(Deserialize, ToSchema)]
pub struct MasterCodeRequest {
    /// Email.
    email: String,
}

/// Sends a six-digit code, valid for ten minutes and five tries; it replaces any earlier one for pros. The answer is the same for
/// known and unknown emails. The limits are those of the clients' codes: 5 an hour for an email and address together and 15 for an
/// email, counted apart from the clients', and 20 for an address in all.
#[utoipa::path(
    post, path = "/api/masters/login/otp-request", tag = "Masters", request_body = MasterCodeRequest,
    responses((status = 202, body = Accepted), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn request(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<MasterCodeRequest>,
) -> Fallible<Accepted> {
    let identifier = Identifier::Email(contact::email(&body.email)?);
    state
        .accounts
        .send_code(caller.address(), Role::Master, &identifier)
        .await?;
    Ok(Accepted::answer())
}

/// A code to check.
#[derive(Deserialize, ToSchema)]
pub struct MasterCodeToVerify {
    /// Email.
    email: String,
    /// Six digits.
    code: String,
}

/// Signs a pro in with a code, which proves the email; an unknown email becomes the account of a sole trader. The first proof voids a
/// password that was set before and ends its sessions, unless the call carries that account's own token. 429 after 75 wrong codes
/// for an email within an hour.
#[utoipa::path(
    post, path = "/api/masters/login/otp-verify", tag = "Masters", request_body = MasterCodeToVerify,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedInMaster), (status = 401, body = Problem, description = "`invalid_code`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn verify(
    State(state): State<AppState>,
    // An invalid token must not prevent the sign-in.
    bearer: Result<MasterCaller, Failure>,
    Json(body): Json<MasterCodeToVerify>,
) -> Fallible<axum::Json<SignedInMaster>> {
    let returned = ReturnedMasterCode {
        email: contact::email(&body.email)?,
        code: contact::code(&body.code)?,
        visitor: bearer.inspect_err(Failure::log).ok().map(|master| master.id),
    };
    let signed_in = state.accounts.enter_master_by_code(returned).await?;
    Ok(axum::Json(signed_in.into()))
}

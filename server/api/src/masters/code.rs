//! Pros sign in with a one-time code sent to their email. The code opens pros' accounts only, whatever else the email is used for.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Entered, SignedInMaster, entered};
use crate::views::accepted::Accepted;
use callout_domain::contact;
use callout_domain::failure::Fallible;
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::Json;
use callout_front::state::AppState;
use callout_people::accounts::{Browser, ReturnedMasterCode};

/// Where to send the code.
#[derive(Deserialize, ToSchema)]
pub struct MasterCodeRequest {
    /// Email.
    email: String,
}

/// Sends a six-digit code, valid for ten minutes and five tries from an address; it replaces any earlier one for pros. The answer is the
/// same for known and unknown emails. The limits are those of the clients' codes: 5 an hour for an email and address together and 10 for
/// an email, counted apart from the clients', and 20 for an address in all; 5 of their own for browsers of the account.
#[utoipa::path(
    post, path = "/api/masters/login/otp-request", tag = "Masters", request_body = MasterCodeRequest,
    security((), ("bearer" = [])),
    responses((status = 202, body = Accepted), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn request(
    State(state): State<AppState>,
    browser: Browser,
    Json(body): Json<MasterCodeRequest>,
) -> Fallible<Accepted> {
    let identifier = Identifier::Email(contact::email(&body.email)?);
    state
        .accounts
        .send_code(&browser, Role::Master, &identifier)
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
/// password that was set before and ends its sessions, unless the call carries that account's own token, whose session is then
/// fresh for ten minutes, as the new one is. 429 after 75 wrong codes
/// for an email within an hour.
#[utoipa::path(
    post, path = "/api/masters/login/otp-verify", tag = "Masters", request_body = MasterCodeToVerify,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedInMaster), (status = 401, body = Problem, description = "`invalid_code`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn verify(
    State(state): State<AppState>,
    // An invalid token does not prevent the sign-in.
    browser: Browser,
    Json(body): Json<MasterCodeToVerify>,
) -> Fallible<Entered> {
    let returned = ReturnedMasterCode {
        email: contact::email(&body.email)?,
        code: contact::code(&body.code)?,
        browser,
    };
    let signed_in = state.accounts.enter_master_by_code(returned).await?;
    Ok(entered(&state, signed_in))
}

//! Signing in with a one-time code. Known and unknown identifiers get the same answer: a code is sent to both, and an unknown one
//! becomes an account when its code is entered.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Entered, SignedIn, entered};
use crate::views::accepted::Accepted;
use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{self, Json, MaybeClient};
use callout_front::state::AppState;
use callout_people::accounts::{Browser, ReturnedCode};

/// Where to send the code. Give one of the two.
#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// Email.
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
}

/// Sends a six-digit code, valid for ten minutes and five tries from an address; it replaces any earlier one. The answer is the same for
/// known and unknown identifiers. 5 an hour for an identifier and address together, 10 for an identifier, 20 for an address. Browsers
/// with a session or the device cookie of the account have 5 of their own, and codes that strangers neither replace nor use up.
#[utoipa::path(
    post, path = "/api/clients/login/otp-request", tag = "Clients", request_body = CodeRequest,
    security((), ("bearer" = [])),
    responses((status = 202, body = Accepted), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem, description = "`texts_used_up`: no code is sent by text now"))
)]
pub async fn request(
    State(state): State<AppState>,
    browser: Browser,
    Json(body): Json<CodeRequest>,
) -> Fallible<Accepted> {
    let identifier = Identifier::parse(body.email.as_deref(), body.phone.as_deref())?;
    state
        .accounts
        .send_code(&browser, Role::Client, &identifier)
        .await?;
    Ok(Accepted::answer())
}

/// A code to check. Give one of the two identifiers.
#[derive(Deserialize, ToSchema)]
pub struct CodeToVerify {
    /// Email.
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
    /// Six digits.
    code: String,
    /// Adds the identifier to the account whose token comes with the call.
    #[serde(default)]
    attach: bool,
}

/// Signs in with a code. With a guest's token, that guest's bookings move to the account and the token ends; so do bookings that
/// guests made under this email or phone in the last 30 days. With a client's token and `attach`, the identifier is added to that
/// account; the same happens without `attach` if that account claimed it by registering. With the token of the account itself it makes
/// that session fresh for ten minutes, as the new one is. 429 after 75 wrong codes for an identifier within an hour.
#[utoipa::path(
    post, path = "/api/clients/login/otp-verify", tag = "Clients", request_body = CodeToVerify,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedIn), (status = 401, body = Problem, description = "`invalid_code`; `unauthorised` for `attach` without a token"),
        (status = 409, body = Problem, description = "`identifier_taken`; `fresh_code_required` to attach to an account that has proved something: `channel` says whether by email or phone"), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn verify(
    State(state): State<AppState>,
    bearer: Result<MaybeClient, Failure>,
    browser: Browser,
    Json(body): Json<CodeToVerify>,
) -> Fallible<Entered> {
    let identifier = Identifier::parse(body.email.as_deref(), body.phone.as_deref())?;
    let visitor = match bearer {
        Ok(bearer) if body.attach && bearer.0.is_none() => return Err(Failure::unauthorised()),
        Err(failure) if body.attach => return Err(failure),
        bearer => extract::visitor(bearer),
    };
    let returned = ReturnedCode {
        identifier,
        code: contact::code(&body.code)?,
        visitor,
        attach: body.attach,
        browser,
    };
    let signed_in = state.accounts.enter_by_code(returned).await?;
    Ok(entered(&state, signed_in))
}

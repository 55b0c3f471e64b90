//! What a client does about somebody else in their account.

use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_domain::contact;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Client, Json};
use callout_front::state::AppState;
use callout_people::accounts;

/// A password to be set, with the code that `otp-request` sent to an email or phone of the account.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    /// The code that was sent last, six digits.
    code: String,
    /// As it was typed.
    #[schema(value_type = String)]
    password: SecretString,
}

impl NewPassword {
    /// Reads it.
    ///
    /// # Errors
    /// 422 on `code`.
    pub fn of(self, role: Role, signed: accounts::Signed) -> Fallible<accounts::NewPassword> {
        Ok(accounts::NewPassword {
            role,
            signed,
            code: contact::code(&self.code)?,
            password: self.password,
        })
    }
}

/// Sets the caller's password, which may be the first. Every other session of theirs ends, and so does what their other browsers were
/// known by; this session goes on.
#[utoipa::path(
    put, path = "/api/clients/me/password", tag = "Clients", request_body = NewPassword,
    responses((status = 204), (status = 401, body = Problem, description = "`unauthorised`; `invalid_code`, also when none was sent"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn set_password(
    State(state): State<AppState>,
    client: Client,
    Json(body): Json<NewPassword>,
) -> Fallible<StatusCode> {
    state
        .accounts
        .set_password(body.of(Role::Client, client.into())?)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs the caller out everywhere else: every session but this one ends, and so does what other browsers were known by.
#[utoipa::path(
    delete, path = "/api/clients/me/sessions", tag = "Clients",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn sign_out_others(State(state): State<AppState>, client: Client) -> Fallible<StatusCode> {
    state.accounts.sign_out_others(client.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

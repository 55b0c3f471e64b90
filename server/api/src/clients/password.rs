//! Signing in and registering with a password.

use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::SignedIn;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_front::extract::{self, Caller, Json, MaybeClient};
use callout_front::state::AppState;
use callout_people::accounts;

/// Email and password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// Email.
    email: String,
    /// As it was typed.
    #[schema(value_type = String)]
    password: SecretString,
}

impl From<Credentials> for accounts::Credentials {
    fn from(body: Credentials) -> Self {
        Self {
            email: body.email,
            password: body.password,
        }
    }
}

/// Signs in with a password. With a guest's token, that guest's bookings move to the account and the token ends. 10 tries in 15
/// minutes for an email, 50 for an address; 429 also while too many passwords wait to be checked.
#[utoipa::path(
    post, path = "/api/clients/password/login", tag = "Clients", request_body = Credentials,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedIn), (status = 401, body = Problem, description = "`invalid_credentials`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn login(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Result<MaybeClient, Failure>,
    Json(body): Json<Credentials>,
) -> Fallible<axum::Json<SignedIn>> {
    let visitor = extract::visitor(bearer);
    let signed_in = state
        .accounts
        .log_in(caller.address(), body.into(), visitor)
        .await?;
    Ok(axum::Json(signed_in.into()))
}

/// Registers with a password. That does not prove the email: whoever proves it with a code takes it over. With a guest's token,
/// that guest's bookings move to the account and the token ends.
#[utoipa::path(
    post, path = "/api/clients/password/register", tag = "Clients", request_body = Credentials,
    security((), ("bearer" = [])),
    responses((status = 201, body = SignedIn), (status = 409, body = Problem, description = "`email_taken`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn register(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Result<MaybeClient, Failure>,
    Json(body): Json<Credentials>,
) -> Fallible<(StatusCode, axum::Json<SignedIn>)> {
    let visitor = extract::visitor(bearer);
    let signed_in = state
        .accounts
        .register(caller.address(), body.into(), visitor)
        .await?;
    Ok((StatusCode::CREATED, axum::Json(signed_in.into())))
}

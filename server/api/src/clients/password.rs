//! Signing in and registering with a password.

use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Entered, SignedIn, entered};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_front::extract::{self, Json, MaybeClient};
use callout_front::state::AppState;
use callout_people::accounts::{self, Browser};

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

/// Signs in with a password. With a guest's token, that guest's bookings move to the account and the token ends. 10 wrong
/// ones in 15 minutes for an email from one address, or from a browser that was signed in before; 50 tries for an address. An email that
/// has had 20 wrong ones in an hour from anywhere is answered up to ten seconds later, except to such a browser. 429 also while too many
/// passwords wait to be checked.
#[utoipa::path(
    post, path = "/api/clients/password/login", tag = "Clients", request_body = Credentials,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedIn), (status = 401, body = Problem, description = "`invalid_credentials`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn login(
    State(state): State<AppState>,
    browser: Browser,
    bearer: Result<MaybeClient, Failure>,
    Json(body): Json<Credentials>,
) -> Fallible<Entered> {
    let visitor = extract::visitor(bearer);
    let signed_in = state.accounts.log_in(browser, body.into(), visitor).await?;
    Ok(entered(&state, signed_in))
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
    browser: Browser,
    bearer: Result<MaybeClient, Failure>,
    Json(body): Json<Credentials>,
) -> Fallible<(StatusCode, Entered)> {
    let visitor = extract::visitor(bearer);
    let signed_in = state.accounts.register(browser, body.into(), visitor).await?;
    Ok((StatusCode::CREATED, entered(&state, signed_in)))
}

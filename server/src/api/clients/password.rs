//! Signing in and registering with a password.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::SignedIn;
use crate::accounts::arrival::{self, Arrival};
use crate::accounts::credentials;
use crate::domain::identifier::Identifier;
use crate::domain::ids;
use crate::domain::role::Role;
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::Json;
use crate::extract::MaybeClient;
use crate::sessions;
use crate::state::AppState;
use crate::store::passwords::{self, Password};
use crate::store::{clients, identifiers};

/// Email and password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// Email.
    pub(crate) email: String,
    /// At least 6 characters.
    #[schema(value_type = String)]
    pub(crate) password: SecretString,
}

/// Signs in with a password. With a guest's token that guest's bookings come along and the token ends. 10 tries in 15 minutes for an
/// email, 50 for an address; 429 also while too many passwords wait to be checked.
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
    let password = credentials::check(&state, &caller, Role::Client, &body.email, body.password).await?;
    let guest = arrival::guest(&bearer);
    let inside = state.clone();
    let signed_in = sessions::to_the_end(async move {
        let arrival = state.db.write(move |connection| {
            Box::pin(async move {
                if !passwords::hold(connection, &password).await? {
                    return Err(credentials::wrong());
                }
                Arrival::begin(&inside, connection, password.account_id, guest.as_deref()).await
            })
        });
        SignedIn::new(&state, arrival.await?)
    });
    Ok(axum::Json(signed_in.await?))
}

/// Makes an account with a password. Its email is not proved by that: whoever proves it by a code takes it over. With a guest's token that
/// guest's bookings come along and the token ends.
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
    let (email, hash) =
        credentials::prepare(&state, &caller, Role::Client, &body.email, body.password).await?;
    let guest = arrival::guest(&bearer);
    let (now, inside) = (state.clock.now(), state.clone());
    let account_id = ids::prefixed("client-")?;
    let signed_in = sessions::to_the_end(async move {
        let arrival = state.db.write(move |connection| {
            Box::pin(async move {
                if !identifiers::claim(connection, Role::Client, &email, &account_id).await? {
                    return Err(credentials::taken());
                }
                clients::add(connection, &account_id, now).await?;
                clients::set_contact(connection, &account_id, &Identifier::Email(email)).await?;
                let password = Password { account_id, hash };
                passwords::set(connection, &password, now).await?;
                Arrival::begin(&inside, connection, password.account_id, guest.as_deref()).await
            })
        });
        SignedIn::new(&state, arrival.await?)
    });
    Ok((StatusCode::CREATED, axum::Json(signed_in.await?)))
}

//! Pros: registration, sign-in, their own profile, and what the public sees of it.

pub mod badges;
pub mod calendar;
pub mod code;
pub mod data;
pub mod debt;
pub mod documents;
pub mod hours;
pub mod invoices;
pub mod jobs;
pub mod location;
pub mod passkeys;
pub mod payout_details;
pub mod payouts;
pub mod pictures;
pub mod profile;
pub mod public;
pub mod reviews;
pub mod statements;
pub mod suspension;
pub mod tax;
pub mod training;
pub mod ways_in;

use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clients::password::Credentials;
use callout_domain::failure::Fallible;
use callout_domain::pro::AccountType;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Json, Remember};
use callout_front::state::AppState;
use callout_people::accounts::{self, Browser};

/// A pro to register.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterMaster {
    /// Email.
    email: String,
    /// As it was typed.
    #[schema(value_type = String)]
    password: SecretString,
    /// A sole trader if omitted.
    #[serde(default)]
    account_type: AccountType,
}

/// A signed-in pro.
#[derive(Serialize, ToSchema)]
pub struct SignedInMaster {
    /// Bearer token.
    token: String,
    /// Email.
    email: String,
    /// Always `master`.
    role: Role,
}

/// The answer to a sign-in, and the cookie by which the browser is known the next time.
pub type Entered = (Remember, axum::Json<SignedInMaster>);

fn entered(state: &AppState, pro: accounts::SignedInMaster) -> Entered {
    (Remember::of(state, &pro.devices), axum::Json(pro.into()))
}

impl From<accounts::SignedInMaster> for SignedInMaster {
    fn from(pro: accounts::SignedInMaster) -> Self {
        Self {
            token: pro.token,
            email: pro.email,
            role: Role::Master,
        }
    }
}

/// Makes a pro's account.
#[utoipa::path(
    post, path = "/api/masters/register", tag = "Masters", request_body = RegisterMaster,
    responses((status = 201, body = SignedInMaster), (status = 409, body = Problem, description = "`email_taken`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn register(
    State(state): State<AppState>,
    browser: Browser,
    Json(body): Json<RegisterMaster>,
) -> Fallible<(StatusCode, Entered)> {
    let credentials = accounts::Credentials {
        email: body.email,
        password: body.password,
    };
    let signed_in = state
        .accounts
        .register_master(browser, credentials, body.account_type)
        .await?;
    Ok((StatusCode::CREATED, entered(&state, signed_in)))
}

/// Signs a pro in. The limits equal those of the clients' sign-in but are counted separately.
#[utoipa::path(
    post, path = "/api/masters/login", tag = "Masters", request_body = Credentials,
    security(()),
    responses((status = 200, body = SignedInMaster), (status = 401, body = Problem, description = "`invalid_credentials`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn login(
    State(state): State<AppState>,
    browser: Browser,
    Json(body): Json<Credentials>,
) -> Fallible<Entered> {
    let signed_in = state.accounts.log_in_master(browser, body.into()).await?;
    Ok(entered(&state, signed_in))
}

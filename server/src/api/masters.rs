//! Pros: registration, sign-in, and the state of their profile.

pub mod documents;
pub mod pictures;

use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts;
use crate::api::clients::password::Credentials;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::role::Role;
use crate::error::Problem;
use crate::extract::{Caller, Json, Master as MasterCaller};
use crate::state::AppState;
use crate::store::{masters, to_json};

/// Kind of business.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountType {
    /// One person.
    #[default]
    SoleTrader,
    /// A company.
    Company,
}

/// A pro to register.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterMaster {
    /// Email.
    email: String,
    /// At least 6 characters.
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
    caller: Caller,
    Json(body): Json<RegisterMaster>,
) -> Fallible<(StatusCode, axum::Json<SignedInMaster>)> {
    let account_type = to_json(&body.account_type)?.trim_matches('"').to_owned();
    let credentials = accounts::Credentials {
        email: body.email,
        password: body.password,
    };
    let signed_in = state
        .accounts
        .register_master(caller.address(), credentials, account_type)
        .await?;
    Ok((StatusCode::CREATED, axum::Json(signed_in.into())))
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
    caller: Caller,
    Json(body): Json<Credentials>,
) -> Fallible<axum::Json<SignedInMaster>> {
    let signed_in = state
        .accounts
        .log_in_master(caller.address(), body.into())
        .await?;
    Ok(axum::Json(signed_in.into()))
}

/// How complete a pro's profile is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProfileStatus {
    /// More details are needed before jobs are offered.
    Incomplete,
}

/// A pro's own account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterProfile)]
pub struct MasterView {
    /// `master-…`.
    master_id: String,
    /// Email.
    email: String,
    /// `sole_trader` or `company`.
    account_type: String,
    /// How complete the profile is.
    status: ProfileStatus,
}

/// The caller's account.
#[utoipa::path(
    get, path = "/api/masters/me", tag = "Masters",
    responses((status = 200, body = MasterView), (status = 401, body = Problem))
)]
pub async fn me(State(state): State<AppState>, caller: MasterCaller) -> Fallible<axum::Json<MasterView>> {
    let master = masters::find(&mut state.db.read().await?, &caller.id).await?;
    let master = master.ok_or_else(Failure::unauthorised)?;
    Ok(axum::Json(MasterView {
        master_id: master.id,
        email: master.email,
        account_type: master.account_type,
        status: ProfileStatus::Incomplete,
    }))
}

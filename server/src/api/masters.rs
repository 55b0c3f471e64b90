//! Pros: registration, sign-in, and how far their profile is.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use http::StatusCode;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::credentials;
use crate::api::clients::password::Credentials;
use crate::domain::ids;
use crate::domain::role::Role;
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::Json;
use crate::extract::Master as MasterCaller;
use crate::state::AppState;
use crate::store::masters::{self, Master};
use crate::store::passwords::{self, Password};
use crate::store::{identifiers, to_json};

/// What kind of business.
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
    /// A sole trader unless said.
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
    let (email, hash) =
        credentials::prepare(&state, &caller, Role::Master, &body.email, body.password).await?;
    let account_type = to_json(&body.account_type)?.trim_matches('"').to_owned();
    let master = Master {
        id: ids::prefixed("master-")?,
        email,
        account_type,
    };
    let session = state.sessions.of_master(&master.id, master.email.clone())?;
    let answer = SignedInMaster {
        token: state.sessions.sign(&session)?,
        email: master.email.clone(),
        role: Role::Master,
    };
    let now = state.clock.now();
    state
        .db
        .write(move |connection| {
            Box::pin(async move {
                if !identifiers::claim(connection, Role::Master, &master.email, &master.id).await? {
                    return Err(credentials::taken());
                }
                masters::add(connection, &master, now).await?;
                let account_id = master.id;
                passwords::set(connection, &Password { account_id, hash }, now).await?;
                Ok::<_, Failure>(session.store(connection).await?)
            })
        })
        .await?;
    Ok((StatusCode::CREATED, axum::Json(answer)))
}

/// Signs a pro in. The limits are those of the clients' sign-in, counted apart.
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
    let password = credentials::check(&state, &caller, Role::Master, &body.email, body.password).await?;
    let master = masters::find(&mut state.db.read().await?, &password.account_id)
        .await?
        .ok_or_else(credentials::wrong)?;
    let session = state.sessions.of_master(&master.id, master.email.clone())?;
    let token = state.sessions.sign(&session)?;
    state
        .db
        .write(move |connection| {
            Box::pin(async move {
                if !passwords::hold(connection, &password).await? {
                    return Err(credentials::wrong());
                }
                Ok(session.store(connection).await?)
            })
        })
        .await?;
    Ok(axum::Json(SignedInMaster {
        token,
        email: master.email,
        role: Role::Master,
    }))
}

/// How far a pro's profile is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProfileStatus {
    /// More is needed before jobs can come.
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
    /// How far the profile is.
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

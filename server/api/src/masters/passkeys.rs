//! Pros' passkeys: another way in, beside password and code.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Entered, SignedInMaster, entered};
use crate::views::passkey::PasskeyView;
use callout_domain::failure::Fallible;
use callout_domain::passkey::{Holder, Owner};
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Json, Master as MasterCaller, Path, ProvedMaster};
use callout_front::state::AppState;
use callout_people::accounts::Browser;
use callout_people::passkeys::{Answer, Asked};

/// What a browser's authenticator is asked; good once, for five minutes.
#[derive(Serialize, ToSchema)]
pub struct PasskeyAsked {
    /// Names it; sent back with the answer.
    ceremony: String,
    /// What `navigator.credentials` takes as `publicKey`, in the JSON form of Web Authentication.
    #[schema(value_type = Object)]
    options: Value,
}

impl From<Asked> for PasskeyAsked {
    fn from(asked: Asked) -> Self {
        Self {
            ceremony: asked.ceremony,
            options: asked.options,
        }
    }
}

/// What the authenticator answers.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyAnswer {
    /// What it was asked.
    ceremony: String,
    /// The credential, in the JSON form of Web Authentication.
    #[schema(value_type = Object)]
    credential: Value,
}

impl From<PasskeyAnswer> for Answer {
    fn from(body: PasskeyAnswer) -> Self {
        Self {
            ceremony: body.ceremony,
            credential: body.credential,
        }
    }
}

/// A passkey that the authenticator made.
#[derive(Deserialize, ToSchema)]
pub struct NewPasskey {
    /// What the pro calls it.
    name: String,
    /// What the authenticator was asked.
    ceremony: String,
    /// The credential, in the JSON form of Web Authentication.
    #[schema(value_type = Object)]
    credential: Value,
}

/// A pro's passkeys, the oldest first.
#[derive(Serialize, ToSchema)]
pub struct PasskeyList {
    items: Vec<PasskeyView>,
}

/// Begins a sign-in with a passkey: what the authenticator is to be asked. The answer is the same for everybody. 100 begun or finished in 15
/// minutes for an address; no other limit on tries counts these.
#[utoipa::path(
    post, path = "/api/masters/login/passkey-request", tag = "Masters",
    security(()),
    responses((status = 200, body = PasskeyAsked),
        (status = 409, body = Problem, description = "`passkeys_off`: we are not reached by a name over https"), (status = 429, body = Problem))
)]
pub async fn request(State(state): State<AppState>, caller: Caller) -> Fallible<axum::Json<PasskeyAsked>> {
    let asked = state
        .passkeys
        .begin_sign_in(Holder::Pro, caller.address())
        .await?;
    Ok(axum::Json(asked.into()))
}

/// Signs a pro in with a passkey that its user has unlocked.
#[utoipa::path(
    post, path = "/api/masters/login/passkey-verify", tag = "Masters", request_body = PasskeyAnswer,
    security(()),
    responses((status = 200, body = SignedInMaster),
        (status = 401, body = Problem, description = "`passkey_unknown` for one that is not a pro's or was removed, `passkey_copied` when its counter went back, `passkey_refused`"),
        (status = 409, body = Problem, description = "`passkey_over` for what was asked too long ago or answered already, `passkeys_off`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn verify(
    State(state): State<AppState>,
    browser: Browser,
    Json(body): Json<PasskeyAnswer>,
) -> Fallible<Entered> {
    let pro = state
        .passkeys
        .sign_in_pro(&state.accounts, browser, body.into())
        .await?;
    Ok(entered(&state, pro))
}

/// The caller's passkeys.
#[utoipa::path(
    get, path = "/api/masters/me/passkeys", tag = "Masters",
    responses((status = 200, body = PasskeyList), (status = 401, body = Problem))
)]
pub async fn list(State(state): State<AppState>, caller: MasterCaller) -> Fallible<axum::Json<PasskeyList>> {
    let own = state.passkeys.of(&Owner::pro(caller.id)).await?;
    let items = own.into_iter().map(PasskeyView::from).collect();
    Ok(axum::Json(PasskeyList { items }))
}

/// Begins to add a passkey: what the authenticator is to be asked. 10 at most.
#[utoipa::path(
    post, path = "/api/masters/me/passkeys/start", tag = "Masters",
    responses((status = 200, body = PasskeyAsked), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`too_many_passkeys`, `passkeys_off`, `email_not_proved`; `fresh_code_required`: enter a code by `channel` (`email`) in this session first"),
        (status = 429, body = Problem))
)]
pub async fn start(
    State(state): State<AppState>,
    _proved: ProvedMaster,
    caller: MasterCaller,
) -> Fallible<axum::Json<PasskeyAsked>> {
    state.accounts.expect_fresh(&caller.clone().into()).await?;
    let asked = state.passkeys.begin_adding_of_pro(&caller.id).await?;
    Ok(axum::Json(asked.into()))
}

/// Adds the passkey that the authenticator made.
#[utoipa::path(
    post, path = "/api/masters/me/passkeys", tag = "Masters", request_body = NewPasskey,
    responses((status = 201, body = PasskeyView), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`passkey_over` for what was asked too long ago or answered already, `passkey_known`, `too_many_passkeys`, `passkeys_off`"),
        (status = 422, body = Problem, description = "`passkey_refused`, or a field"))
)]
pub async fn add(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<NewPasskey>,
) -> Fallible<(StatusCode, axum::Json<PasskeyView>)> {
    let answer = Answer {
        ceremony: body.ceremony,
        credential: body.credential,
    };
    let added = state
        .passkeys
        .add_of_pro(caller.into(), &body.name, answer)
        .await?;
    Ok((StatusCode::CREATED, axum::Json(added.into())))
}

/// Removes a passkey; the session stays.
#[utoipa::path(
    delete, path = "/api/masters/me/passkeys/{id}", tag = "Masters",
    params(("id" = String, Path, description = "Of the passkey")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn remove(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<StatusCode> {
    state.passkeys.remove_of_pro(&caller.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

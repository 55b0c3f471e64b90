//! Signing in by a one-time code. Known and unknown identifiers are answered alike: a code goes out to both, and an unknown one
//! becomes an account when its code comes back.

use crate::domain::failure::{Failure, FailureKind, Fallible};
use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SignedIn;
use crate::accounts::arrival::{self, Arrival};
use crate::accounts::proof::{Proof, Proved};
use crate::domain::identifier::Identifier;
use crate::domain::{ids, one_time_code};
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::Json;
use crate::extract::MaybeClient;
use crate::limits;
use crate::sessions;
use crate::state::AppState;
use crate::store::{Connection, codes};

/// Where the code goes.
#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// Email; or
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
}

/// The code is on its way.
#[derive(Serialize, ToSchema)]
pub struct CodeSent {
    /// Always true.
    ok: bool,
}

/// Sends a six-digit code that is good for ten minutes and five tries; an earlier one is void. The same answer for known and unknown
/// identifiers. 5 an hour for an identifier and address together, 15 for an identifier, 20 for an address.
#[utoipa::path(
    post, path = "/api/clients/login/otp-request", tag = "Clients", request_body = CodeRequest,
    responses((status = 202, body = CodeSent), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn request(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<CodeRequest>,
) -> Fallible<(StatusCode, axum::Json<CodeSent>)> {
    let identifier = Identifier::parse(body.email.as_deref(), body.phone.as_deref())?;
    let (now, value) = (state.clock.now(), identifier.value().to_owned());
    state.limits.count(limits::CODES_ADDRESS, &caller.key, now)?;
    let pair = format!("{} {value}", caller.key);
    state.limits.count(limits::CODES_PAIR, &pair, now)?;
    state.limits.count(limits::CODES_IDENTIFIER, &value, now)?;
    let code = one_time_code::new()?;
    let mac = one_time_code::mac(&state.keys.code, &identifier, &code);
    state
        .db
        .write(move |connection| {
            Box::pin(async move { codes::put(connection, &value, &mac, now + one_time_code::LIFE).await })
        })
        .await?;
    state
        .notifier
        .post(crate::mail::one_time_code::message(&identifier, &code));
    Ok((StatusCode::ACCEPTED, axum::Json(CodeSent { ok: true })))
}

/// A code that came back.
#[derive(Deserialize, ToSchema)]
pub struct CodeToVerify {
    /// Email; or
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
    /// Six digits.
    code: String,
    /// Proves a further identifier of the account whose token comes with the call.
    #[serde(default)]
    attach: bool,
}

/// Signs in by a code. With a guest's token that guest's bookings come along and the token ends; so do bookings of the last 30 days that
/// guests made under this email or phone. With a client's token and `attach` the identifier is added to that account.
#[utoipa::path(
    post, path = "/api/clients/login/otp-verify", tag = "Clients", request_body = CodeToVerify,
    security((), ("bearer" = [])),
    responses((status = 200, body = SignedIn), (status = 401, body = Problem, description = "`invalid_code`; `unauthorised` for `attach` without a token"),
        (status = 409, body = Problem, description = "`identifier_taken`"), (status = 422, body = Problem))
)]
pub async fn verify(
    State(state): State<AppState>,
    bearer: Result<MaybeClient, Failure>,
    Json(body): Json<CodeToVerify>,
) -> Fallible<axum::Json<SignedIn>> {
    let identifier = Identifier::parse(body.email.as_deref(), body.phone.as_deref())?;
    let guest = arrival::guest(&bearer);
    let attach_to = attach_to(&body, bearer)?;
    let now = state.clock.now();
    if !codes::is_live(&mut state.db.read().await?, identifier.value(), now).await? {
        return Err(invalid_code());
    }
    let returned = Returned {
        state: state.clone(),
        identifier,
        code: body.code.trim().to_owned(),
        new_id: ids::prefixed("client-")?,
        attach_to,
        guest,
    };
    sessions::to_the_end(async move {
        let entered = state
            .db
            .write(move |connection| Box::pin(async move { returned.enter(connection).await }))
            .await?;
        match entered {
            Entered::In(arrival) => Ok(axum::Json(SignedIn::new(&state, *arrival)?)),
            Entered::WrongCode => Err(invalid_code()),
            Entered::Taken => Err(Failure::conflict(
                "identifier_taken",
                "Another account uses this already. Sign in with it instead.",
            )),
        }
    })
    .await
}

/// The account that wants a further identifier; a guest has none and signs in.
fn attach_to(body: &CodeToVerify, bearer: Result<MaybeClient, Failure>) -> Fallible<Option<String>> {
    if !body.attach {
        return Ok(None);
    }
    let MaybeClient(client) = bearer?;
    let client = client.ok_or_else(Failure::unauthorised)?;
    Ok((!client.is_guest).then_some(client.id))
}

/// 401 in the documents' words.
fn invalid_code() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "invalid_code",
        "Invalid code. Try again.",
    )
}

/// A code that came back, with whoever brought it.
struct Returned {
    state: AppState,
    identifier: Identifier,
    code: String,
    new_id: String,
    attach_to: Option<String>,
    guest: Option<String>,
}

/// What a transaction leaves: each is kept, a wrong try and a used code too.
enum Entered {
    In(Box<Arrival>),
    WrongCode,
    Taken,
}

impl Returned {
    async fn enter(&self, connection: &mut Connection) -> Fallible<Entered> {
        let now = self.state.clock.now();
        let value = self.identifier.value();
        let Some(stored) = codes::try_once(connection, value, now).await? else {
            return Ok(Entered::WrongCode);
        };
        if !one_time_code::matches(&self.state.keys.code, &self.identifier, &self.code, &stored) {
            return Ok(Entered::WrongCode);
        }
        codes::delete(connection, value).await?;
        let proof = Proof {
            identifier: &self.identifier,
            attach_to: self.attach_to.as_deref(),
            new_id: &self.new_id,
            now,
        };
        match proof.act(connection).await? {
            Proved::Taken => Ok(Entered::Taken),
            Proved::Ended => Err(Failure::unauthorised()),
            Proved::Names(account, ended) => {
                let guest = self.guest.as_deref();
                let arrival = Arrival::begin(&self.state, connection, account, guest).await?;
                Ok(Entered::In(Box::new(arrival.ending(ended))))
            }
        }
    }
}

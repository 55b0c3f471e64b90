//! Notifications of the caller's browser (web push).

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_base::limits;
use callout_base::sessions::Person;
use callout_booking::messages::Subscriber;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::push::{Subscription, SubscriptionInput};
use callout_front::extract::{Caller, Json};
use callout_front::state::AppState;

/// The server's key.
#[derive(Serialize, ToSchema)]
pub struct PushKey {
    /// `applicationServerKey`: base64url of 65 bytes.
    key: String,
}

/// A browser to notify no longer.
#[derive(Deserialize, ToSchema)]
pub struct PushEnd {
    /// The endpoint of its subscription.
    endpoint: String,
}

/// A browser whose push service has given it another subscription.
#[derive(Deserialize, ToSchema)]
pub struct PushRenewal {
    /// The subscription that it had.
    was: PushFormer,
    /// The one that it has.
    now: SubscriptionInput,
}

/// A subscription that a browser had: what only it and we know.
#[derive(Deserialize, ToSchema)]
pub struct PushFormer {
    /// Its endpoint.
    endpoint: String,
    /// Its secret, base64url.
    auth: String,
}

fn subscriber(person: Person) -> Subscriber {
    Subscriber {
        id: person.id,
        role: person.role,
        session: person.session,
    }
}

/// The key by which browsers subscribe.
#[utoipa::path(
    get, path = "/api/push/key", tag = "Live",
    responses((status = 200, body = PushKey), (status = 401, body = Problem))
)]
pub async fn key(State(state): State<AppState>, _caller: Person) -> axum::Json<PushKey> {
    axum::Json(PushKey {
        key: state.messages.push_key().to_owned(),
    })
}

/// Notifies this browser, given as its `PushSubscription` writes itself, for as long as the session lasts. Subscribing again changes
/// nothing; a browser that somebody else used passes to the caller. Beyond ten browsers of a person the oldest is forgotten. Only the
/// push services of the usual browsers are known, and those the operator adds.
#[utoipa::path(
    post, path = "/api/push/subscribe", tag = "Live", request_body = SubscriptionInput,
    responses((status = 204), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn subscribe(
    State(state): State<AppState>,
    caller: Person,
    Json(body): Json<SubscriptionInput>,
) -> Fallible<StatusCode> {
    let browser = Subscription::parse(&body)?;
    state.messages.subscribe(subscriber(caller), browser).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notifies a browser at its new subscription in place of the one it had. Its service worker calls this, which has no session; whoever
/// knows the endpoint and secret that only the browser and we have is that browser. Does nothing for one that is not notified, and does not
/// say so.
#[utoipa::path(
    put, path = "/api/push/subscribe", tag = "Live", request_body = PushRenewal,
    responses((status = 204), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn renew(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<PushRenewal>,
) -> Fallible<StatusCode> {
    state
        .limits
        .count_address(limits::PUSH_RENEWALS, caller.address(), state.clock.now())?;
    let browser = Subscription::parse(&body.now)?;
    let PushFormer { endpoint, auth } = body.was;
    state.messages.renew(&endpoint, auth, browser).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notifies this browser no longer. Does nothing for one that is not the caller's.
#[utoipa::path(
    delete, path = "/api/push/subscribe", tag = "Live", request_body = PushEnd,
    responses((status = 204), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn unsubscribe(
    State(state): State<AppState>,
    caller: Person,
    Json(body): Json<PushEnd>,
) -> Fallible<StatusCode> {
    state
        .messages
        .unsubscribe(subscriber(caller), &body.endpoint)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

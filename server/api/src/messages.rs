//! Which messages a person gets, as far as they can choose.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::message_kind::{Choice, Delivery, Way};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Client, Json, Master};
use callout_front::state::AppState;

/// The messages that the caller can switch off.
#[derive(Serialize, ToSchema)]
pub struct MessageChoices {
    /// Each of them.
    items: Vec<MessageChoice>,
    /// How many of the caller's browsers are notified.
    browsers: usize,
}

/// A message that can be switched off.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageChoice {
    /// Which.
    kind: Choice,
    /// The ways by which it comes.
    ways: Vec<Way>,
    /// True when it comes by the first of these ways that there is, false when by each of them.
    first_only: bool,
    /// Whether it is on.
    on: bool,
}

/// What to switch; what is not named stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct MessageChoicesChange {
    /// The switches.
    items: Vec<MessageSwitch>,
}

/// A switch.
#[derive(Deserialize, ToSchema)]
pub struct MessageSwitch {
    /// Which message.
    kind: Choice,
    /// Whether it is to come.
    on: bool,
}

type Answer = Fallible<axum::Json<MessageChoices>>;

async fn answer(state: &AppState, id: &str, choices: Fallible<Vec<(Choice, bool)>>) -> Answer {
    let (choices, browsers) = (choices?, state.messages.browsers_of(id).await?);
    let items = choices.into_iter().map(|(kind, on)| MessageChoice {
        kind,
        ways: kind.delivery().ways().to_vec(),
        first_only: matches!(kind.delivery(), Delivery::First(_)),
        on,
    });
    Ok(axum::Json(MessageChoices {
        items: items.collect(),
        browsers,
    }))
}

fn said(body: MessageChoicesChange) -> Vec<(Choice, bool)> {
    body.items
        .into_iter()
        .map(|switch| (switch.kind, switch.on))
        .collect()
}

/// The messages that the client can switch off: that a job is done, and answers to a suggested time. The others always come.
#[utoipa::path(
    get, path = "/api/clients/me/messages", tag = "Clients",
    responses((status = 200, body = MessageChoices), (status = 401, body = Problem))
)]
pub async fn of_client(State(state): State<AppState>, caller: Client) -> Answer {
    let choices = state.messages.choices(&caller.id, Role::Client).await;
    answer(&state, &caller.id, choices).await
}

/// Switches messages of the client on or off.
#[utoipa::path(
    put, path = "/api/clients/me/messages", tag = "Clients", request_body = MessageChoicesChange,
    responses((status = 200, body = MessageChoices), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn set_of_client(
    State(state): State<AppState>,
    caller: Client,
    Json(body): Json<MessageChoicesChange>,
) -> Answer {
    let id = caller.id;
    let kept = state.messages.choose(id.clone(), Role::Client, said(body)).await;
    answer(&state, &id, kept).await
}

/// The messages that the pro can switch off: offers, texts for emergencies (off until asked for), and unread chat messages. The others always come.
#[utoipa::path(
    get, path = "/api/masters/me/messages", tag = "Masters",
    responses((status = 200, body = MessageChoices), (status = 401, body = Problem))
)]
pub async fn of_master(State(state): State<AppState>, caller: Master) -> Answer {
    let choices = state.messages.choices(&caller.id, Role::Master).await;
    answer(&state, &caller.id, choices).await
}

/// Switches messages of the pro on or off.
#[utoipa::path(
    put, path = "/api/masters/me/messages", tag = "Masters", request_body = MessageChoicesChange,
    responses((status = 200, body = MessageChoices), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn set_of_master(
    State(state): State<AppState>,
    caller: Master,
    Json(body): Json<MessageChoicesChange>,
) -> Answer {
    let id = caller.id;
    let kept = state.messages.choose(id.clone(), Role::Master, said(body)).await;
    answer(&state, &id, kept).await
}

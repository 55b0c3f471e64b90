//! Chat between a client and the pro of a booking: what was written, what was read, and the socket over which it is written.

mod frames;
pub mod socket;
mod talk;

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_base::sessions::Person;
use callout_domain::chat::Draft;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, MaybeJson, Path, Query};
use callout_front::state::AppState;

pub use frames::{ChatKind, ChatStatus, MessageView, ReadView, RefusedView, Sent, TypingView};

/// Which part of a chat.
#[derive(Debug, Default, Deserialize)]
pub struct HistoryQuery {
    /// The id of a message: those before it.
    before: Option<String>,
}

/// The chat of a booking with its pro, for the owner, the guest who booked, and the pro: the newest 200 messages, the oldest first.
/// What was written with an earlier pro is in nobody's chat.
#[utoipa::path(
    get, path = "/api/chat/history/{bookingId}", tag = "Chat",
    params(("bookingId" = String, Path), ("before" = Option<String>, Query, description = "the id of a message: the newest 200 before it")),
    responses((status = 200, body = [MessageView]), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`chat_closed`: no pro is assigned"))
)]
pub async fn history(
    State(state): State<AppState>,
    person: Person,
    Path(id): Path<String>,
    Query(query): Query<HistoryQuery>,
) -> Fallible<axum::Json<Vec<MessageView>>> {
    let (_, seat) = state.chat.seat(&person, &id).await?;
    let messages = state.chat.history(&seat, query.before.as_deref()).await?;
    let views = messages.iter().map(|said| MessageView::of(&seat, said));
    Ok(axum::Json(views.collect()))
}

/// A message to be sent.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewChatMessage {
    /// The name that the sender's device gives it: sent again under the same name, it is stored once.
    client_id: String,
    /// Phones and emails are hidden before it is stored.
    text: String,
    /// The pro whom a client wrote to: a booking may have gone to another one meanwhile.
    to_id: Option<String>,
}

/// Sends a message, as the socket does, for a device that had no network when it was written.
#[utoipa::path(
    post, path = "/api/chat/messages/{bookingId}", tag = "Chat", params(("bookingId" = String, Path)),
    request_body = NewChatMessage,
    responses((status = 200, body = MessageView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`chat_closed`: no pro is assigned, or the chat has ended; `other_pro`"),
        (status = 422, body = Problem), (status = 429, body = Problem, description = "Too many messages in a minute"))
)]
pub async fn send(
    State(state): State<AppState>,
    person: Person,
    Path(id): Path<String>,
    Json(new): Json<NewChatMessage>,
) -> Fallible<axum::Json<MessageView>> {
    let draft = Draft::parse(&new.client_id, &new.text)?;
    let (_, seat) = state.chat.seat(&person, &id).await?;
    if new.to_id.is_some_and(|to| to != seat.master_id) {
        return Err(Failure::conflict("other_pro", "It was written to another pro."));
    }
    let said = Box::pin(state.chat.send(&seat, draft)).await?;
    Ok(axum::Json(MessageView::of(&seat, &said)))
}

/// Up to where the caller has read.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChatRead {
    /// The newest message that was read; without it, everything was.
    id: Option<String>,
}

/// Notes that the caller has read the chat of a booking; the other side sees it.
#[utoipa::path(
    post, path = "/api/chat/read/{bookingId}", tag = "Chat", params(("bookingId" = String, Path)),
    request_body = Option<ChatRead>,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`chat_closed`: no pro is assigned"))
)]
pub async fn read(
    State(state): State<AppState>,
    person: Person,
    Path(id): Path<String>,
    MaybeJson(read): MaybeJson<ChatRead>,
) -> Fallible<StatusCode> {
    let (_, seat) = state.chat.seat(&person, &id).await?;
    state.chat.read(&seat, read.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Chat between a client and the pro of a booking: what was written, what was read, and the socket over which it is written.

mod frames;
pub mod socket;
mod talk;

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_base::sessions::Person;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{MaybeJson, Path, Query};
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

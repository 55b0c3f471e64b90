//! What goes over a chat's socket, in both directions, each as one JSON text. Sender and time of a message are always the server's.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_booking::chat::{Said, Seat};
use callout_domain::chat::Side;
use callout_domain::failure::Failure;

/// What a text of a chat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatKind {
    /// A message.
    Message,
    /// Somebody is typing.
    Typing,
    /// What became of a message.
    Status,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatStatus {
    /// It is stored.
    Sent,
    /// The other side has read it.
    Read,
    /// It was not taken.
    Refused,
}

/// A message. To its sender it also acknowledges what was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChatMessage)]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    /// `message`.
    #[serde(rename = "type")]
    kind: ChatKind,
    /// `C-…`.
    booking_id: String,
    /// `msg-…`.
    id: String,
    /// Who wrote it: the booking's client, or its pro.
    from_id: String,
    /// Who it is for.
    to_id: String,
    /// Phones and emails are hidden in it.
    text: String,
    /// When it was stored, Unix milliseconds.
    timestamp: String,
    /// `sent` or `read`.
    status: ChatStatus,
    /// Whether whoever it is for has read it.
    read: bool,
    /// The name that the sender gave it; only for the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
}

impl MessageView {
    /// A message as whoever has the seat sees it.
    #[must_use]
    pub fn of(seat: &Seat, said: &Said) -> Self {
        let message = &said.message;
        Self {
            kind: ChatKind::Message,
            booking_id: message.booking_id.clone(),
            id: message.id.clone(),
            from_id: seat.id_of(message.sender).to_owned(),
            to_id: seat.id_of(message.sender.other()).to_owned(),
            text: message.text.clone(),
            timestamp: message.sent_at.to_string(),
            status: if said.is_read {
                ChatStatus::Read
            } else {
                ChatStatus::Sent
            },
            read: said.is_read,
            client_id: (message.sender == seat.side).then(|| message.client_key.clone()),
        }
    }
}

/// The other side is typing; it holds for 1.5 s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChatTyping)]
#[serde(rename_all = "camelCase")]
pub struct TypingView {
    /// `typing`.
    #[serde(rename = "type")]
    kind: ChatKind,
    /// `C-…`.
    booking_id: String,
    /// Who is typing.
    from_id: String,
    /// Who it is for.
    to_id: String,
}

impl TypingView {
    /// Somebody of that side is typing.
    #[must_use]
    pub fn of(seat: &Seat, side: Side) -> Self {
        Self {
            kind: ChatKind::Typing,
            booking_id: seat.booking_id.clone(),
            from_id: seat.id_of(side).to_owned(),
            to_id: seat.id_of(side.other()).to_owned(),
        }
    }
}

/// Everything that `toId` has written up to a message was read by `fromId`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChatReadMark)]
#[serde(rename_all = "camelCase")]
pub struct ReadView {
    /// `status`.
    #[serde(rename = "type")]
    kind: ChatKind,
    /// `C-…`.
    booking_id: String,
    /// The newest message that was read; absent when that is no longer kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Who has read.
    from_id: String,
    /// Who wrote.
    to_id: String,
    /// `read`.
    status: ChatStatus,
    /// True.
    read: bool,
}

impl ReadView {
    /// That side has read up to this message.
    #[must_use]
    pub fn of(seat: &Seat, side: Side, id: Option<String>) -> Self {
        Self {
            kind: ChatKind::Status,
            booking_id: seat.booking_id.clone(),
            id,
            from_id: seat.id_of(side).to_owned(),
            to_id: seat.id_of(side.other()).to_owned(),
            status: ChatStatus::Read,
            read: true,
        }
    }
}

/// Something that was sent was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChatRefusal)]
#[serde(rename_all = "camelCase")]
pub struct RefusedView {
    /// `status`.
    #[serde(rename = "type")]
    kind: ChatKind,
    /// `C-…`.
    booking_id: String,
    /// The name that the sender gave the message, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// `refused`.
    status: ChatStatus,
    /// `malformed`, `invalid`, `chat_closed`, `too_many_requests`, …: as the codes of problems.
    code: String,
    /// The sentence to show to people.
    text: String,
    /// Seconds after which the same may be sent again; absent when it is refused for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

impl RefusedView {
    /// A message of this name, or something else, was refused.
    #[must_use]
    pub fn of(seat: &Seat, client_id: Option<String>, failure: &Failure, retry_after: Option<u64>) -> Self {
        Self {
            kind: ChatKind::Status,
            booking_id: seat.booking_id.clone(),
            client_id,
            status: ChatStatus::Refused,
            code: failure.code.to_owned(),
            text: failure.detail.clone(),
            retry_after,
        }
    }
}

/// What a browser may send.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = ChatSent)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Sent {
    /// A message. It is acknowledged by itself, as `ChatMessage` with the same `clientId`; sent again, it is stored once.
    Message {
        /// A name made by the browser: up to 64 letters, digits, `-` and `_`.
        client_id: String,
        /// Up to 2,000 characters.
        text: String,
    },
    /// The sender is typing.
    Typing,
    /// The sender has read.
    Status {
        /// The newest message that was read; without it, everything was.
        #[serde(default)]
        id: Option<String>,
    },
}

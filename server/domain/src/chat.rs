//! A chat between a client and the pro of a booking: who takes part, when it is open, what a message may be. Each pro of a booking
//! has a thread of their own, which no later pro reads.

use serde::Serialize;
use utoipa::ToSchema;

use super::booking::Booking;
use super::failure::{Failure, Fallible};
use super::{letters, mask};
use crate::clock::{DAY, MINUTE, Millis};
use callout_db::names;

/// Longest message, characters.
pub const TEXT_LIMIT: usize = 2_000;

/// Messages of one answer of the history, and of one look at what is new.
pub const AT_ONCE: i64 = 200;

/// Longest name that a browser may give a message of its own, characters.
pub const CLIENT_ID_LIMIT: usize = 64;

/// How long after the end of the job the two may still write.
const OPEN_AFTER_END: Millis = DAY;

/// How long a message to a pro may stay unread before they are told of it by email.
pub const PATIENCE: Millis = 5 * MINUTE;

names! {
    /// The side of a thread that somebody is on.
    pub enum Side {
        /// Whoever booked.
        Client = "client",
        /// The pro.
        Pro = "pro",
    }
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Client => Self::Pro,
            Self::Pro => Self::Client,
        }
    }
}

/// What may be done in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChatState)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Both may write.
    Open,
    /// It can only be read: the job ended more than 24 hours ago.
    ReadOnly,
}

/// What somebody sees of a chat without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glance {
    /// What may be done.
    pub state: State,
    /// Messages of the other side that they have not read.
    pub unread: i64,
}

/// What may be done in the chat of a booking with its pro; none while it has no pro.
#[must_use]
pub fn state(booking: &Booking, now: Millis) -> Option<State> {
    booking.assigned_master_id.as_ref()?;
    let is_over = booking
        .ended_at
        .is_some_and(|ended| now >= ended + OPEN_AFTER_END);
    Some(if is_over { State::ReadOnly } else { State::Open })
}

/// Refuses a message that may not be written now.
///
/// # Errors
/// 409 `chat_closed`.
pub fn may_write(booking: &Booking, now: Millis) -> Fallible<()> {
    match state(booking, now) {
        Some(State::Open) => Ok(()),
        Some(State::ReadOnly) => Err(Failure::conflict("chat_closed", "This chat has ended.")),
        None => Err(not_open_yet()),
    }
}

/// 409 `chat_closed` for a booking without a pro.
#[must_use]
pub fn not_open_yet() -> Failure {
    Failure::conflict("chat_closed", "Chat opens when a pro is assigned.")
}

/// A message that somebody wants to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The name that the sender's browser gave it: sent again under the same name, it is the same message.
    pub client_id: String,
    /// Phones and emails are hidden already.
    pub text: String,
}

impl Draft {
    /// Checks a message.
    ///
    /// # Errors
    /// 422 on `clientId` and `text`.
    pub fn parse(client_id: &str, text: &str) -> Fallible<Self> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if client_id.is_empty() || client_id.len() > CLIENT_ID_LIMIT || !client_id.chars().all(is_name) {
            return Err(Failure::field(
                "clientId",
                "Give the message a name of up to 64 letters and digits.",
            ));
        }
        let text = letters::plain_text(text);
        let text = text.trim();
        if text.is_empty() {
            return Err(Failure::field("text", "Write a message first."));
        }
        if text.chars().count() > TEXT_LIMIT {
            return Err(Failure::field("text", "Use at most 2,000 characters."));
        }
        Ok(Self {
            client_id: client_id.to_owned(),
            text: mask::contacts(text).into_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_name_and_up_to_2000_characters() {
        let draft = |client_id: &str, text: &str| Draft::parse(client_id, text);
        assert!(draft("a", &"é".repeat(2_000)).is_ok());
        assert!(draft(&"a".repeat(64), "Hello").is_ok());
        for (client_id, text, field) in [
            ("a", "é".repeat(2_001), "text"),
            ("a", String::new(), "text"),
            ("a", " \n\u{1}\t ".to_owned(), "text"),
            ("", "Hello".to_owned(), "clientId"),
            ("a b", "Hello".to_owned(), "clientId"),
            ("a\0", "Hello".to_owned(), "clientId"),
            ("é", "Hello".to_owned(), "clientId"),
        ] {
            let refused = draft(client_id, &text).unwrap_err();
            assert!(refused.errors.contains_key(field), "{client_id:?} {refused}");
        }
        assert!(draft(&"a".repeat(65), "Hello").is_err());
    }

    #[test]
    fn what_is_kept_of_a_message() {
        for (text, kept) in [
            (" Hello\r\nthere\0 ", "Hello\nthere"),
            ("I'm on 07700 900123", "I'm on •••"),
            ("ada at gmail dot com", "•••"),
            ("£120 at 10:30, SW1A 1AA", "£120 at 10:30, SW1A 1AA"),
        ] {
            assert_eq!(Draft::parse("a", text).unwrap().text, kept);
        }
    }
}

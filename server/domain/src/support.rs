//! What a person writes to us on the support page.

use super::address::{self, NAME_LIMIT};
use super::contact;
use super::letters;
use super::mistakes::Mistakes;
use crate::clock::Millis;
use crate::failure::Failure;
use crate::kept::{Class, FACT, OWN};
use callout_db::record;

/// Longest message, characters.
pub const MESSAGE_LIMIT: usize = 2_000;
/// Longest answer of an operator, characters.
pub const ANSWER_LIMIT: usize = 4_000;
/// Characters of a message that stand for it in a list.
const OPENING: usize = 80;
/// Longest reason for closing a message, characters.
const REASON_LIMIT: usize = 1_000;
/// Longest booking id as typed, characters.
pub const BOOKING_LIMIT: usize = 40;

record! {
    /// A row of `support_messages`.
    pub struct SupportMessage in "support_messages" {
        /// Made from what it says and the day.
        pub id: String => FACT,
        /// Who wrote it.
        pub name: String => OWN,
        /// Lower case; proved by nothing.
        pub email: String => OWN,
        /// The words.
        pub message: String => OWN,
        /// The booking it is about, as typed: there may be none of that id.
        pub booking_id: Option<String> => FACT,
        /// Unix milliseconds.
        pub created_at: Millis => FACT,
        /// What an operator answered; none while it waits, or when it was closed without one.
        pub answer: Option<String> => OWN,
        /// When it was answered or closed, Unix milliseconds; none while it waits.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl SupportMessage {
    /// Its first words, on one line.
    #[must_use]
    pub fn opening(&self) -> String {
        let mut words = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = words.char_indices().nth(OPENING) {
            words.truncate(end);
            words.push('…');
        }
        words
    }
}

/// An operator's answer: something, without odd characters.
///
/// # Errors
/// 422 on `answer`.
pub fn answer(text: &str) -> Result<String, Failure> {
    words("answer", text, "Write an answer.", ANSWER_LIMIT)
}

/// Why an operator closes a message without an answer.
///
/// # Errors
/// 422 on `reason`.
pub fn reason(text: &str) -> Result<String, Failure> {
    words("reason", text, "Write a few words.", REASON_LIMIT)
}

fn words(field: &str, text: &str, missing: &str, limit: usize) -> Result<String, Failure> {
    let text = letters::plain_text(text);
    address::required(&text, missing)
        .and_then(|text| address::limited(text, limit))
        .map_err(|message| Failure::field(field, message))
}

/// A message as it is sent.
#[derive(Debug, Clone, Copy)]
pub struct Enquiry<'a> {
    /// Who writes.
    pub name: &'a str,
    /// Where to answer.
    pub email: &'a str,
    /// The words.
    pub message: &'a str,
    /// The booking, if it is about one.
    pub booking_id: Option<&'a str>,
}

impl Enquiry<'_> {
    /// Checks every field; all mistakes are reported at once. The row's id is still empty.
    ///
    /// # Errors
    /// 422 with a message for each invalid field.
    pub fn parse(self, now: Millis) -> Result<SupportMessage, Failure> {
        let mut wrong = Mistakes::default();
        let words = letters::plain_text(self.message);
        let name = address::required_line(self.name, NAME_LIMIT, "Full name is required.");
        let email = contact::email(self.email).map_err(|error| error.detail);
        let message = address::required(&words, "Please write your message.")
            .and_then(|words| address::limited(words, MESSAGE_LIMIT));
        let booking = address::line(self.booking_id.unwrap_or_default(), BOOKING_LIMIT);
        let row = SupportMessage {
            id: String::new(),
            name: wrong.checked("name", name),
            email: wrong.checked("email", email),
            message: wrong.checked("message", message),
            booking_id: wrong.checked("bookingId", booking),
            created_at: now,
            answer: None,
            ended_at: None,
        };
        wrong.or(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Enquiry<'_> = Enquiry {
        name: " Ada Lovelace ",
        email: "Ada@Example.com",
        message: "Where is my\u{202e} pro?\r\nThanks",
        booking_id: Some(" "),
    };

    #[test]
    fn a_message_is_trimmed_and_normalised() {
        let row = GOOD.parse(7).unwrap();
        assert_eq!(
            (row.name.as_str(), row.email.as_str()),
            ("Ada Lovelace", "ada@example.com")
        );
        assert_eq!(
            (row.message.as_str(), row.booking_id, row.created_at),
            ("Where is my pro?\nThanks", None, 7)
        );
    }

    #[test]
    fn a_list_shows_how_a_message_begins() {
        let mut row = GOOD.parse(7).unwrap();
        assert_eq!(row.opening(), "Where is my pro? Thanks");
        row.message = "é ".repeat(50);
        assert_eq!(row.opening(), format!("{}…", "é ".repeat(40)));
    }

    #[test]
    fn an_answer_says_something_and_is_not_too_long() {
        assert_eq!(answer("  Tomorrow.\r\n ").unwrap(), "Tomorrow.");
        for wrong in ["", " \n", "\u{7}", &"é".repeat(ANSWER_LIMIT + 1)] {
            assert!(answer(wrong).unwrap_err().errors.contains_key("answer"));
        }
        assert!(answer(&"é".repeat(ANSWER_LIMIT)).is_ok());
        assert!(
            reason(&"é".repeat(REASON_LIMIT + 1))
                .unwrap_err()
                .errors
                .contains_key("reason")
        );
    }

    #[test]
    fn every_invalid_field_has_its_message() {
        let nothing = Enquiry {
            name: " ",
            email: "ada@",
            message: "\u{7}",
            booking_id: Some("C-1\r\nBcc: x"),
        };
        let fields: Vec<_> = nothing.parse(0).unwrap_err().errors.into_keys().collect();
        assert_eq!(fields, ["email", "message", "name"]);
    }

    #[test]
    fn no_line_of_a_message_begins_another() {
        let split = Enquiry {
            name: "Ada",
            email: "ada@example.com",
            message: "Hello",
            booking_id: Some("C-1\r\nBcc: x"),
        };
        assert_eq!(split.parse(0).unwrap().booking_id.as_deref(), Some("C-1 Bcc: x"));
    }

    #[test]
    fn lengths_are_limited_at_both_ends() {
        for extra in [0, 1] {
            let (name, words, id) = (
                "é".repeat(NAME_LIMIT + extra),
                "é".repeat(MESSAGE_LIMIT + extra),
                "é".repeat(BOOKING_LIMIT + extra),
            );
            let long = Enquiry {
                name: &name,
                message: &words,
                booking_id: Some(&id),
                ..GOOD
            };
            assert_eq!(
                long.parse(0).map_or_else(|error| error.errors.len(), |_| 0),
                3 * extra
            );
        }
    }
}

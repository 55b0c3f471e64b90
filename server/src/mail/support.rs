//! A message from the support page, as it reaches whoever answers it.

use crate::domain::message::{Channel, Message};
use crate::domain::support::SupportMessage;

/// The email; an answer to it goes to the person who wrote. Their words are plain text, and nothing they wrote is in a header but
/// that address.
#[must_use]
pub fn message(to: &str, message: &SupportMessage) -> Message {
    let about = message
        .booking_id
        .as_ref()
        .map_or_else(String::new, |id| format!("\nBooking (as typed): {id}"));
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: Some(message.email.clone()),
        subject: "A message from the support page".to_owned(),
        text: format!(
            "From: {} <{}>{about}\nNobody has checked that this email is theirs.\n\n{}\n",
            message.name, message.email, message.message
        ),
        html: None,
        attachments: Vec::new(),
        key: Some(message.id.clone()),
    }
}

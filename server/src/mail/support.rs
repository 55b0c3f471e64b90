//! What reaches whoever answers people: messages from the support page, and jobs that began without the client's code.

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

/// The email about a job that its client asks to stop.
#[must_use]
pub fn stop_asked(to: &str, booking_id: &str, text: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Asked to stop: {booking_id}"),
        text: format!(
            "The client of booking {booking_id} asks us to stop the job.\n\nTheir words: {text}\n\n\
             Decide what they pay: callout admin stop --booking {booking_id} --percent N --reason TEXT\n"
        ),
        html: None,
        attachments: Vec::new(),
        key: Some(format!("stop-{booking_id}")),
    }
}

/// The email about a job that has begun without the client's code.
#[must_use]
pub fn begun_without_code(to: &str, booking_id: &str, reason: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Begun without the start code: {booking_id}"),
        text: format!(
            "The pro of booking {booking_id} has begun without the client's start code.\n\nTheir reason: {reason}\n\n\
             The client was told. What the job earns waits longer in clearing.\n"
        ),
        html: None,
        attachments: Vec::new(),
        key: Some(format!("begun-without-code-{booking_id}")),
    }
}

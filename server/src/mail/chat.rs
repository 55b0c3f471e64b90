//! Tells a pro of a message that they have not read. What was written stays in the chat.

use super::words;
use crate::domain::booking::Booking;
use crate::domain::message::{Channel, Message};

/// The email to the pro; `seq` is the number of the first message that waits.
#[must_use]
pub fn unread(to: &str, booking: &Booking, link: &str, seq: i64) -> Message {
    let client = booking
        .customer_name
        .split_whitespace()
        .next()
        .unwrap_or("Your client");
    let pro = booking.assigned_master_id.as_deref().unwrap_or_default();
    let text = format!(
        "{client} has written to you about a job of yours, and waits for an answer:\n{}, {}.\n\nRead it and answer here:\n{link}\n",
        booking.readable_name,
        words::when(booking),
    );
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("New message about {}", booking.readable_name),
        text,
        html: None,
        attachments: Vec::new(),
        key: Some(format!("chat-unread-{}-{pro}-{seq}", booking.id)),
    }
}

//! The message that somebody asked for who lost the link of a booking. Like the confirmation to an unproved address, it holds no
//! name and no description.

use super::words;
use callout_domain::booking::Booking;
use callout_domain::identifier::Identifier;
use callout_domain::message::{Channel, Message};
use callout_domain::texts::Urgency;

/// The email or text with the link of each booking. `request` names the request, so that an email that is sent twice is recognised.
#[must_use]
pub fn message(to: &Identifier, bookings: &[(Booking, String)], request: &str) -> Message {
    let lines: Vec<String> = bookings
        .iter()
        .map(|(booking, link)| {
            format!(
                "{} ({}), {}:\n{link}",
                booking.readable_name,
                booking.id,
                words::when(booking)
            )
        })
        .collect();
    let lines = lines.join("\n\n");
    let (channel, text) = match to {
        Identifier::Email(_) => (
            Channel::Email,
            format!(
                "You asked for a link to your booking.\n\n{lines}\n\nWhoever has this link can see or cancel the booking: keep it \
                 to yourself.\n\nIf you did not ask for it, you can ignore this email.\n"
            ),
        ),
        Identifier::Phone(_) => (
            Channel::Text(Urgency::Known),
            format!(
                "Callout: the link you asked for. Keep it to yourself.\n{}",
                lines.replace('–', "-")
            ),
        ),
    };
    Message {
        channel,
        to: to.value().to_owned(),
        reply_to: None,
        subject: "The link to your booking".to_owned(),
        text,
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(request.to_owned()),
    }
}

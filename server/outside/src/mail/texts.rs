//! Texts about a booking made without an email. They name neither the client nor what they wrote: anybody may book with anybody's
//! number.

use super::words;
use callout_domain::booking::Booking;
use callout_domain::message::{Channel, Message};
use callout_domain::texts::Urgency;

/// Confirms a booking and carries its link.
#[must_use]
pub fn confirmation(booking: &Booking, link: &str) -> Message {
    let said = if words::is_budget(booking) {
        "your booking is in, with your own budget"
    } else if booking.awaits_price() {
        "your request is in. Pros name a price, you choose"
    } else {
        "you're booked in"
    };
    let text = format!(
        "Callout: {said}. {}, {}. See it, or cancel it: {link} Keep this link to yourself.",
        booking.readable_name,
        when(booking)
    );
    to_phone(booking, text)
}

/// Says that a booking is cancelled, and what the client pays for it.
#[must_use]
pub fn cancelled(booking: &Booking, fee_pence: i64) -> Message {
    let cost = if fee_pence == 0 {
        "You pay nothing.".to_owned()
    } else {
        format!("The cancellation fee is {}.", words::amount(fee_pence))
    };
    let text = format!(
        "Callout: your booking {} ({}, {}) is cancelled. {cost}",
        booking.id,
        booking.readable_name,
        when(booking)
    );
    to_phone(booking, text)
}

/// A dash outside the alphabet of texts would make each text cost twice.
fn when(booking: &Booking) -> String {
    words::when(booking).replace('–', "-")
}

fn to_phone(booking: &Booking, text: String) -> Message {
    Message {
        channel: Channel::Text(Urgency::Booking),
        to: booking.phone.clone(),
        reply_to: None,
        subject: String::new(),
        text,
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: None,
    }
}

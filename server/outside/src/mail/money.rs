//! Messages to clients about their money: what was charged, and what was given back.

use super::note::{Note, TO_CLIENT};
use super::words;
use callout_domain::booking::Booking;
use callout_domain::message::Message;

const ACTION: &str = "See your booking";

/// Tells the client that `pence` were charged by a payment: for the job, or for a cancellation whose whole fee is `fee_pence`. `link` opens
/// the booking.
#[must_use]
pub fn charged(booking: &Booking, payment_id: &str, pence: i64, fee_pence: i64, link: String) -> Message {
    let amount = words::exact(pence);
    let fee = words::exact(fee_pence);
    let said = if fee_pence > pence {
        format!(
            "The cancellation fee is {fee}. {amount} of it was charged to your card with this payment. Any other hold on \
             your card has been released."
        )
    } else if fee_pence > 0 {
        format!(
            "The cancellation fee of {fee} was charged to your card. Any other hold on your card has been released."
        )
    } else {
        format!(
            "{amount} was charged to your card for your booking: {}, {}. Callout keeps it until the job is done.",
            booking.readable_name,
            words::when(booking)
        )
    };
    note(format!("{amount} was charged to your card"), said, link)
        .message(booking, format!("charged-{payment_id}"))
}

/// Tells the client that `pence` are on their way back to the card, and which whole fee is kept for a cancellation. `link` opens the booking.
#[must_use]
pub fn refunded(booking: &Booking, reference: &str, pence: i64, fee_pence: i64, link: String) -> Message {
    let amount = words::exact(pence);
    let fee = if fee_pence > 0 {
        format!(
            " We have kept the cancellation fee of {}.",
            words::exact(fee_pence)
        )
    } else {
        String::new()
    };
    let said = format!(
        "We have sent {amount} back to your card, for your booking: {}. Banks take 5 to 10 working days to show it.{fee}",
        booking.readable_name
    );
    note(format!("{amount} is on its way back to you"), said, link)
        .message(booking, format!("refunded-{reference}"))
}

fn note(title: String, said: String, link: String) -> Note {
    Note {
        title,
        said,
        action: ACTION,
        link,
        why: TO_CLIENT,
    }
}

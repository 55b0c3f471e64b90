//! Messages about a payment: a hold that ended and must be made again, the cancellation if it is not, and a refused refund.

use super::words;
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::message::{Channel, Message};
use crate::domain::time;

/// A message about `booking`, by email, or by text where there is no email; `key` tells it from every other message.
fn to_client(booking: &Booking, key: String, subject: &str, email: String, text: String) -> Message {
    let (channel, to, words) = match &booking.email {
        Some(address) => (Channel::Email, address, email),
        None => (Channel::Text, &booking.phone, text),
    };
    Message {
        channel,
        to: to.clone(),
        reply_to: None,
        subject: subject.to_owned(),
        text: words,
        html: None,
        attachments: Vec::new(),
        key: Some(key),
    }
}

/// Asks the client to pay `pence` again at `link` by `until` (Unix milliseconds): the hold has ended or, when a pro has the job already,
/// the bank has refused the charge.
#[must_use]
pub fn due(booking: &Booking, pence: i64, until: Millis, link: &str) -> Message {
    let amount = words::amount(pence);
    let by = format!("{}, {}", time::day_in_words(until), time::clock_face(until));
    let (happened, later) = if booking.facts().has_pro {
        (
            format!("Your bank has refused the payment of {amount}. Nothing was charged."),
            "Your pro waits for it before setting off.",
        )
    } else {
        (
            format!("Your bank has ended the hold of {amount} on your card. Nothing was charged."),
            "The amount is held on your card and charged only when a pro accepts.",
        )
    };
    let email = format!(
        "{happened}\n\n\
         To keep your booking, please pay again by {by}:\n{link}\n\n\
         Your booking: {}, {}.\n\n\
         {later} If it is not paid by then, we cancel the booking and you pay nothing.\n",
        booking.readable_name,
        words::when(booking),
    );
    let text = format!("Callout: {happened} To keep your booking, pay again by {by}: {link}");
    to_client(
        booking,
        format!("payment-due-{}-{until}", booking.id),
        "Please pay again to keep your booking",
        email,
        text,
    )
}

/// Tells the client that the booking was cancelled because nobody paid again.
#[must_use]
pub fn cancelled(booking: &Booking) -> Message {
    let email = format!(
        "We have cancelled your booking, because the hold on your card had ended and it was not paid again in time. \
         You have not been charged.\n\nYour booking was: {}, {}.\n\nYou can book again at any time.\n",
        booking.readable_name,
        words::when(booking),
    );
    let text = "Callout: your booking is cancelled, because the hold on your card had ended and it was not paid again in time. \
                You have not been charged."
        .to_owned();
    to_client(
        booking,
        format!("unpaid-cancelled-{}", booking.id),
        "Your booking is cancelled",
        email,
        text,
    )
}

/// Tells whoever looks after the money that the provider refused the refund `reference` of `pence` on a payment, after so many
/// retries.
#[must_use]
pub fn refund_refused(to: &str, reference: &str, retries: i64, payment_id: &str, pence: i64) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Refund refused: {reference}"),
        text: format!(
            "The payment provider refused to refund {} of payment {payment_id} (refund {reference}).\n\n\
             The client has not had this money. Look at the payment at the provider, put right what is wrong, and run \
             `callout refunds retry`.\n",
            words::exact(pence)
        ),
        html: None,
        attachments: Vec::new(),
        key: Some(format!("refund-refused-{reference}-{retries}")),
    }
}

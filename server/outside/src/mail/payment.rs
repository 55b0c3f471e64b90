//! Messages about a payment: a hold that ended and must be made again, the cancellation if it is not, and a refused refund.

use super::{calendar, words};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::message::{Channel, Message};
use callout_domain::message_kind::Way;
use callout_domain::texts::Urgency;
use callout_domain::time;

/// What a client is told: each way has words of its own.
struct Said {
    /// Tells it from every other message.
    key: String,
    subject: &'static str,
    email: String,
    text: String,
}

impl Said {
    /// The message to the client of `booking` by one way; none where there is no such way.
    fn into_message(self, booking: &Booking, way: Way) -> Option<Message> {
        let Self {
            key,
            subject,
            email,
            text,
        } = self;
        let (channel, to, text, key) = match way {
            Way::Email => (Channel::Email, booking.email.clone()?, email, key),
            Way::Text => (
                Channel::Text(Urgency::Booking),
                booking.phone.clone(),
                text,
                format!("{key}-text"),
            ),
            Way::Push => return None,
        };
        // An erased person's booking has no phone.
        (!to.is_empty()).then(|| Message {
            channel,
            to,
            reply_to: None,
            subject: subject.to_owned(),
            text,
            html: None,
            attachments: match way {
                Way::Email => calendar::called_off(booking),
                Way::Text | Way::Push => Vec::new(),
            },
            otherwise: None,
            key: Some(key),
        })
    }
}

/// Asks the client by one way to pay `pence` again at `link` by `until` (Unix milliseconds): the hold has ended or, when a pro has the job
/// already, the bank has refused the charge. None where there is no such way to the client.
#[must_use]
pub fn due(booking: &Booking, pence: i64, until: Millis, link: &str, way: Way) -> Option<Message> {
    let by = format!("{}, {}", time::day_in_words(until), time::clock_face(until));
    let (happened, later) = (what_happened(booking, pence), what_follows(booking));
    let (subject, please) = if booking.has_set_off() {
        ("Please pay for your booking", "Please pay")
    } else {
        (
            "Please pay again to keep your booking",
            "To keep your booking, please pay again",
        )
    };
    let email = format!(
        "{happened}\n\n\
         {please} by {by}:\n{link}\n\n\
         Your booking: {}, {}.\n\n\
         {later}\n",
        booking.readable_name,
        words::when(booking),
    );
    let said = Said {
        key: format!("payment-due-{}-{until}", booking.id),
        subject,
        email,
        text: format!("Callout: {happened} {please} by {by}: {link}"),
    };
    said.into_message(booking, way)
}

/// Asks the client by one way to confirm a new hold of `pence` at `link` by `until` (Unix milliseconds), since the bank ends the old one
/// soon. None where there is no such way to the client.
#[must_use]
pub fn renewal(booking: &Booking, pence: i64, until: Millis, link: &str, way: Way) -> Option<Message> {
    let by = format!("{}, {}", time::day_in_words(until), time::clock_face(until));
    let amount = words::amount(pence);
    let happened =
        format!("Your bank ends the hold of {amount} on your card soon, and wants you to confirm a new one.");
    let email = format!(
        "{happened}\n\n\
         To keep your booking, please confirm it by {by}:\n{link}\n\n\
         Your booking: {}, {}.\n\n\
         The old hold is released as soon as the new one is in place. Nothing is charged before a pro accepts.\n",
        booking.readable_name,
        words::when(booking),
    );
    let said = Said {
        key: format!("renewal-{}-{until}", booking.id),
        subject: "Please confirm your booking with your bank",
        email,
        text: format!("Callout: {happened} Please do so by {by}: {link}"),
    };
    said.into_message(booking, way)
}

fn what_happened(booking: &Booking, pence: i64) -> String {
    let amount = words::amount(pence);
    if booking.owes_rest() {
        format!("Your bank has refused {amount}, the rest of your price.")
    } else if booking.facts().has_pro {
        format!("Your bank has refused the payment of {amount}. Nothing was charged.")
    } else {
        format!("Your bank has ended the hold of {amount} on your card. Nothing was charged.")
    }
}

/// What happens once it is paid, and what if it is not.
fn what_follows(booking: &Booking) -> &'static str {
    if booking.facts().is_done {
        "Your job is done but hasn't been paid for yet."
    } else if booking.has_set_off() {
        "Your pro has set off already, so your booking stands and is still to be paid."
    } else if booking.owes_rest() {
        "If it is not paid by then, we cancel the booking and give back what was charged."
    } else if booking.facts().has_pro {
        "Your pro is waiting for the payment before setting off. If it is not paid by then, we cancel the booking and you pay nothing."
    } else {
        "The amount is held on your card and charged only when a pro accepts. If it is not paid by then, we cancel the booking and you pay \
         nothing."
    }
}

/// Tells the client by one way that the booking was cancelled because nobody paid again; none where there is no such way.
#[must_use]
pub fn cancelled(booking: &Booking, way: Way) -> Option<Message> {
    let happened =
        "because it was not paid in time. You pay nothing: anything that was charged is given back.";
    let email = format!(
        "We have cancelled your booking, {happened}\n\nYour booking was: {}, {}.\n\nYou can book again at any time.\n",
        booking.readable_name,
        words::when(booking),
    );
    let said = Said {
        key: format!("unpaid-cancelled-{}", booking.id),
        subject: "Your booking is cancelled",
        email,
        text: format!("Callout: your booking is cancelled, {happened}"),
    };
    said.into_message(booking, way)
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
        otherwise: None,
        key: Some(format!("refund-refused-{reference}-{retries}")),
    }
}

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
    let text = format!("Callout: {happened} {please} by {by}: {link}");
    to_client(
        booking,
        format!("payment-due-{}-{until}", booking.id),
        subject,
        email,
        text,
    )
}

/// Asks the client to confirm a new hold of `pence` at `link` by `until` (Unix milliseconds), since the bank ends the old one soon.
#[must_use]
pub fn renewal(booking: &Booking, pence: i64, until: Millis, link: &str) -> Message {
    let by = format!("{}, {}", time::day_in_words(until), time::clock_face(until));
    let amount = words::amount(pence);
    let happened =
        format!("Your bank ends the hold of {amount} on your card soon, and wants you to confirm a new one.");
    let email = format!(
        "{happened}\n\n\
         To keep your booking, please confirm it by {by}:\n{link}\n\n\
         Your booking: {}, {}.\n\n\
         The old hold is let go as soon as the new one stands. Nothing is charged before a pro accepts.\n",
        booking.readable_name,
        words::when(booking),
    );
    let text = format!("Callout: {happened} Please do so by {by}: {link}");
    let key = format!("renewal-{}-{until}", booking.id);
    to_client(
        booking,
        key,
        "Please confirm your booking with your bank",
        email,
        text,
    )
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
        "Your job is done and is still to be paid."
    } else if booking.has_set_off() {
        "Your pro has set off already, so your booking stands and is still to be paid."
    } else if booking.owes_rest() {
        "If it is not paid by then, we cancel the booking and give back what was charged."
    } else if booking.facts().has_pro {
        "Your pro waits for it before setting off. If it is not paid by then, we cancel the booking and you pay nothing."
    } else {
        "The amount is held on your card and charged only when a pro accepts. If it is not paid by then, we cancel the booking and you pay \
         nothing."
    }
}

/// Tells the client that the booking was cancelled because nobody paid again.
#[must_use]
pub fn cancelled(booking: &Booking) -> Message {
    let happened =
        "because it was not paid in time. You pay nothing: anything that was charged is given back.";
    let email = format!(
        "We have cancelled your booking, {happened}\n\nYour booking was: {}, {}.\n\nYou can book again at any time.\n",
        booking.readable_name,
        words::when(booking),
    );
    to_client(
        booking,
        format!("unpaid-cancelled-{}", booking.id),
        "Your booking is cancelled",
        email,
        format!("Callout: your booking is cancelled, {happened}"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::booking::tests::blank;
    use crate::domain::status::BookingStatus;

    fn told(status: BookingStatus, pence: i64) -> String {
        let booking = Booking {
            status,
            amount_pence: 13_700,
            payment_due_pence: Some(pence),
            email: Some("ada@example.com".to_owned()),
            ..blank()
        };
        due(&booking, pence, 0, "https://example.com/pay").text
    }

    #[test]
    fn nobody_is_told_of_a_cancellation_that_will_not_come() {
        let cancelled = "we cancel the booking and you pay nothing.";
        assert!(told(BookingStatus::Pending, 13_700).contains(cancelled));
        assert!(told(BookingStatus::Assigned, 13_700).contains(cancelled));
        for status in [
            BookingStatus::EnRoute,
            BookingStatus::InProgress,
            BookingStatus::Completed,
        ] {
            for pence in [2_000, 13_700] {
                assert!(!told(status, pence).contains("cancel"), "{status}");
            }
        }
    }

    #[test]
    fn where_a_part_was_charged_nobody_is_told_that_nothing_was() {
        for status in [
            BookingStatus::Pending,
            BookingStatus::Assigned,
            BookingStatus::EnRoute,
        ] {
            assert!(told(status, 13_700).contains("Nothing was charged."), "{status}");
            assert!(!told(status, 2_000).contains("Nothing was charged."), "{status}");
        }
    }
}

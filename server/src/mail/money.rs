//! Messages to clients about their money: what was charged, and what was given back.

use super::note::{Note, TO_CLIENT};
use super::words;
use crate::domain::booking::Booking;
use crate::domain::message::Message;

const ACTION: &str = "See your booking";

/// Tells the client that `pence` were charged by a payment. `link` opens the booking.
#[must_use]
pub fn charged(booking: &Booking, payment_id: &str, pence: i64, link: String) -> Message {
    let amount = words::exact(pence);
    let said = if booking.facts().is_called_off {
        format!(
            "The cancellation fee of {amount} was charged to your card. Anything else that was held is let go."
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

/// Tells the client that `pence` are on their way back to the card, and what is kept for a cancellation. `link` opens the booking.
#[must_use]
pub fn refunded(booking: &Booking, reference: &str, pence: i64, kept_pence: i64, link: String) -> Message {
    let amount = words::exact(pence);
    let fee = if booking.facts().is_called_off && kept_pence > 0 {
        format!(" The cancellation fee of {} is kept.", words::exact(kept_pence))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::booking::tests::blank;
    use crate::domain::status::BookingStatus;

    fn booking(status: BookingStatus, email: Option<&str>) -> Booking {
        Booking {
            id: "C-1".to_owned(),
            status,
            readable_name: "Leak / tap issue".to_owned(),
            email: email.map(str::to_owned),
            phone: "+447700900123".to_owned(),
            ..blank()
        }
    }

    #[test]
    fn a_fee_is_called_a_fee() {
        let email = Some("ada@example.com");
        let charge = |status| {
            charged(
                &booking(status, email),
                "pi_1",
                4_095,
                "https://callout.example/b/x".to_owned(),
            )
            .text
        };
        assert!(
            charge(BookingStatus::Assigned)
                .starts_with("£40.95 was charged to your card for your booking: Leak / tap issue")
        );
        assert!(charge(BookingStatus::Cancelled).starts_with("The cancellation fee of £40.95"));
        let back = |status, kept| refunded(&booking(status, email), "r", 7_605, kept, String::new()).text;
        assert!(back(BookingStatus::Cancelled, 4_095).contains("The cancellation fee of £40.95 is kept."));
        assert!(!back(BookingStatus::Cancelled, 0).contains("fee"));
        assert!(!back(BookingStatus::Completed, 4_095).contains("fee"));
    }

    #[test]
    fn without_an_email_it_is_a_text() {
        let text = charged(
            &booking(BookingStatus::Assigned, None),
            "pi_1",
            4_095,
            "https://callout.example/b/x".to_owned(),
        );
        assert_eq!(text.to, "+447700900123");
        assert!(text.text.ends_with("https://callout.example/b/x"));
    }
}

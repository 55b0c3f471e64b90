//! Messages to clients about their money: what was charged, and what was given back.

use super::note::{Note, TO_CLIENT};
use super::words;
use crate::domain::booking::Booking;
use crate::domain::message::Message;

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
        // Whatever has become of the booking meanwhile.
        let booking = booking(BookingStatus::Cancelled, email);
        let charge = |fee| {
            charged(
                &booking,
                "pi_1",
                4_095,
                fee,
                "https://callout.example/b/x".to_owned(),
            )
            .text
        };
        assert!(charge(0).starts_with("£40.95 was charged to your card for your booking: Leak / tap issue"));
        assert!(charge(4_095).starts_with("The cancellation fee of £40.95 was charged"));
        assert!(charge(6_095).starts_with("The cancellation fee is £60.95. £40.95 of it was charged"));
        let back = |fee| refunded(&booking, "r", 7_605, fee, String::new()).text;
        assert!(back(4_095).contains("We have kept the cancellation fee of £40.95."));
        assert!(!back(0).contains("fee"));
    }

    #[test]
    fn without_an_email_it_is_a_text() {
        let text = charged(
            &booking(BookingStatus::Assigned, None),
            "pi_1",
            4_095,
            0,
            "https://callout.example/b/x".to_owned(),
        );
        assert_eq!(text.to, "+447700900123");
        assert!(text.text.ends_with("https://callout.example/b/x"));
    }
}

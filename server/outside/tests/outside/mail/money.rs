//! Messages to clients about their money.

use callout_domain::booking::{Booking, blank};
use callout_domain::status::BookingStatus;
use callout_outside::mail::money::{charged, refunded};

fn booking(status: BookingStatus, email: Option<&str>) -> Booking {
    Booking {
        id: "C-1".to_owned(),
        created_at: 1_795_424_400_000,
        updated_at: 1_795_424_400_000,
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

#[test]
fn a_cancelled_booking_leaves_the_calendar_with_the_email() {
    let back = |status, email| refunded(&booking(status, email), "r", 7_605, 0, String::new());
    let email = Some("ada@example.com");
    let cancelled = back(BookingStatus::Cancelled, email);
    let file = String::from_utf8(cancelled.attachments[0].body.clone()).unwrap();
    assert!(
        file.contains("METHOD:CANCEL\r\n") && file.contains("SEQUENCE:1\r\n"),
        "{file}"
    );
    assert!(cancelled.attachments[0].media_type.ends_with("method=CANCEL"));
    assert!(back(BookingStatus::Assigned, email).attachments.is_empty());
    assert!(back(BookingStatus::Cancelled, None).attachments.is_empty());
}

#[test]
fn a_text_stands_in_for_an_email_that_cannot_be_delivered() {
    let back = |email| {
        refunded(
            &booking(BookingStatus::Assigned, email),
            "r",
            7_605,
            0,
            String::new(),
        )
    };
    let other = back(Some("ada@example.com")).otherwise.unwrap();
    assert_eq!(
        (other.to.as_str(), other.text),
        ("+447700900123", back(None).text)
    );
    assert!(back(None).otherwise.is_none());
}

//! Messages about a payment that is due, and one that did not come.

use callout_domain::booking::{Booking, blank};
use callout_domain::message::Channel;
use callout_domain::message_kind::Way;
use callout_domain::status::BookingStatus;
use callout_domain::texts::Urgency;
use callout_outside::mail::payment::{cancelled, due, renewal};

fn told(status: BookingStatus, pence: i64) -> String {
    let booking = Booking {
        status,
        amount_pence: 13_700,
        payment_due_pence: Some(pence),
        email: Some("ada@example.com".to_owned()),
        ..blank()
    };
    let email = due(&booking, pence, 0, "https://example.com/pay", Way::Email);
    email.unwrap().text
}

#[test]
fn a_client_is_told_by_each_way_that_there_is() {
    let booking = Booking {
        email: Some("ada@example.com".to_owned()),
        phone: "+447700900123".to_owned(),
        ..blank()
    };
    let all = |booking: &Booking, way| {
        [
            due(booking, 13_700, 0, "https://example.com/pay", way),
            renewal(booking, 13_700, 0, "https://example.com/pay", way),
            cancelled(booking, way),
        ]
    };
    let emails = all(&booking, Way::Email).map(Option::unwrap);
    let texts = all(&booking, Way::Text).map(Option::unwrap);
    for (email, text) in emails.iter().zip(&texts) {
        assert_eq!(
            (email.channel, email.to.as_str()),
            (Channel::Email, "ada@example.com")
        );
        assert_eq!(
            (text.channel, text.to.as_str()),
            (Channel::Text(Urgency::Booking), "+447700900123")
        );
        assert!(text.text.starts_with("Callout: "), "{}", text.text);
        assert_ne!(email.key, text.key);
    }
    let erased = Booking {
        email: None,
        phone: String::new(),
        ..booking
    };
    for way in [Way::Email, Way::Text] {
        assert!(all(&erased, way).iter().all(Option::is_none), "{way:?}");
    }
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

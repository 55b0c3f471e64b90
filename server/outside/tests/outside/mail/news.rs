//! What clients and pros are told about a booking, by each way.

use callout_domain::booking::{Booking, PaymentMethod, QuoteMode};
use callout_domain::message_kind::MessageKind;
use callout_domain::pro::Basics;
use callout_domain::status::BookingStatus;
use callout_outside::mail::news::{Asked, News};

fn booking() -> Booking {
    Booking {
        id: "C-1".to_owned(),
        readable_name: "Leak / tap issue".to_owned(),
        customer_name: "Ada Lovelace".to_owned(),
        description: "leaking tap, call me".to_owned(),
        phone: "+447700900123".to_owned(),
        address_line1: "1 Test Street".to_owned(),
        postcode: "SW1A 1AA".to_owned(),
        status: BookingStatus::Assigned,
        quote_mode: QuoteMode::Paid,
        payment_method: PaymentMethod::Card,
        amount_pence: 11_700,
        slot_start: Some(1_795_518_000_000),
        slot_end: Some(1_795_525_200_000),
        ..callout_domain::booking::blank()
    }
}

fn basics() -> Basics {
    Basics {
        first_name: "Sam".to_owned(),
        last_name: "Okafor".to_owned(),
        phone: "+447700900999".to_owned(),
        experience_years: 12,
        legal_name: "Okafor <Plumbing> Ltd".to_owned(),
        trading_address: "1 High Street\nLondon".to_owned(),
    }
}

fn each(test: impl Fn(&News<'_>)) {
    each_of(&booking(), test);
}

fn each_of(booking: &Booking, test: impl Fn(&News<'_>)) {
    let basics = basics();
    for &message in MessageKind::ALL {
        test(&News {
            message,
            booking,
            pro: Some(&basics),
            asked: Some(Asked {
                pence: 12_700,
                until: 1_795_428_300_000,
                length_minutes: (message == MessageKind::PriceNamed).then_some(2_880),
            }),
            late_minutes: Some(20),
            start_code: Some("0042".to_owned()),
            trader: "Callout",
            has_profile: true,
            link: "https://callout.example/b/x".to_owned(),
            key: format!("{}-1", message.as_str()),
        });
    }
}

#[test]
fn no_message_names_the_client_or_what_they_wrote() {
    each(|news| {
        let email = news.email("ada@example.com".to_owned());
        let text = news.text("+447700900123".to_owned());
        let note = news.note("/booking/C-1".to_owned(), 60);
        let all = [
            email.subject,
            email.text,
            email.html.unwrap_or_default(),
            text.text,
            String::from_utf8(note.payload().unwrap()).unwrap(),
        ];
        for said in &all {
            for secret in ["Lovelace", "leaking", "900123", "Test Street", "SW1A", "900999"] {
                assert!(!said.contains(secret), "{:?}: {said}", news.message);
            }
        }
    });
}

#[test]
fn texts_are_in_the_alphabet_of_texts_and_carry_the_link() {
    each(|news| {
        let text = news.text(String::new()).text;
        assert!(
            text.starts_with("Callout: ") && text.ends_with(" https://callout.example/b/x"),
            "{text}"
        );
        let odd = text.chars().find(|letter| !letter.is_ascii() && *letter != '£');
        assert_eq!(odd, None, "{text}");
    });
}

#[test]
fn a_browser_gets_neither_an_address_nor_a_link_that_opens_the_booking() {
    each(|news| {
        if !news
            .message
            .rule()
            .delivery
            .ways()
            .contains(&callout_domain::message_kind::Way::Push)
        {
            return;
        }
        let payload = news.note("/booking/C-1".to_owned(), 60).payload().unwrap();
        let payload = String::from_utf8(payload).unwrap();
        assert!(
            !payload.contains("/b/x") && !payload.contains("High Street"),
            "{payload}"
        );
    });
}

#[test]
fn the_client_learns_whom_the_contract_is_with() {
    each(|news| {
        if news.message != MessageKind::Assigned {
            return;
        }
        let email = news.email("ada@example.com".to_owned());
        assert_eq!(email.subject, "Sam O. is your pro");
        assert!(email.text.contains("Start code: 0042."), "{}", email.text);
        assert!(news.text(String::new()).text.contains("Start code: 0042."));
        assert!(
            email
                .text
                .contains("Okafor <Plumbing> Ltd, 1 High Street, London"),
            "{}",
            email.text
        );
        let html = email.html.unwrap_or_default();
        assert!(html.contains("Okafor &lt;Plumbing&gt; Ltd"), "{html}");
        assert_eq!(email.key.as_deref(), Some("assigned-1"));
    });
}

#[test]
fn a_price_that_pros_name_is_not_nothing() {
    let open = Booking {
        status: BookingStatus::Pending,
        quote_mode: QuoteMode::Request,
        open_price: true,
        amount_pence: 0,
        ..booking()
    };
    each_of(&open, |news| {
        let said = news.email("ada@example.com".to_owned()).text;
        let expected = match news.message {
            MessageKind::PriceNamed => {
                "would do Leak / tap issue (Tuesday 24 November 2026, 11:00–13:00) for £127 (it takes 2 days)"
            }
            MessageKind::Offer => "You name the price, the client chooses.",
            MessageKind::EmergencyNearby => "you name the price",
            MessageKind::NoResponse => "No price was agreed in time",
            _ => return,
        };
        assert!(said.contains(expected) && !said.contains("£0"), "{said}");
    });
}

#[test]
fn only_whoever_has_a_profile_is_told_of_it() {
    each(|news| {
        let email = |has_profile| {
            News {
                message: news.message,
                booking: news.booking,
                pro: news.pro,
                asked: news.asked,
                late_minutes: news.late_minutes,
                start_code: None,
                trader: news.trader,
                has_profile,
                link: news.link.clone(),
                key: news.key.clone(),
            }
            .email("ada@example.com".to_owned())
        };
        let speaks_of_it = |has_profile| {
            email(has_profile)
                .html
                .unwrap_or_default()
                .contains("in your profile")
        };
        assert_eq!(speaks_of_it(true), news.message.rule().choice.is_some());
        assert!(!speaks_of_it(false));
    });
}

//! Signed webhooks.

use callout_outside::providers::provider::{BadWebhook, Subject};
use callout_outside::providers::signature::{Header, TOLERANCE, read_event, sign, verify};
use proptest::prelude::*;

#[test]
fn the_signature_matches_a_known_value() {
    // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    let header = sign(b"whsec_test", br#"{"id":"evt_1"}"#, 1_700_000_000_000);
    assert_eq!(header, format!("t=1700000000,v1={KNOWN}"));
}

const KNOWN: &str = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

#[test]
fn a_signature_is_valid_for_five_minutes_either_way() {
    let header = sign(b"key", b"body", 1_000_000_000);
    for (offset, good) in [
        (0, true),
        (TOLERANCE, true),
        (-TOLERANCE, true),
        (TOLERANCE + 1, false),
    ] {
        assert_eq!(
            verify(b"key", b"body", &header, 1_000_000_000 + offset).is_ok(),
            good,
            "{offset}"
        );
    }
}

#[test]
fn one_valid_signature_of_several_is_enough() {
    let header = format!("{},v1=00,v0=ff", sign(b"key", b"body", 5_000));
    assert_eq!(verify(b"key", b"body", &header, 5_000), Ok(()));
}

#[test]
fn five_well_formed_signatures_are_compared() {
    let (at, right) = ("t=5", sign(b"key", b"body", 5_000));
    let right = right.split_once(',').unwrap().1;
    let wrong = format!("v1={}", "0".repeat(64));
    let after = |others: &[&str]| {
        verify(
            b"key",
            b"body",
            &format!("{at},{},{right}", others.join(",")),
            5_000,
        )
    };
    assert_eq!(after(&[wrong.as_str(); 4]), Ok(()));
    assert_eq!(after(&[wrong.as_str(); 5]), Err(BadWebhook));
    assert_eq!(
        after(&["v1=00"; 50]),
        Ok(()),
        "what is no signature does not count"
    );
    assert_eq!(
        Header::read(&format!("{at}{}", format!(",{right}").repeat(4_000)))
            .unwrap()
            .signatures
            .len(),
        5
    );
}

#[test]
fn an_old_header_costs_no_hashing() {
    let header = sign(b"key", b"body", 5_000);
    let check = |header: &str, now| {
        let mut hashed = false;
        let result = Header::read(header).unwrap().check(now, |_| {
            hashed = true;
            None
        });
        assert_eq!(result, Err(BadWebhook));
        hashed
    };
    assert!(check(&header, 5_000 + TOLERANCE));
    assert!(!check(&header, 5_001 + TOLERANCE));
    assert!(!check("t=5,v1=00", 5_000), "nothing to compare with");
}

#[test]
fn the_kind_of_an_event_says_what_it_is_about() {
    let subject = |kind: &str, id: &str| {
        let body = serde_json::json!({ "id": "evt_1", "type": kind, "data": { "object": { "id": id, "payment_intent": "pi_x" } } });
        read_event(body.to_string().as_bytes()).unwrap().subject
    };
    for (kind, expected) in [
        ("payment_intent.succeeded", Subject::Intent("x".into())),
        ("charge.dispute.created", Subject::Chargeback("x".into())),
        ("refund.failed", Subject::Refund("x".into())),
        ("charge.refund.updated", Subject::Refund("x".into())),
        ("charge.refunded", Subject::RefundsOf("pi_x".into())),
        ("payout.failed", Subject::FailedPayout("x".into())),
        ("payout.paid", Subject::Other),
        ("customer.created", Subject::Other),
    ] {
        assert_eq!(subject(kind, "x"), expected, "{kind}");
    }
    assert_eq!(subject("refund.failed", "a b"), Subject::Other);
}

proptest! {
    #[test]
    fn any_other_text_is_refused(header in ".{0,120}") {
        prop_assert_eq!(verify(b"key", b"body", &header, 5_000), Err(BadWebhook));
    }

    #[test]
    fn another_body_or_key_is_refused(body in prop::collection::vec(any::<u8>(), 0..64), at in 0usize..64, bit in 0u8..8) {
        let header = sign(b"key", &body, 5_000);
        prop_assert_eq!(verify(b"key", &body, &header, 5_000), Ok(()));
        prop_assert_eq!(verify(b"other", &body, &header, 5_000), Err(BadWebhook));
        let mut changed = body;
        if let Some(byte) = changed.get_mut(at) {
            *byte ^= 1 << bit;
            prop_assert_eq!(verify(b"key", &changed, &header, 5_000), Err(BadWebhook));
        }
    }
}

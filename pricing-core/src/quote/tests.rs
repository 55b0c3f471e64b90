use super::{LineKind, Quote, QuoteInput, QuoteLine, delta_label, quote};
use crate::book::PriceBook;
use crate::money::Pence;
use crate::tier::Tier;
use crate::urgency::Urgency;
use std::borrow::Cow;

const LEAK: QuoteInput<'_> = QuoteInput {
    base: Pence(9_750),
    tier: Tier::Standard,
    urgency: Urgency::Scheduled,
    slot_delta: None,
    time: None,
    coupon_code: None,
    currency: Cow::Borrowed("GBP"),
    first_booking: None,
};

fn lines(quote: &Quote) -> Vec<(&str, i64)> {
    quote
        .lines
        .iter()
        .map(|line| (line.label.as_str(), line.amount.0))
        .collect()
}

#[test]
fn the_example_of_the_decisions() {
    let input = QuoteInput {
        tier: Tier::Priority,
        slot_delta: Some(Pence(1_000)),
        coupon_code: Some("WELCOME10".into()),
        ..LEAK
    };
    let quote = quote(PriceBook::builtin(), &input).unwrap();
    assert_eq!(
        lines(&quote),
        [
            ("Base estimate", 9_750),
            ("Service level adjustment", 1_950),
            ("Slot adjustment", 1_000),
            ("Coupon", -1_000)
        ]
    );
    assert_eq!(quote.amount, Pence(11_700));
}

#[test]
fn urgency_counts_only_where_there_is_no_slot() {
    let book = PriceBook::builtin();
    for (urgency, slot, time, label, added) in [
        (Urgency::Emergency, None, None, "Emergency call-out +£40", 4_000),
        (Urgency::Asap, None, None, "Same-day +£15", 1_500),
        (Urgency::Asap, Some(2_000), None, "Slot adjustment", 2_000),
        (
            Urgency::Scheduled,
            None,
            Some("18:00"),
            "Evening rate +15%",
            1_450,
        ),
        (
            Urgency::Scheduled,
            Some(1_500),
            Some("18:00"),
            "Slot adjustment",
            1_500,
        ),
        (Urgency::Scheduled, None, None, "Base rate", 0),
    ] {
        let time = time.map(|time| time.parse().unwrap());
        let input = QuoteInput {
            urgency,
            slot_delta: slot.map(Pence),
            time,
            ..LEAK
        };
        let quote = quote(book, &input).unwrap();
        assert_eq!(lines(&quote)[2], (label, added));
        assert_eq!(quote.amount, Pence(9_750 + added));
    }
}

#[test]
fn an_emergency_takes_no_slot_and_no_economy() {
    let book = PriceBook::builtin();
    let emergency = QuoteInput {
        urgency: Urgency::Emergency,
        ..LEAK
    };
    for refused in [
        QuoteInput {
            slot_delta: Some(Pence::ZERO),
            ..emergency.clone()
        },
        QuoteInput {
            tier: Tier::Economy,
            ..emergency.clone()
        },
    ] {
        assert_eq!(quote(book, &refused).unwrap_err().code, "invalid_combination");
    }
    assert!(
        quote(
            book,
            &QuoteInput {
                tier: Tier::Priority,
                ..emergency
            }
        )
        .is_ok()
    );
}

#[test]
fn nothing_falls_below_nothing_and_no_price_has_no_lines() {
    let book = PriceBook::builtin();
    let small = QuoteInput {
        base: Pence(300),
        slot_delta: Some(Pence(-1_000)),
        coupon_code: Some("PRIORITY5".into()),
        ..LEAK
    };
    let answer = quote(book, &small).unwrap();
    assert_eq!((lines(&answer)[2].1, answer.amount), (-300, Pence::ZERO));
    assert!(!answer.coupon.unwrap().valid);
    let unpriced = QuoteInput {
        base: Pence::ZERO,
        slot_delta: Some(Pence(1_000)),
        coupon_code: Some("SAVE15".into()),
        ..LEAK
    };
    let answer = quote(book, &unpriced).unwrap();
    assert_eq!(
        (answer.lines.len(), answer.amount, answer.discount),
        (0, Pence::ZERO, Pence::ZERO)
    );
}

#[test]
fn the_price_card_names_the_adjustment() {
    let label =
        |urgency, pence: Option<i64>| delta_label(PriceBook::builtin(), urgency, pence.map(Pence), None);
    assert_eq!(label(Urgency::Scheduled, Some(0)), "Base price");
    assert_eq!(label(Urgency::Scheduled, Some(1_000)), "Slot +£10");
    assert_eq!(label(Urgency::Asap, Some(-500)), "Slot -£5");
    assert_eq!(label(Urgency::Emergency, None), "Emergency call-out +£40");
}

#[test]
fn every_line_says_what_it_stands_for() {
    let input = QuoteInput {
        coupon_code: Some("WELCOME10".into()),
        ..LEAK
    };
    let quote = quote(PriceBook::builtin(), &input).unwrap();
    let kinds: Vec<LineKind> = quote.lines.iter().map(|line| line.kind).collect();
    assert_eq!(
        kinds,
        [
            LineKind::Base,
            LineKind::Tier,
            LineKind::Schedule,
            LineKind::Coupon
        ]
    );
}

#[test]
fn a_line_stored_without_a_kind_gets_it_from_its_label() {
    for (label, kind) in [
        ("Base estimate", LineKind::Base),
        ("Service level adjustment", LineKind::Tier),
        ("Slot adjustment", LineKind::Schedule),
        ("Same-day +£15", LineKind::Schedule),
        ("Coupon", LineKind::Coupon),
    ] {
        let stored = serde_json::json!({ "label": label, "amountPence": -500 });
        let line: QuoteLine = serde_json::from_value(stored).unwrap();
        assert_eq!(
            (line.kind, line.label.as_str(), line.amount),
            (kind, label, Pence(-500))
        );
        let again: QuoteLine = serde_json::from_value(serde_json::to_value(&line).unwrap()).unwrap();
        assert_eq!(again, line);
    }
}

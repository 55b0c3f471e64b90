//! What must hold for any input.
#![expect(clippy::unwrap_used, reason = "tests")]

use pricing_core::budget::budget;
use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};
use pricing_core::estimate::{Estimate, EstimateInput, estimate};
use pricing_core::postcode::{Postcode, Prefix};
use pricing_core::quote::{QuoteInput, month_grid, quote};
use pricing_core::typed::TypedKind;
use pricing_core::{
    BookingStatus, Pence, PriceBook, Tier, Urgency, cancellation, coupon, fee, json, region, slots, typed,
};
use proptest::prelude::*;

fn book() -> &'static PriceBook {
    PriceBook::builtin()
}

fn estimated(text: &str) -> Estimate<'static> {
    let input = EstimateInput {
        text: text.into(),
        postcode: "M1".into(),
        quick_fix: None,
        problem_type: None,
        danger_answers: None,
    };
    estimate(book(), &input).unwrap()
}

fn any_coupon() -> impl Strategy<Value = Option<&'static str>> {
    prop::option::of(prop::sample::select(vec![
        "WELCOME10",
        "save15",
        "PRIORITY5",
        "DRAIN20",
        "FREECALL",
        "NOPE",
        "",
    ]))
}

fn any_urgency() -> impl Strategy<Value = Urgency> {
    prop::sample::select(vec![Urgency::Emergency, Urgency::Asap, Urgency::Scheduled])
}

fn any_running_status() -> impl Strategy<Value = BookingStatus> {
    let running = BookingStatus::ALL
        .into_iter()
        .filter(|status| !status.has_ended());
    prop::sample::select(running.collect::<Vec<_>>())
}

prop_compose! {
    fn any_quote()(
        base in prop_oneof![0_i64..30_000, 0_i64..=Pence::LIMIT.0],
        tier in prop::sample::select(Tier::ALL.to_vec()),
        urgency in any_urgency(),
        slot in prop::option::of(-5_000_i64..5_000),
        minutes in prop::option::of(0_u16..1_440),
        coupon in any_coupon(),
        first in any::<bool>(),
    ) -> QuoteInput<'static> {
        QuoteInput {
            base: Pence(base),
            tier,
            urgency,
            slot_delta: slot.map(Pence),
            time: minutes.and_then(ClockTime::from_minutes),
            coupon_code: coupon.map(Into::into),
            currency: "GBP".into(),
            first_booking: Some(first),
        }
    }
}

proptest! {
    #[test]
    fn lines_add_up_and_no_total_is_negative(input in any_quote()) {
        let refused = input.urgency == Urgency::Emergency && (input.slot_delta.is_some() || input.tier == Tier::Economy);
        match quote(book(), &input) {
            Err(error) => {
                prop_assert!(refused);
                prop_assert_eq!(error.code, "invalid_combination");
            }
            Ok(quote) => {
                prop_assert!(!refused);
                prop_assert_eq!(quote.lines.iter().map(|line| line.amount).sum::<Pence>(), quote.amount);
                prop_assert!(quote.amount >= Pence::ZERO);
                prop_assert!(quote.discount >= Pence::ZERO);
                if input.base == Pence::ZERO {
                    prop_assert!(quote.lines.is_empty() && quote.amount == Pence::ZERO);
                }
            }
        }
    }

    #[test]
    fn a_dearer_tier_never_costs_less(input in any_quote()) {
        let without_coupon = QuoteInput { coupon_code: None, ..input };
        let totals: Vec<Pence> = Tier::ALL
            .into_iter()
            .filter_map(|tier| quote(book(), &QuoteInput { tier, ..without_coupon.clone() }).ok())
            .map(|quote| quote.amount)
            .collect();
        prop_assert!(totals.is_sorted(), "{totals:?}");
    }

    #[test]
    fn no_discount_is_above_the_amount(pence in -10_i64..=2_000_000_000, code in "[ a-zA-Z0-9]{0,12}", known in any_coupon(), first in any::<bool>()) {
        for code in [code.as_str(), known.unwrap_or("SAVE15")] {
            let answer = coupon::check(book(), code, Pence(pence), "GBP", first);
            prop_assert!(answer.discount_pence >= Pence::ZERO && answer.discount_pence <= Pence(pence.max(0)));
            prop_assert_eq!(answer.valid, answer.discount_pence > Pence::ZERO);
        }
    }

    #[test]
    fn parts_of_a_split_add_up(pence in -1_000_000_000_i64..1_000_000_000, weights in prop::collection::vec(0_u32..10_000, 1..8)) {
        let parts = Pence(pence).split(weights.iter().copied());
        if weights.iter().any(|weight| *weight > 0) {
            prop_assert_eq!(parts.into_iter().sum::<Pence>(), Pence(pence));
        }
    }

    #[test]
    fn fee_and_net_and_fee_and_refund_add_up(pence in 0_i64..=Pence::LIMIT.0, since in -10_i64..50_000, status in any_running_status(), to_slot in prop::option::of(-5_000_i64..5_000), urgency in any_urgency()) {
        let split = fee::fee(book(), Pence(pence)).unwrap();
        prop_assert_eq!(split.fee_pence + split.net_pence, Pence(pence));
        let input = cancellation::CancellationInput {
            amount: Pence(pence),
            status,
            urgency,
            minutes_since_booking: since,
            minutes_to_slot: to_slot,
            open_price: None,
        };
        let cancelled = cancellation::cancellation(book(), &input).unwrap();
        prop_assert_eq!(cancelled.fee_pence + cancelled.refund_pence, Pence(pence));
        prop_assert!(cancelled.fee_pence >= Pence::ZERO);
        // Without an emergency, nothing is charged within 14 days unless the pro has set off.
        let charged = matches!(status, BookingStatus::EnRoute | BookingStatus::InProgress) || since > 14 * 24 * 60;
        if urgency != Urgency::Emergency && !charged {
            prop_assert_eq!(cancelled.fee_pence, Pence::ZERO);
        }
    }

    #[test]
    fn the_suggested_budget_is_one_that_may_be_named(pence in 0_i64..=11_000_000) {
        let answer = budget(book(), Pence(pence), None).unwrap();
        prop_assert!(budget(book(), Pence(pence), Some(answer.default)).unwrap() == answer);
    }

    #[test]
    fn no_text_of_any_script_panics(text in "\\PC{0,500}", postcode in "\\PC{0,8}") {
        let input = EstimateInput { text: text.as_str().into(), postcode: "SW1".into(), quick_fix: None, problem_type: None, danger_answers: None, };
        if let Ok(estimate) = estimate(book(), &input) {
            let shown = estimate.breakdown.iter().map(|line| line.amount).sum::<Pence>();
            prop_assert_eq!(shown, estimate.estimated_cost.unwrap_or_default());
            prop_assert_eq!(estimate.base_min.is_some(), estimate.estimated_cost.is_some());
        }
        drop(Prefix::parse_any(&postcode));
        drop(Postcode::parse(&text));
        drop(typed::phone(&text));
        drop(json::answer(book(), &text));
    }

    /// What was read is read as itself: cleaning twice changes nothing, and what is stored can be typed.
    #[test]
    fn what_was_read_is_its_own_spelling(
        kind in prop::sample::select(vec![
            TypedKind::Line, TypedKind::Text, TypedKind::Email, TypedKind::Phone, TypedKind::Postcode, TypedKind::Area,
            TypedKind::SignInCode, TypedKind::StartCode, TypedKind::Amount, TypedKind::Pounds, TypedKind::Utr, TypedKind::VatNumber,
        ]),
        typed in prop_oneof![
            "\\PC{0,40}",
            "[a-z \u{200b}\u{200c}\u{200d}\u{fe0f}\u{202e}\u{a0}\u{2028}\u{1f3f4}\u{e0067}\u{e007f}\u{0915}\u{094d}👩🔧\n\t]{0,20}",
            "[£+ ,.0-9-]{0,14}",
            "[a-z.]{1,6}@[a-z.]{1,8}",
            "[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9OI][A-Z]{2}\\.?",
        ],
    ) {
        if let Ok(read) = typed::read(kind, &typed) {
            prop_assert_eq!(typed::read(kind, &read), Ok(read));
        }
    }

    #[test]
    fn what_nobody_could_mean_has_no_price(
        letter in "[b-df-hj-np-tv-z]",
        count in 3_usize..500,
        words in prop::collection::vec("[bcdfghjklmnpqrvwxz]{5,12}", 1..30),
        markup in prop::sample::select(vec!["<script>", "'; DROP TABLE x; --", "{{7*7}}", "\u{202e}", "\u{200b}\u{feff}", "🎉🎊", "../../etc", "%00", "שלום", "مرحبا", "漢字"]),
    ) {
        for text in [letter.repeat(count), words.join(" "), format!("{markup} {}", words.join(markup))] {
            let shown: String = text.chars().take(500).collect();
            prop_assume!(shown.trim().chars().count() >= 3);
            let found = estimated(&shown);
            prop_assert_eq!(found.estimated_cost, None, "{}", shown);
        }
    }

    #[test]
    fn what_nobody_sees_changes_nothing(places in prop::collection::vec(0_usize..26, 0..8), hidden in prop::sample::select(vec!['\u{200b}', '\u{200d}', '\u{feff}', '\u{ad}', '\u{202e}', '\u{2060}'])) {
        let text = "the boiler is leaking badly";
        let mut with_hidden = text.to_owned();
        for place in places {
            with_hidden.insert(with_hidden.char_indices().nth(place + 1).map_or(1, |(at, _)| at), hidden);
        }
        prop_assert_eq!(estimated(&with_hidden).problem_type, estimated(text).problem_type);
    }

    #[test]
    fn a_bigger_job_never_has_a_price_whatever_is_chosen(
        words in prop::collection::vec(prop::sample::select(vec!["new", "boiler", "and", "tap", "leaking", "socket", "rewire", "kitchen", "whole", "house", "paint", "not", "the", ",", ".", "mow", "lawn", "gas", "hob", "fit"]), 1..24),
        chosen in prop::option::of(prop::sample::select(vec!["leak", "lights", "heating", "other"])),
        quick_fix in prop::option::of(prop::sample::select(vec!["replace_tap", "boiler"])),
    ) {
        let text = words.join(" ");
        prop_assume!(text.chars().count() >= 3);
        let input = EstimateInput { text: text.as_str().into(), postcode: "M1".into(), quick_fix: quick_fix.map(Into::into), problem_type: chosen.map(Into::into) , danger_answers: None};
        let found = estimate(book(), &input).unwrap();
        prop_assert!(found.estimated_cost.is_none() || !(found.scale || found.several || found.out_of_scope));
        prop_assert!(!found.out_of_scope || chosen.is_none());
        prop_assert!(found.trades.len() <= 4 && found.explanation.len() <= 30);
        let again = estimate(book(), &EstimateInput { problem_type: Some("handyman".into()), ..input }).unwrap();
        prop_assert!(again.gas_work || !found.gas_work || chosen.is_some(), "gas work stays");
    }

    #[test]
    fn no_request_panics(line in "\\{\"fn\":\"(quote|slots|budget|coupon|refine|fee)\",\"in\":\\{(\"[a-zA-Z]{2,12}\":(-?[0-9]{1,25}(\\.[0-9]{1,4})?|\"[^\"\\\\\\x00-\\x1f]{0,9}\"|true|null|\\[\\])){0,1}\\}\\}", cut in 0_usize..80) {
        prop_assert!(serde_json::from_str::<serde_json::Value>(&json::answer(book(), &line)).is_ok());
        let cut: String = line.chars().take(cut).collect();
        prop_assert!(json::answer(book(), &cut).contains("error"));
    }

    #[test]
    fn a_slot_is_found_by_its_id_and_ids_are_unique(days in 0_u32..700, minutes in 0_u16..1_440, cheaper in any::<bool>()) {
        let mut date = CivilDate::new(2026, 11, 21).unwrap();
        for _ in 0..days {
            date = date.next().unwrap();
        }
        let now = CivilDateTime { date, time: ClockTime::from_minutes(minutes).unwrap() };
        let found = slots::slots(book(), now, cheaper);
        prop_assert!(found.len() >= 120);
        for slot in &found {
            prop_assert_eq!(&slots::slot_by_id(book(), now, &slot.id).unwrap(), slot);
            prop_assert!(slot.start > now && slot.start < slot.end);
        }
        prop_assert!(found.iter().filter(|slot| slot.start.date == date && slot.is_recommended).count() <= 1);
        let grid = month_grid(book(), Pence(9_750), now, cheaper).unwrap();
        prop_assert!(grid.iter().map(|entry| &entry.slot_id).eq(found.iter().map(|slot| &slot.id)));
    }
}

#[test]
fn ten_thousand_characters_of_any_script_are_read_or_refused() {
    for piece in [
        "leak ",
        "漏水",
        "😱",
        "\u{202e}‏",
        "é",
        "tap\u{0}",
        "boiler",
        "\n.",
        "'",
    ] {
        let text: String = piece.chars().cycle().take(10_000).collect();
        let answer = pricing_core::classification::classification(PriceBook::builtin(), &text);
        assert!(!answer.problem_type.is_empty());
        let input = EstimateInput {
            text: text.into(),
            postcode: "M1".into(),
            quick_fix: None,
            problem_type: None,
            danger_answers: None,
        };
        assert_eq!(estimate(book(), &input).unwrap_err().code, "invalid_description");
    }
}

#[test]
fn every_district_has_the_region_of_its_area() {
    let table = include_str!("../data/districts.txt");
    let mut districts = 0;
    for line in table.lines() {
        let (area, groups) = line.split_once(' ').unwrap();
        for group in groups.split(' ') {
            let names: Vec<String> = match group.split_once('-') {
                Some((first, last)) => (first.parse::<u8>().unwrap()..=last.parse().unwrap())
                    .map(|number| number.to_string())
                    .collect(),
                None if group.ends_with(|letter: char| letter.is_ascii_uppercase()) => {
                    let number: String = group.chars().take_while(char::is_ascii_digit).collect();
                    group
                        .chars()
                        .skip(number.len())
                        .map(|letter| format!("{number}{letter}"))
                        .collect()
                }
                None => vec![group.to_owned()],
            };
            for name in names {
                districts += 1;
                let district = format!("{area}{name}");
                let found = region::region(book(), &Prefix::parse(&district).unwrap());
                assert_eq!(found.area, area, "{district}");
                assert_eq!(found, region::region(book(), &Prefix::parse(area).unwrap()));
            }
        }
    }
    assert_eq!(districts, 2_967);
}

#[test]
fn the_month_agrees_with_the_quotes() {
    let now = "2026-11-21T10:05".parse().unwrap();
    for base in [Pence(9_750), Pence(300), Pence::ZERO] {
        let slots = slots::slots(book(), now, true);
        for (entry, slot) in month_grid(book(), base, now, true)
            .unwrap()
            .into_iter()
            .zip(slots)
        {
            assert_eq!(entry.slot_id, slot.id);
            for (tier, total) in Tier::ALL.into_iter().zip(entry.totals_pence) {
                let input = QuoteInput {
                    base,
                    tier,
                    urgency: Urgency::Scheduled,
                    slot_delta: Some(slot.price_delta),
                    time: None,
                    coupon_code: None,
                    currency: "GBP".into(),
                    first_booking: None,
                };
                assert_eq!(quote(book(), &input).unwrap().amount, total);
            }
        }
    }
}

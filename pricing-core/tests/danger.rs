//! What must hold for dangers in any text: what is affirmed is never talked away, what is denied never warns.
#![expect(clippy::unwrap_used, reason = "tests")]

use pricing_core::danger::{Danger, DangerAnswer, Finding, danger, finding};
use proptest::prelude::*;
use serde_json::Value;

/// Certain dangers, each a sentence.
const AFFIRMED: [&str; 16] = [
    "I can smell gas",
    "gas is coming out of the pipe",
    "the hob hisses and it smells of gas",
    "the carbon monoxide alarm is sounding",
    "the boiler burns with a yellow flame",
    "we all have headaches when the heating is on",
    "the socket is sparking",
    "the fuse box is buzzing",
    "the plug is red hot",
    "there is a burning smell",
    "the switch gave me an electric shock",
    "a tap makes my fingers tingle",
    "there are bare wires in the hall",
    "water is dripping onto the fuse box",
    "the light is full of water",
    "smoke comes out of the socket",
];

/// Signs as they follow "no".
const SIGNS: [&str; 16] = [
    "smell of gas",
    "gas smell",
    "gas leak",
    "strong smell of gas",
    "hissing from the gas pipe",
    "carbon monoxide",
    "yellow flame on the boiler",
    "sparks",
    "smoke from the socket",
    "burning smell",
    "smell of burning or smoke",
    "electric shock",
    "shocks from the tap",
    "tingling from the tap",
    "exposed wires",
    "buzzing from the fuse box",
];

fn any_affirmed() -> impl Strategy<Value = String> {
    prop::sample::select(AFFIRMED.to_vec()).prop_map(str::to_owned)
}

fn any_denied() -> impl Strategy<Value = String> {
    let no = prop::sample::select(vec![
        "no",
        "there is no",
        "there's no",
        "No",
        "NO",
        "not any",
        "without any",
    ]);
    (no, prop::sample::select(SIGNS.to_vec())).prop_map(|(no, sign)| format!("{no} {sign}"))
}

/// What ends a clause.
fn any_end() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![". ", "! ", "\n", "; ", ", ", ", but ", " but "])
}

/// Texts of the fixtures that are warned of.
fn any_warned() -> impl Strategy<Value = String> {
    let path = format!("{}/../tests/fixtures/danger.json", env!("CARGO_MANIFEST_DIR"));
    let rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let warned = rows.iter().filter(|row| row["danger"].is_string());
    let texts: Vec<String> = warned
        .map(|row| row["text"].as_str().unwrap().to_owned())
        .collect();
    prop::sample::select(texts)
}

fn warns(text: &str) -> bool {
    matches!(finding(text, &[]), Some(Finding::Danger(_)))
}

#[test]
fn every_affirmed_danger_warns_and_none_that_is_denied() {
    for affirmed in AFFIRMED {
        assert!(warns(affirmed), "{affirmed}");
        assert!(warns(&format!("no, {affirmed}")), "no, {affirmed}");
    }
    for sign in SIGNS {
        assert_eq!(finding(&format!("no {sign}"), &[]), None, "no {sign}");
        assert_eq!(
            finding(&format!("there is no {sign}"), &[]),
            None,
            "there is no {sign}"
        );
    }
}

#[test]
fn who_denies_gas_beside_another_sign_is_asked() {
    for (text, asked) in [
        ("no smell of gas but the flue is blocked", Danger::Gas),
        (
            "no shocks, but a strange smell near the lights",
            Danger::Electrics,
        ),
        (
            "no carbon monoxide, though there is an odd smell and the lights flicker",
            Danger::CarbonMonoxide,
        ),
    ] {
        assert_eq!(finding(text, &[]), Some(Finding::Question(asked)), "{text}");
    }
}

#[test]
fn questions_are_asked_one_at_a_time_and_yes_is_the_danger() {
    let text = "flue pipe is loose, strange smell and the lights keep flickering";
    let answer = |kind, yes| DangerAnswer { kind, yes };
    let (fumes, wires) = (Danger::CarbonMonoxide, Danger::Electrics);
    for (answers, found) in [
        (vec![], Some(Finding::Question(fumes))),
        (vec![answer(Danger::Gas, true)], Some(Finding::Question(fumes))),
        (vec![answer(fumes, true)], Some(Finding::Danger(fumes))),
        (vec![answer(fumes, false)], Some(Finding::Question(wires))),
        (vec![answer(wires, false)], Some(Finding::Question(fumes))),
        (vec![answer(wires, false), answer(fumes, false)], None),
        (
            vec![answer(fumes, false), answer(wires, true)],
            Some(Finding::Danger(wires)),
        ),
        (
            vec![answer(fumes, true), answer(fumes, false), answer(wires, false)],
            None,
        ),
    ] {
        assert_eq!(finding(text, &answers), found, "{answers:?}");
    }
    let certain = finding("the socket is sparking", &[answer(wires, false)]);
    assert_eq!(
        certain,
        Some(Finding::Danger(wires)),
        "what is certain is not asked"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn what_is_affirmed_is_never_talked_away(text in any_warned(), clauses in prop::collection::vec((any_end(), any_affirmed()), 1..4)) {
        let longer = clauses.iter().fold(text, |text, (end, clause)| text + end + clause);
        prop_assert!(warns(&longer), "{longer}");
    }

    #[test]
    fn what_is_denied_takes_nothing_back(affirmed in any_affirmed(), denied in any_denied(), end in any_end(), first in any::<bool>()) {
        prop_assert_eq!(danger(&denied), None);
        let text = if first { format!("{denied}{end}{affirmed}") } else { format!("{affirmed}{end}{denied}") };
        prop_assert!(warns(&text), "{text}");
    }

    #[test]
    fn what_is_denied_never_warns(clauses in prop::collection::vec((any_denied(), any_end()), 1..4)) {
        let text: String = clauses.iter().flat_map(|(clause, end)| [clause.as_str(), end]).collect();
        prop_assert!(!warns(&text), "{text}");
    }

    #[test]
    fn answers_never_take_a_warning_back(text in any_warned(), yes in any::<bool>()) {
        let answers = Danger::ALL.map(|kind| DangerAnswer { kind, yes });
        prop_assert_eq!(finding(&text, &answers), finding(&text, &[]));
    }
}

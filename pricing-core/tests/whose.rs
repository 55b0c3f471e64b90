//! Whose price it is: the keyword's, the classifier's, a quick fix's or nobody's; what is too big, several or not ours; what
//! is work on gas; and what the book has switched off.
#![expect(clippy::unwrap_used, reason = "tests")]

use pricing_core::estimate::{Estimate, EstimateInput, ExplainedKind, Mode, estimate};
use pricing_core::{Pence, PriceBook};

fn book() -> &'static PriceBook {
    PriceBook::builtin()
}

fn of_type<'b>(book: &'b PriceBook, text: &str, problem_type: Option<&str>) -> Estimate<'b> {
    let input = EstimateInput {
        text: text.into(),
        postcode: "M1".into(),
        quick_fix: None,
        problem_type: problem_type.map(Into::into),
        danger_answers: None,
    };
    estimate(book, &input).unwrap()
}

fn of(text: &str) -> Estimate<'static> {
    of_type(book(), text, None)
}

/// Mode, type, price in pounds and per cent of each of the texts.
fn all(texts: &[&str], mode: Mode, problem: &str, range: Option<(i64, i64)>, percent: u32) {
    for text in texts {
        let found = of(text);
        assert_eq!(
            (found.mode, found.problem_type),
            (mode, problem),
            "{text}: {found:?}"
        );
        let pounds = found
            .base_min
            .zip(found.base_max)
            .map(|(low, high)| (low.0 / 100, high.0 / 100));
        assert_eq!(pounds, range, "{text}");
        assert_eq!(found.confidence.0, percent * 100, "{text}");
    }
}

/// Type and price by the classifier, and whether it is sure enough for an instant price.
fn by_classifier(texts: &[&str], problem: &str, range: Option<(i64, i64)>, sure: bool) {
    for text in texts {
        let found = of(text);
        assert_eq!(
            (found.mode, found.problem_type),
            (Mode::Classifier, problem),
            "{text}: {found:?}"
        );
        let pounds = found
            .base_min
            .zip(found.base_max)
            .map(|(low, high)| (low.0 / 100, high.0 / 100));
        assert_eq!((pounds, found.confidence.0 >= 7_000), (range, sure), "{text}");
    }
}

#[test]
fn a_keyword_among_plain_words_is_priced_as_the_documents_say() {
    let leaks = [
        "leak",
        "tap",
        "leaking tap",
        "pipe",
        "sink",
        "shower",
        "toilet",
        "please look at the dripping tap in our kitchen",
        "need a plumber for a green sink upstairs",
        "the bathroom shower is broken",
    ];
    all(&leaks, Mode::Keyword, "leak", Some((80, 95)), 82);
    let services = [
        "boiler",
        "boiler service please",
        "service",
        "we need our yearly boiler service",
    ];
    all(&services, Mode::Keyword, "boiler_service", Some((90, 110)), 88);
    let sockets = [
        "socket",
        "outlet",
        "switch",
        "breaker",
        "the white socket in the bedroom is broken",
    ];
    all(&sockets, Mode::Keyword, "socket", Some((80, 105)), 80);
    let lofts = ["loft conversion", "attic", "loft conversion please"];
    all(&lofts, Mode::Keyword, "loft_conversion", Some((4_800, 5_600)), 65);
    all(
        &["plumbing problem"],
        Mode::Keyword,
        "general_plumbing",
        Some((75, 100)),
        78,
    );
}

#[test]
fn the_classifier_overrules_a_keyword_where_it_knows_better() {
    let drains = ["blocked kitchen sink", "raw sewage in the shower"];
    by_classifier(&drains, "drains", Some((80, 150)), true);
    let heating = [
        "boiler not working, no heating",
        "boiler leaking water",
        "the boiler is broken",
    ];
    by_classifier(&heating, "heating", None, false);
    by_classifier(
        &["toilet won't flush", "blocked toilet"],
        "toilet",
        Some((80, 95)),
        true,
    );
    by_classifier(&["breaker keeps tripping"], "lights", Some((75, 115)), true);
    by_classifier(
        &["insulate the loft", "porch roof leaking"],
        "building",
        None,
        false,
    );
    let found = of("blocked kitchen sink");
    assert_eq!(
        found.alternatives.first().unwrap().code,
        "leak",
        "the keyword's type comes first"
    );
}

#[test]
fn a_keyword_by_chance_has_no_price() {
    for text in [
        "baby shower ideas",
        "SELECT * FROM bookings; -- tap",
        "tap shoes in purple",
        "pipe band rehearsal",
    ] {
        let found = of(text);
        assert_eq!((found.mode, found.estimated_cost), (Mode::None, None), "{text}");
        assert!(found.confidence.0 <= 4_200, "{text}");
    }
}

#[test]
fn a_text_that_says_a_quick_fix_costs_the_same() {
    for text in [
        "replace a tap",
        "new tap in the bathroom",
        "swap the kitchen mixer tap please",
        "Fit a new mixer",
        "change one tap",
        "replace the leaking tap",
    ] {
        let found = of(text);
        assert_eq!(
            (found.mode, found.estimated_cost),
            (Mode::QuickFix, Some(Pence(14_000))),
            "{text}"
        );
    }
    for text in [
        "clear a blocked trap",
        "unblock the trap",
        "blocked trap",
        "trap is blocked",
    ] {
        let found = of(text);
        assert_eq!(
            (found.mode, found.estimated_cost),
            (Mode::QuickFix, Some(Pence(9_500))),
            "{text}"
        );
    }
    for text in [
        "new tap washer",
        "replace two taps",
        "replace the shower tap",
        "the new tap leaks",
        "not the tap",
    ] {
        assert_ne!(of(text).mode, Mode::QuickFix, "{text}");
    }
}

#[test]
fn what_is_bigger_than_a_visit_is_quoted_for_whatever_was_chosen() {
    for text in [
        "rewiring of a terraced house",
        "new consumer unit",
        "install a gas boiler where there is none",
        "paint every room",
        "move the fuse box into the hall",
        "swap the hot water cylinder for an unvented one",
        "renovate our bathroom",
        "new kitchen",
        "tile the entire bathroom",
        "replace all radiators in the flat",
        "hang ten doors",
    ] {
        for chosen in [None, Some("lights")] {
            let found = of_type(book(), text, chosen);
            assert!(found.scale && found.estimated_cost.is_none(), "{text}: {found:?}");
            assert_eq!(format!("{:?}", found.suggested_flow), "RequestQuote", "{text}");
            assert!(
                found
                    .explanation
                    .iter()
                    .any(|read| read.kind == ExplainedKind::Scale),
                "{text}"
            );
        }
        assert_eq!(of_type(book(), text, Some("lights")).problem_type, "lights");
    }
}

#[test]
fn faults_services_and_checks_are_visits() {
    for text in [
        "full boiler service",
        "all the sockets are dead",
        "water metre leaking",
        "please check the whole heating system",
        "new tap in the bathroom",
        "every light in the house flickers",
        "new bathroom tap drips",
    ] {
        assert!(!of(text).scale, "{text}");
    }
}

#[test]
fn several_jobs_are_quoted_for_and_name_all_trades() {
    for (text, trades) in [
        ("dripping tap, loose socket", &["plumber", "electrician"][..]),
        (
            "boiler service and also a socket in the hall",
            &["plumber", "electrician"],
        ),
        (
            "fix the fence and replace a light switch",
            &["handyman", "electrician"],
        ),
        ("the toilet won't flush and the shower drips", &["plumber"]),
        ("tap leaks + sink is blocked", &["plumber"]),
    ] {
        let found = of(text);
        assert!(
            found.several && found.estimated_cost.is_none(),
            "{text}: {found:?}"
        );
        for trade in trades {
            assert!(
                found.trades.iter().any(|named| named.trade == *trade),
                "{text}: {trade}"
            );
        }
        assert!(
            of_type(book(), text, Some("leak")).estimated_cost.is_none(),
            "{text}"
        );
    }
    for text in [
        "two taps are dripping",
        "kitchen tap and bathroom tap leak",
        "no heating and no hot water",
        "boiler is broken and the radiators are cold",
        "toilet is blocked, please come soon",
        "put up a shelf and a mirror",
    ] {
        assert!(!of(text).several, "{text}");
    }
}

#[test]
fn what_is_not_ours_is_refused_until_a_type_is_chosen() {
    for text in [
        "mow the lawn every fortnight",
        "steam clean a sofa, professional clean",
        "the street light on our corner is out",
        "are you hiring plumbers",
        "apprentice electrician vacancy",
        "a light bulb moment",
        "switch to another bank",
        "the whole street has no power",
        "smart meter reading is wrong",
        "my washing machine will not spin",
    ] {
        let found = of(text);
        assert!(
            found.out_of_scope && found.estimated_cost.is_none(),
            "{text}: {found:?}"
        );
        assert_eq!(found.mode, Mode::None, "{text}");
        let refusal = found.check_in_scope().unwrap_err();
        assert_eq!(
            (refusal.code, refusal.field.as_deref()),
            ("out_of_scope", Some("text"))
        );
        let chosen = of_type(book(), text, Some("leak"));
        assert!(!chosen.out_of_scope && chosen.estimated_cost.is_some() && chosen.check_in_scope().is_ok());
    }
    for text in [
        "something is wrong",
        "hello",
        "leaking tap",
        "pub toilet won't flush",
    ] {
        assert!(of(text).check_in_scope().is_ok(), "{text}");
    }
}

#[test]
fn what_is_denied_or_over_does_not_count() {
    for (text, problem) in [
        ("it's not the toilet that drips, it's the bath", "leak"),
        ("not the radiator, the sink is blocked", "drains"),
        (
            "brown stain from a leak, since repaired. Ceiling needs painting",
            "handyman",
        ),
        ("tiles above the loft hatch came off", "handyman"),
        ("paint the door light grey", "handyman"),
        ("🚽 blocked", "toilet"),
        ("board up a smashed window", "handyman"),
        ("ease a sticking gate", "handyman"),
        ("boiler shows F75", "heating"),
    ] {
        assert_eq!(of(text).problem_type, problem, "{text}");
    }
    assert_eq!(of("dŵr poeth yn y gegin").mode, Mode::None);
}

#[test]
fn work_on_gas_is_known_and_stays_when_another_type_is_chosen() {
    for text in [
        "gas hob to be fitted",
        "install a gas cooker",
        "disconnect the gas cooker",
        "move a gas pipe in the kitchen",
        "gas meter to be moved",
        "flue is loose",
        "LPG heater",
        "combi swap",
        "gas fire won't light",
        "boiler service and a leaking tap",
        "radiators are cold",
    ] {
        assert!(of(text).gas_work, "{text}");
        assert!(of_type(book(), text, Some("handyman")).gas_work, "{text}");
    }
    for text in [
        "electric cooker to be fitted",
        "electric hob is dead",
        "leaking tap",
        "no gas here, just a dripping tap",
    ] {
        assert!(!of(text).gas_work, "{text}");
    }
    assert!(of_type(book(), "leaking tap", Some("heating")).gas_work);
}

#[test]
fn the_explanation_is_in_the_lexicons_words() {
    let read = |text: &str| -> Vec<String> {
        let found = of(text).explanation.into_iter();
        found
            .map(|read| format!("{:?} {}", read.kind, read.entry))
            .collect()
    };
    assert_eq!(read("boiler isnt working"), ["Sign boiler", "Sign not working"]);
    assert_eq!(read("tap"), ["Keyword tap"]);
    assert_eq!(read("my bog overflowed"), ["Sign toilet", "Sign overflow"]);
    assert_eq!(read("new tap"), ["Type replace_tap"]);
    assert_eq!(read("I smell gas"), ["Danger gas"]);
    assert!(read("Dear Mrs Xqzt").is_empty());
}

#[test]
fn the_book_switches_keywords_and_signs_off() {
    let with_off = |ids: &[&str]| PriceBook {
        off: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..book().clone()
    };
    let without_keyword = with_off(&["keyword:tap"]);
    assert_ne!(of_type(&without_keyword, "tap", None).mode, Mode::Keyword);
    assert_eq!(of_type(&without_keyword, "sink", None).mode, Mode::Keyword);
    let without_sign = with_off(&["sign:not working", "sign:washing machine"]);
    assert_eq!(
        of_type(book(), "boiler not working", None).problem_type,
        "heating"
    );
    assert_ne!(
        of_type(&without_sign, "boiler not working", None).mode,
        Mode::Classifier
    );
    assert!(of_type(&with_off(&["sign:rewire"]), "rewire the house", None).mode == Mode::None);
    let without_gas = with_off(&["sign:gas hob", "sign:gas"]);
    assert!(
        of_type(&without_gas, "fit a gas hob", None).gas_work,
        "the law can't be switched off"
    );
    assert!(
        with_off(&["keyword:tap", "sign:no such word"])
            .validated()
            .is_ok()
    );
    assert!(with_off(&["tap"]).validated().is_err());
}

#[test]
fn evaluation_counts_what_the_table_judges() {
    let table = "text\ttrades\ttypes\tdanger\tinscope\tflags\n\
        dripping tap\tplumber\tleak\tnone\tyes\t\n\
        rewire the house\telectrician\tlights\tnone\tyes\tbig\n\
        smell of gas\tplumber\theating\tgas\tyes\tgas\n\
        mow the lawn\tother\tother\tnone\tno\t\n";
    let figures = pricing_core::evaluation::evaluate(book(), table).unwrap();
    assert_eq!((figures.kind.hits, figures.kind.all), (4, 4));
    assert_eq!((figures.continue_right.hits, figures.continue_right.all), (1, 1));
    assert_eq!((figures.big_continue.hits, figures.big_continue.all), (0, 1));
    assert_eq!((figures.danger.hits, figures.gas_work.hits), (1, 1));
    assert_eq!(
        (figures.out_of_scope_priced.hits, figures.out_of_scope_priced.all),
        (0, 1)
    );
    let bare = pricing_core::evaluation::evaluate(book(), "dripping tap\nhello\n").unwrap();
    assert_eq!((bare.continues.hits, bare.kind.all), (1, 0));
    assert!(!bare.to_string().contains("trade right"));
}

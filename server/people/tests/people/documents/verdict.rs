//! What an operator types about a document.

use callout_domain::clock::Millis;
use callout_domain::master_document::DocumentKind;
use callout_people::documents::{last_day, reason_of};

/// Monday 23 November 2026, 10:05 in London.
const NOW: Millis = 1_795_428_300_000;

#[test]
fn an_operator_reads_a_day_to_come() {
    let of = |kind, typed| last_day(kind, typed, NOW);
    assert_eq!(of(DocumentKind::Identity, " ").unwrap(), None);
    assert_eq!(
        of(DocumentKind::GasSafe, " 2027-03-31 ").unwrap().as_deref(),
        Some("2027-03-31")
    );
    for (kind, wrong) in [
        (DocumentKind::GasSafe, ""),
        (DocumentKind::GasSafe, "31/03/2027"),
        (DocumentKind::Identity, "2026-11-23"),
        (DocumentKind::Identity, "2020-01-01"),
    ] {
        assert!(
            of(kind, wrong).unwrap_err().errors.contains_key("expires_on"),
            "{wrong}"
        );
    }
}

#[test]
fn a_reason_says_something() {
    assert_eq!(reason_of("  Too dark. ").unwrap(), "Too dark.");
    for wrong in ["", " \n ", "no", &"a".repeat(501)] {
        assert!(
            reason_of(wrong).unwrap_err().errors.contains_key("reason"),
            "{wrong}"
        );
    }
}

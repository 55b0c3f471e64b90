//! Emails about a visit that was missed, or said to be.

use callout_domain::missed_visit::{Kind, Verdict};
use callout_outside::mail::visits::{to_decide, verdict};
use callout_store::missed_visits::MissedVisit;

fn visit(kind: Kind, verdict: Verdict, amount_pence: i64) -> MissedVisit {
    MissedVisit {
        id: "visit-1".to_owned(),
        booking_id: "C-1".to_owned(),
        master_id: "m-1".to_owned(),
        kind,
        made_at: 1,
        arrived_at: None,
        text: Some("I was there.".to_owned()),
        reported_at: Some(1),
        closed_at: None,
        verdict: Some(verdict),
        verdict_words: Some("The camera shows it.".to_owned()),
        amount_pence,
        decided_at: Some(2),
    }
}

#[test]
fn a_pro_reads_what_was_decided_and_what_it_brings() {
    let cases = [
        (
            Verdict::Overturned,
            3_481,
            false,
            "Your visit counts as made: C-1",
            "We pay you £34.81 for it.",
        ),
        (
            Verdict::Overturned,
            0,
            true,
            "Your visit counts as made: C-1",
            "The job was in cash",
        ),
        (
            Verdict::Stands,
            0,
            false,
            "The visit counts as missed: C-1",
            "report stands",
        ),
        (
            Verdict::Charged,
            4_095,
            false,
            "The visit is over: nobody was at home: C-1",
            "The client pays £40.95",
        ),
        (
            Verdict::Charged,
            0,
            true,
            "The visit is over: nobody was at home: C-1",
            "The client pays nothing.",
        ),
        (
            Verdict::GoesOn,
            0,
            false,
            "The visit is still going ahead: C-1",
            "still yours",
        ),
    ];
    for (decided, pence, is_cash, subject, said) in cases {
        let told = verdict(
            "pro@example.com",
            &visit(Kind::NoShow, decided, pence),
            is_cash,
            "https://callout.example".to_owned(),
        );
        assert_eq!(told.subject, subject);
        assert!(told.text.contains(said), "{}", told.text);
        assert!(told.text.contains("The camera shows it."), "{}", told.text);
    }
}

#[test]
fn an_operator_reads_what_the_pro_says_and_where_to_decide() {
    for (kind, subject) in [
        (Kind::NoShow, "Missed visit contested: C-1"),
        (Kind::NotHome, "Client not at home: C-1"),
    ] {
        let link = "https://callout.example/admin/visits";
        let told = to_decide("desk@example.com", &visit(kind, Verdict::Stands, 0), link);
        assert_eq!(told.subject, subject);
        assert!(
            told.text.contains("I was there.") && told.text.contains("/admin/visits"),
            "{}",
            told.text
        );
    }
}

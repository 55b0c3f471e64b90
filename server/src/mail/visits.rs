//! Messages about visits that came to nothing.

use super::note::{Note, TO_PRO, to_operator};
use super::words;
use crate::domain::message::Message;
use crate::domain::missed_visit::{Kind, Verdict};
use crate::store::missed_visits::MissedVisit;

/// Tells a pro what was decided about a visit.
#[must_use]
pub fn verdict(to: &str, visit: &MissedVisit, is_cash: bool, link: String) -> Message {
    let amount = words::exact(visit.amount_pence);
    let (title, said) = match visit.verdict.as_deref().and_then(Verdict::parse) {
        Some(Verdict::Overturned) if visit.amount_pence > 0 => (
            "Your visit counts as made",
            format!("We pay you {amount} for it. It is in your earnings."),
        ),
        Some(Verdict::Overturned) if is_cash => (
            "Your visit counts as made",
            "The job was in cash, so nothing was charged and there is nothing to pay you from.".to_owned(),
        ),
        Some(Verdict::Overturned) => ("Your visit counts as made", String::new()),
        Some(Verdict::Charged) if visit.amount_pence > 0 => (
            "The visit is over: nobody was at home",
            format!("The client pays {amount} for it. Your share is in your earnings."),
        ),
        Some(Verdict::Charged) => (
            "The visit is over: nobody was at home",
            "The client pays nothing.".to_owned(),
        ),
        Some(Verdict::GoesOn) => (
            "The visit is still going ahead",
            "Your report is closed, and the job is still yours.".to_owned(),
        ),
        Some(Verdict::Stands) | None => (
            "The visit counts as missed",
            "The client’s report stands.".to_owned(),
        ),
    };
    let why = visit.verdict_words.as_deref().unwrap_or_default();
    let note = Note {
        title: format!("{title}: {}", visit.booking_id),
        said: format!("{said} {why}").trim().to_owned(),
        action: "See the job",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("verdict-{}", visit.id))
}

/// Tells whoever decides what a pro says. `link` opens the page where it is decided.
#[must_use]
pub fn to_decide(to: &str, visit: &MissedVisit, link: &str) -> Message {
    let (id, said) = (&visit.booking_id, visit.text.as_deref().unwrap_or_default());
    let (subject, what) = match visit.kind {
        Kind::NoShow => ("Missed visit contested", "says that they did come"),
        Kind::NotHome => ("Client not at home", "says that nobody is at home"),
    };
    let text = format!("The pro of booking {id} {what}.\n\nTheir words: {said}\n\nDecide it at {link}\n");
    to_operator(to, format!("{subject}: {id}"), text, visit.id.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            verdict: Some(verdict.as_str().to_owned()),
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
}

//! Messages about visits that came to nothing.

use super::note::{Note, TO_PRO, to_operator};
use super::words;
use callout_domain::message::Message;
use callout_domain::missed_visit::{Kind, Verdict};
use callout_store::missed_visits::MissedVisit;

/// Tells a pro what was decided about a visit.
#[must_use]
pub fn verdict(to: &str, visit: &MissedVisit, is_cash: bool, link: String) -> Message {
    let amount = words::exact(visit.amount_pence);
    let (title, said) = match visit.verdict {
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

//! Messages about disputes.

use super::note::{Note, TO_CLIENT, TO_PRO, to_operator};
use super::words;
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::dispute::{BorneBy, News};
use crate::domain::message::Message;
use crate::domain::time;
use crate::store::disputes::Dispute;

const ACTION: &str = "See the dispute";

/// Tells the client. `link` opens the booking.
#[must_use]
pub fn to_client(booking: &Booking, dispute: &Dispute, news: News, link: String) -> Message {
    let (title, said) = match news {
        News::Opened => (
            "We look into what went wrong".to_owned(),
            "Thank you for telling us. Your pro is not paid for this job while we look into it. The pro can answer within 72 hours, and \
             we decide within 5 working days."
                .to_owned(),
        ),
        News::Answered => (
            "Your pro has answered".to_owned(),
            "Your pro has answered your dispute. We now decide, within 5 working days of the day you opened it.".to_owned(),
        ),
        News::Decided => (verdict_title(dispute), verdict_for_client(dispute)),
    };
    let note = Note {
        title,
        said,
        action: ACTION,
        link,
        why: TO_CLIENT,
    };
    note.message(booking, key(dispute, news, "client"))
}

fn verdict_title(dispute: &Dispute) -> String {
    match refund(dispute) {
        0 => "Your dispute is decided".to_owned(),
        pence => format!("You get {} back", words::exact(pence)),
    }
}

fn verdict_for_client(dispute: &Dispute) -> String {
    let reason = dispute.verdict.as_deref().unwrap_or_default();
    match refund(dispute) {
        0 => format!(
            "We have looked into your dispute and give no refund. Why: {reason} Your statutory rights are not affected."
        ),
        pence => format!(
            "We give you {} back. It reaches your card within 5 to 10 working days. Why: {reason}",
            words::exact(pence)
        ),
    }
}

/// Tells the pro. `link` opens the job.
#[must_use]
pub fn to_pro(to: &str, dispute: &Dispute, news: News, answer_by: Millis, link: String) -> Message {
    let (title, said) = match news {
        News::Opened => (
            "A client disputes a job of yours".to_owned(),
            format!(
                "What you earned by this job is frozen until we have decided. Please say what happened by {}, {}.",
                time::day_in_words(answer_by),
                time::clock_face(answer_by)
            ),
        ),
        News::Answered => (
            "Thank you for your answer".to_owned(),
            "We have your answer.".to_owned(),
        ),
        News::Decided => ("The dispute is decided".to_owned(), verdict_for_pro(dispute)),
    };
    let note = Note {
        title,
        said,
        action: ACTION,
        link,
        why: TO_PRO,
    };
    note.email(to, key(dispute, news, "pro"))
}

fn verdict_for_pro(dispute: &Dispute) -> String {
    let reason = dispute.verdict.as_deref().unwrap_or_default();
    let is_yours = dispute.borne_by.as_deref() == Some(BorneBy::Pro.as_str());
    match refund(dispute) {
        pence if pence > 0 && is_yours => format!(
            "The client gets {} back, which we have taken from what you and we earned by the job. The rest is in your balance. Why: {reason}",
            words::exact(pence)
        ),
        _ => format!("You keep what you earned by the job: it is in your balance again. Why: {reason}"),
    }
}

/// Tells whoever decides.
#[must_use]
pub fn to_decider(to: &str, dispute: &Dispute, news: News) -> Message {
    let (id, booking) = (&dispute.id, &dispute.booking_id);
    let happened = match news {
        News::Opened => "A job is disputed",
        News::Answered => "The pro has answered a dispute",
        News::Decided => "A dispute is decided",
    };
    let answer = dispute.answer.as_deref().unwrap_or("(no answer yet)");
    let text = format!(
        "{happened}: {id}, booking {booking}.\n\nThe client ({}): {}\n\nThe pro: {answer}\n\n\
         Decide it with `callout admin dispute --id {id}` and --refund-all, --refund-pence or --no-refund.\n",
        dispute.reason.as_str(),
        dispute.text,
    );
    to_operator(
        to,
        format!("{happened}: {booking}"),
        text,
        key(dispute, news, "operator"),
    )
}

fn refund(dispute: &Dispute) -> i64 {
    dispute.refund_pence.unwrap_or_default()
}

fn key(dispute: &Dispute, news: News, reader: &str) -> String {
    let what = match news {
        News::Opened => "opened",
        News::Answered => "answered",
        News::Decided => "decided",
    };
    format!("{}-{what}-{reader}", dispute.id)
}

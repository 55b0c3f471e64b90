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

/// The payment method of jobs that are paid at the door.
const CASH: &str = "cash";

/// Tells the client. `link` opens the booking.
#[must_use]
pub fn to_client(booking: &Booking, dispute: &Dispute, news: News, link: String) -> Message {
    let (title, said) = match news {
        News::Opened => (
            "We look into what went wrong".to_owned(),
            opened_for_client(booking.payment_method == CASH),
        ),
        News::Answered => (
            "Your pro has answered".to_owned(),
            "Your pro has answered your dispute. We now decide, within 5 working days of the day you opened it.".to_owned(),
        ),
        News::Decided => (
            verdict_title(dispute),
            verdict_for_client(dispute, booking.payment_method == CASH),
        ),
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

/// Of a cash job we hold no money.
fn opened_for_client(is_cash: bool) -> String {
    let money = if is_cash {
        "You paid your pro in cash, so we hold no money of this job."
    } else {
        "Your pro is not paid for this job while we look into it."
    };
    format!(
        "Thank you for telling us. {money} The pro can answer within 72 hours, and we decide within 5 working days."
    )
}

fn verdict_title(dispute: &Dispute) -> String {
    match refund(dispute) {
        0 => "Your dispute is decided".to_owned(),
        pence => format!("You get {} back", words::exact(pence)),
    }
}

fn verdict_for_client(dispute: &Dispute, is_cash: bool) -> String {
    let reason = dispute.verdict.as_deref().unwrap_or_default();
    match refund(dispute) {
        0 if is_cash => format!(
            "We have looked into your dispute. You paid your pro in cash, so we have no money to give back. What we found: {reason} Your \
             statutory rights are not affected."
        ),
        0 => format!(
            "We have looked into your dispute and give no refund. Why: {reason} Your statutory rights are not affected."
        ),
        pence => format!(
            "We give you {} back. It reaches your card within 5 to 10 working days. Why: {reason}",
            words::exact(pence)
        ),
    }
}

/// What a pro is told about.
#[derive(Debug, Clone, Copy)]
pub struct ForPro<'a> {
    /// The dispute.
    pub dispute: &'a Dispute,
    /// The client paid the pro in cash: nothing is frozen.
    pub is_cash: bool,
    /// Until when the pro can answer, Unix milliseconds.
    pub answer_by: Millis,
}

/// Tells the pro. `link` opens the job.
#[must_use]
pub fn to_pro(to: &str, about: ForPro<'_>, news: News, link: String) -> Message {
    let dispute = about.dispute;
    let (title, said) = match news {
        News::Opened => (
            "A client disputes a job of yours".to_owned(),
            opened_for_pro(about),
        ),
        News::Answered => (
            "Thank you for your answer".to_owned(),
            "We have your answer.".to_owned(),
        ),
        News::Decided => (
            "The dispute is decided".to_owned(),
            verdict_for_pro(dispute, about.is_cash),
        ),
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

fn opened_for_pro(about: ForPro<'_>) -> String {
    let money = if about.is_cash {
        "The client paid you in cash, so nothing of your balance is frozen."
    } else {
        "What you earned by this job is frozen until we have decided."
    };
    let by = about.answer_by;
    format!(
        "{money} Please say what happened by {}, {}.",
        time::day_in_words(by),
        time::clock_face(by)
    )
}

fn verdict_for_pro(dispute: &Dispute, is_cash: bool) -> String {
    let reason = dispute.verdict.as_deref().unwrap_or_default();
    let is_yours = dispute.borne_by.as_deref() == Some(BorneBy::Pro.as_str());
    match refund(dispute) {
        pence if pence > 0 && is_yours => format!(
            "The client gets {} back, which we have taken from what you and we earned by the job. The rest is in your balance. Why: {reason}",
            words::exact(pence)
        ),
        _ if is_cash => format!("You keep what the client paid you in cash. Why: {reason}"),
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

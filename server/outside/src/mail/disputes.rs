//! Messages about disputes.

use super::chargebacks;
use super::note::{Note, TO_CLIENT, TO_PRO, to_operator};
use super::words;
use callout_domain::appeal::Appellant;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::dispute::{BorneBy, News};
use callout_domain::message::Message;
use callout_domain::time;
use callout_store::disputes::Dispute;

const ACTION: &str = "See the dispute";

/// What is taken back of a job need not be there any more.
pub(super) const IF_PAID_OUT: &str =
    "If your part was paid out already, it comes out of that payout or your later earnings.";

/// Tells the client. `link` opens the booking.
#[must_use]
pub fn to_client(booking: &Booking, dispute: &Dispute, news: News, link: String) -> Message {
    let act = chargebacks::act(dispute, news);
    let (title, said) = match act {
        Some(act) => chargebacks::for_client(act, booking.ended_at.is_none()),
        None => for_client(booking, dispute, news),
    };
    let note = Note {
        title,
        said,
        action: act.map_or(ACTION, |_| "See the booking"),
        link,
        why: TO_CLIENT,
    };
    note.message(booking, key(dispute, news, "client"))
}

fn for_client(booking: &Booking, dispute: &Dispute, news: News) -> (String, String) {
    match news {
        News::Opened => (
            "We're looking into what went wrong".to_owned(),
            opened_for_client(booking.is_in_cash()),
        ),
        News::Answered => (
            "Your pro has answered".to_owned(),
            "Your pro has answered your dispute. We'll decide within 5 working days of the day you opened it.".to_owned(),
        ),
        News::Decided => (
            verdict_title(dispute),
            verdict_for_client(dispute, booking.is_in_cash()),
        ),
        News::Appealed => appealed(dispute, Appellant::Client, "Your pro"),
        News::AppealDecided => (appeal_title(dispute), appeal_for_client(dispute)),
    }
}

/// Of a cash job we hold no money. A card job may have been paid out before it was disputed.
fn opened_for_client(is_cash: bool) -> String {
    let money = if is_cash {
        "You paid your pro in cash, so we hold no money for this job."
    } else {
        "While we look into it, we hold back what your pro earned from this job, or the same amount of their next earnings."
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
            "We have looked into your dispute and will not be giving a refund. Our reason: {reason} Your statutory rights are not affected."
        ),
        pence => format!(
            "We're refunding you {}. It reaches your card within 5 to 10 working days. Why: {reason}",
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
    /// The visit is still to be made.
    pub is_ahead: bool,
    /// Until when the pro can answer, Unix milliseconds.
    pub answer_by: Millis,
}

/// Tells the pro. `link` opens the job.
#[must_use]
pub fn to_pro(to: &str, about: ForPro<'_>, news: News, link: String) -> Message {
    let dispute = about.dispute;
    let act = chargebacks::act(dispute, news);
    let (title, said) = match act {
        Some(act) => chargebacks::for_pro(act, dispute, about.is_ahead),
        None => for_pro(about, news),
    };
    let note = Note {
        title,
        said,
        action: act.map_or(ACTION, |_| "See the job"),
        link,
        why: TO_PRO,
    };
    note.email(to, key(dispute, news, "pro"))
}

fn for_pro(about: ForPro<'_>, news: News) -> (String, String) {
    let dispute = about.dispute;
    match news {
        News::Opened => (
            "A client has disputed one of your jobs".to_owned(),
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
        News::Appealed => appealed(dispute, Appellant::Pro, "The client"),
        News::AppealDecided => (appeal_title_for_pro(dispute), appeal_for_pro(dispute)),
    }
}

fn opened_for_pro(about: ForPro<'_>) -> String {
    let money = if about.is_cash {
        "The client paid you in cash, so none of your balance is frozen."
    } else {
        "What you earned from this job is frozen until we have decided. If it was paid out already, the same amount of your next earnings is \
         frozen instead."
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
    let is_yours = dispute.borne_by == Some(BorneBy::Pro);
    match refund(dispute) {
        pence if pence > 0 && is_yours => format!(
            "The client gets {} back, out of what you and we earned from the job. {IF_PAID_OUT} Anything else that was frozen is yours \
             again. Why: {reason}",
            words::exact(pence)
        ),
        _ if is_cash => format!("You keep what the client paid you in cash. Why: {reason}"),
        _ => format!(
            "You keep what you earned from the job, and whatever was frozen for it is yours again. Why: {reason}"
        ),
    }
}

/// Title and text of an appeal, for the side that may have made it; `other` is who did otherwise.
fn appealed(dispute: &Dispute, reader: Appellant, other: &str) -> (String, String) {
    if dispute.appealed_by == Some(reader) {
        let said = "Thank you. We'll look at the dispute again and let you know. That decision is our final one; your \
                    statutory rights are not affected.";
        ("We have your appeal".to_owned(), said.to_owned())
    } else {
        let said = format!(
            "{other} does not agree with our decision and has appealed. We'll look at it again and let you know."
        );
        ("An appeal against our decision".to_owned(), said)
    }
}

fn appeal_title(dispute: &Dispute) -> String {
    match appeal_refund(dispute) {
        0 if made_good(dispute) > 0 => "The appeal is decided".to_owned(),
        0 => "Our decision stands".to_owned(),
        pence => format!("You get {} more back", words::exact(pence)),
    }
}

fn appeal_title_for_pro(dispute: &Dispute) -> String {
    match made_good(dispute) {
        0 => "The appeal is decided".to_owned(),
        pence => format!("You get {} back", words::exact(pence)),
    }
}

fn appeal_for_client(dispute: &Dispute) -> String {
    let reason = dispute.appeal_verdict.as_deref().unwrap_or_default();
    match appeal_refund(dispute) {
        0 if made_good(dispute) > 0 => format!(
            "We have looked at the dispute once more. You keep what you got back; we are paying your pro back from our own money. Why: \
             {reason} Your statutory rights are not affected."
        ),
        0 => format!(
            "We have looked at the dispute once more, and our decision stands. Why: {reason} Your statutory rights are not affected."
        ),
        pence => format!(
            "We have looked at the dispute once more and give you {} more back. It reaches your card within 5 to 10 working days. Why: \
             {reason}",
            words::exact(pence)
        ),
    }
}

fn appeal_for_pro(dispute: &Dispute) -> String {
    let reason = dispute.appeal_verdict.as_deref().unwrap_or_default();
    let is_yours = dispute.appeal_borne_by == Some(BorneBy::Pro);
    match appeal_refund(dispute) {
        0 if made_good(dispute) > 0 => format!(
            "We have looked at the dispute once more, and give you {} of what our first decision took. It is in your balance; the client \
             keeps the refund. Why: {reason}",
            words::exact(made_good(dispute))
        ),
        0 => format!("We have looked at the dispute once more, and our decision stands. Why: {reason}"),
        pence if is_yours => format!(
            "The client gets {} more back, out of what you and we earned from the job. {IF_PAID_OUT} Why: {reason}",
            words::exact(pence)
        ),
        pence => format!(
            "The client gets {} more back, which we bear: your balance stays as it is. Why: {reason}",
            words::exact(pence)
        ),
    }
}

/// Tells whoever decides, or would if the client's bank did not. `is_ahead`: the visit is still to be made.
#[must_use]
pub fn to_decider(to: &str, dispute: &Dispute, news: News, is_ahead: bool) -> Message {
    let (id, booking) = (&dispute.id, &dispute.booking_id);
    if let Some(act) = chargebacks::act(dispute, news) {
        let (subject, text) = chargebacks::for_operator(act, dispute, is_ahead);
        return to_operator(to, subject, text, key(dispute, news, "operator"));
    }
    let happened = match news {
        News::Opened => "A job is disputed",
        News::Answered => "The pro has answered a dispute",
        News::Decided => "A dispute is decided",
        News::Appealed => "A decision is appealed against",
        News::AppealDecided => "An appeal is decided",
    };
    let answer = dispute.answer.as_deref().unwrap_or("(no answer yet)");
    let appeal = dispute
        .appeal
        .as_deref()
        .map_or_else(String::new, |appeal| format!("The appeal: {appeal}\n\n"));
    let text = format!(
        "{happened}: {id}, booking {booking}.\n\nThe client ({}): {}\n\nThe pro: {answer}\n\n{appeal}\
         Decide it in the console, at /admin/disputes/{id}.\n",
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

fn appeal_refund(dispute: &Dispute) -> i64 {
    dispute.appeal_refund_pence.unwrap_or_default()
}

fn made_good(dispute: &Dispute) -> i64 {
    dispute.appeal_made_good_pence.unwrap_or_default()
}

fn refund(dispute: &Dispute) -> i64 {
    dispute.refund_pence.unwrap_or_default()
}

fn key(dispute: &Dispute, news: News, reader: &str) -> String {
    let what = match news {
        News::Opened => "opened",
        News::Answered => "answered",
        News::Decided => "decided",
        News::Appealed => "appealed",
        News::AppealDecided => "appeal-decided",
    };
    format!("{}-{what}-{reader}", dispute.id)
}

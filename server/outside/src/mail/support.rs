//! What reaches whoever answers people: messages from the support page, and jobs that began without the client's code. And what they
//! answer.

use super::note::{Note, TO_PRO};
use leptos::prelude::*;

use super::paper::{self, CARD, H1, SMALL, row};
use callout_domain::keys::sha256_text;
use callout_domain::message::{Channel, Message};
use callout_domain::operator::Operator;
use callout_domain::support::SupportMessage;
use callout_domain::time;
use callout_store::mismatches::Mismatch;

/// Somebody's words, with their line breaks.
const WORDS: &str = "margin:0;white-space:pre-line;overflow-wrap:anywhere;color:#12242c";
/// Why the writer gets an answer.
const WHY: &str = "You get this email because somebody wrote to Callout and gave this email address.";

/// The email; an answer to it goes to the person who wrote. Their words are plain text, and nothing they wrote is in a header but
/// that address. The link leads to the message in the console.
#[must_use]
pub fn message(to: &str, link: &str, message: &SupportMessage) -> Message {
    let about = message
        .booking_id
        .as_ref()
        .map_or_else(String::new, |id| format!("\nBooking (as typed): {id}"));
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: Some(message.email.clone()),
        subject: "A message from the support page".to_owned(),
        text: format!(
            "From: {} <{}>{about}\nNobody has checked that this email is theirs.\nAnswer it here: {link}\n\n{}\n",
            message.name, message.email, message.message
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(message.id.clone()),
    }
}

/// An operator's answer to whoever wrote, with the words that it answers. An answer to it goes to `reply_to`.
#[must_use]
pub fn answer(reply_to: Option<&str>, message: &SupportMessage, answer: &str) -> Message {
    let title = "Our answer to your message";
    let day = time::day_in_words(message.created_at);
    let wrote = format!("You wrote on {day}:");
    let quoted: String = (message.message.lines())
        .map(|line| format!("> {line}\n"))
        .collect();
    let rows = view! {
        {row(view! { <h1 class="ink" style=H1>{title}</h1> }, "0 4px 8px")}
        {row(view! { <p class="ink" style=WORDS>{answer.to_owned()}</p> }, "0 4px 18px")}
        {row(view! { <p class="muted" style=SMALL>{wrote.clone()}</p> }, "0 4px")}
        {row(view! { <div class="card ink" style=format!("{CARD};{WORDS}")>{message.message.clone()}</div> }, "0 0 18px")}
        {row(view! { <p class="muted" style=SMALL>{WHY}</p> }, "0 4px")}
    };
    Message {
        channel: Channel::Email,
        to: message.email.clone(),
        reply_to: reply_to.map(str::to_owned),
        subject: title.to_owned(),
        text: format!("{answer}\n\n{wrote}\n{quoted}\n-- \n{WHY}\n"),
        html: Some(paper::document(title, answer.to_owned(), rows)),
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("answer-{}", message.id)),
    }
}

/// The email about a job that is not what was booked: its pro says so often, or its client has not chosen what to do. `link` opens its page.
#[must_use]
pub fn not_as_booked(to: &str, known: &Mismatch, is_often: bool, link: &str) -> Message {
    let (booking_id, master_id) = (&known.booking_id, &known.master_id);
    let (subject, why) = if is_often {
        (
            format!("Often not as booked: {master_id}"),
            format!(
                "Pro {master_id} has said three times or more within 30 days that a job is not what was booked, last of {booking_id}."
            ),
        )
    } else {
        (
            format!("Not as booked, no answer: {booking_id}"),
            format!(
                "The pro of booking {booking_id} says that it is not what was booked, and its client has not chosen within 30 minutes. \
                 Please call both; you can stop the job there."
            ),
        )
    };
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject,
        text: format!("{why}\n\nTheir words: {}\n\n{link}\n", known.text),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("{}-{is_often}", known.id)),
    }
}

/// The email about a job that its client asks to stop. `link` opens the page where it is decided.
#[must_use]
pub fn stop_asked(to: &str, booking_id: &str, text: &str, link: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Asked to stop: {booking_id}"),
        text: format!(
            "The client of booking {booking_id} asks us to stop the job.\n\nTheir words: {text}\n\n\
             Decide what they pay at {link}, or with `callout admin stop --booking {booking_id} --percent N --reason TEXT`.\n"
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("stop-{booking_id}")),
    }
}

/// The email about an operator who was added. `by` is none from a shell on the server.
#[must_use]
pub fn operator_added(to: &str, added: &Operator, by: Option<&str>, link: &str) -> Message {
    let by = by.unwrap_or("Somebody with a shell on the server");
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("A new operator: {}", added.email),
        text: format!(
            "{by} has added {} as an operator ({}).\n\nIf you did not expect that, end the access at {link} and change your password.\n",
            added.email,
            added.role.label()
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!(
            "operator-added-{}-{}",
            added.id,
            sha256_text(to.as_bytes())
        )),
    }
}

/// The email to a pro about a passkey that was added to the account. `link` opens the profile.
#[must_use]
pub fn passkey_added(to: &str, passkey_id: &str, link: String) -> Message {
    let note = Note {
        title: "A passkey was added to your account".to_owned(),
        said: "Somebody who is signed in to your account added a passkey, which logs in without a code or password. If that was not you, \
               remove it in your profile, then press ‘Sign out everywhere’ there."
            .to_owned(),
        action: "See your passkeys",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("passkey-added-{passkey_id}"))
}

/// The email about work on gas that is with a pro who has no Gas Safe registration.
#[must_use]
pub fn gas_work(to: &str, booking_id: &str, link: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Work on gas without Gas Safe: {booking_id}"),
        text: format!(
            "Booking {booking_id} is work on gas, which by law only a Gas Safe engineer may do. Its pro has no Gas Safe registration that we \
             have verified.\n\nNothing was taken off. Talk to both, and hand the job over: {link}\n"
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("gas-work-{booking_id}")),
    }
}

/// The email about texts that are used up, or nearly.
#[must_use]
pub fn texts_used(to: &str, percent: i64, of_day: bool) -> Message {
    let span = if of_day { "day" } else { "hour" };
    let ends = if percent < 100 {
        "Codes for people without an account, or whose phone we do not know, are texted no longer; then other codes, then what pros are told, \
         end one after the other."
    } else {
        "Nobody is texted until then. Emails and notifications go on."
    };
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("{percent}% of the texts of this {span} are used"),
        text: format!(
            "Callout has sent {percent}% of the texts that it may send in one {span}. {ends}\n\nIf somebody has codes sent to many numbers, \
             block them at the proxy. If there is simply much to do, raise CALLOUT_TEXTS_HOUR or CALLOUT_TEXTS_DAY.\n"
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: None,
    }
}

/// The email about a job that has begun without the client's code. The link leads to the work of the booking in the console.
#[must_use]
pub fn begun_without_code(to: &str, link: &str, booking_id: &str, reason: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("Begun without the start code: {booking_id}"),
        text: format!(
            "The pro of booking {booking_id} has begun without the client's start code.\n\nTheir reason: {reason}\n\n\
             See it in the console: {link}\n\nThe client was told. What the job earns waits longer in clearing.\n"
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("begun-without-code-{booking_id}")),
    }
}

//! Messages from the support page: those that wait, and one with its answer.

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{badge, disclosure, facts, history, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{lasting, when};
use callout_domain::audit::Subject;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::support::SupportMessage;
use callout_store::{audit, bookings};

/// Most acts that are shown.
const AT_ONCE: i64 = 50;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let (waiting, ended) = visit.state.support.queue().await?;
    let now = visit.state.clock.now();
    let waiting = waiting.into_iter().map(|message| waits(message, now)).collect();
    let ended = ended.iter().map(answered).collect();
    let body = view! {
        {section("Waiting", table("Messages that wait", &["Message", "From", "Waiting"], waiting, "Nobody waits for an answer."))}
        {section("Answered or closed", table("Messages that were answered or closed", &["Message", "From", "State", "When"], ended, "There are none."))}
    };
    Ok(Page::new("Support", body))
}

fn waits(message: SupportMessage, now: Millis) -> Vec<AnyView> {
    let waiting = lasting(now - message.created_at);
    vec![named(&message), text(message.name), text(waiting)]
}

fn answered(message: &SupportMessage) -> Vec<AnyView> {
    let ended = message.ended_at.map(when).unwrap_or_default();
    vec![
        named(message),
        text(message.name.clone()),
        state(message),
        text(ended),
    ]
}

fn named(message: &SupportMessage) -> AnyView {
    link(here(&message.id), message.opening())
}

fn state(message: &SupportMessage) -> AnyView {
    match (message.ended_at, &message.answer) {
        (None, _) => badge("Waiting", "warn"),
        (Some(_), Some(_)) => badge("Answered", "good"),
        (Some(_), None) => badge("Closed", ""),
    }
}

pub(super) async fn one(visit: Visit) -> Fallible<Page> {
    let message = visit.state.support.find(visit.parameter("id")).await?;
    let mut connection = visit.state.db.read().await?;
    let booking = match &message.booking_id {
        Some(id) => bookings::find(&mut connection, &id.to_uppercase()).await?,
        None => None,
    };
    let subject = Subject::Support(message.id.clone());
    let acts = audit::of_subject(&mut connection, &subject, AT_ONCE).await?;
    drop(connection);
    let (answer, forms) = (answer(&message), forms(&visit, &message));
    let body = view! {
        <div class="columns">
            <div class="stack">{written(message, booking)}</div>
            <div class="stack">
                {answer}
                {forms}
                {section("What operators did", history(acts))}
            </div>
        </div>
    };
    Ok(Page::new("Message", body))
}

fn written(message: SupportMessage, booking: Option<Booking>) -> AnyView {
    let mut pairs = vec![
        ("State", state(&message)),
        ("From", text(message.name)),
        ("Email", text(message.email.clone())),
        ("Written", text(when(message.created_at))),
    ];
    if let Some(typed) = message.booking_id {
        pairs.push(("Booking", about(&typed, booking, &message.email)));
    }
    let words = message.message;
    let body = view! {
        {facts(pairs)}
        <p class="words">{words}</p>
        <p class="muted small">"Nobody has checked that this email is theirs: answer nothing that only the client of a booking may know."</p>
    };
    section("What they wrote", body)
}

/// The booking that they name, and whether it was made with the email that they write from.
fn about(typed: &str, booking: Option<Booking>, email: &str) -> AnyView {
    let Some(booking) = booking else {
        return text(format!("“{typed}”, and there is none of that number"));
    };
    let whose = if booking.email.as_deref() == Some(email) {
        ", made with this email"
    } else {
        ", not made with this email"
    };
    view! { {link(format!("/admin/bookings/{}", booking.id), booking.id)}{whose} }.into_any()
}

fn answer(message: &SupportMessage) -> Option<AnyView> {
    let answer = message.answer.clone()?;
    Some(section("Our answer", view! { <p class="words">{answer}</p> }))
}

/// The forms of a message that waits. Keep showing a form that was just refused, with what was typed: a colleague
/// may have acted first.
fn forms(visit: &Visit, message: &SupportMessage) -> AnyView {
    let waits = message.ended_at.is_none();
    let answer = visit.entered::<AnswerMessage>("");
    let answer_form = (waits || answer.is_again()).then(|| {
        let fields = view! {
            {answer.area("answer", "Your answer").lines(8).hint("They get it by email, with their own words below it.").view()}
            {answer.hidden("id", message.id.clone())}
        };
        let form = visit.form::<AnswerMessage, _>(&answer, Button::primary("Send the answer"), fields);
        section("Answer", form)
    });
    let close = visit.entered::<CloseMessage>("");
    let close_form = (waits || close.is_again()).then(|| {
        let fields = view! {
            {close.reason().view()}
            {close.hidden("id", message.id.clone())}
        };
        let form = visit.form::<CloseMessage, _>(&close, Button::danger("Close it"), fields);
        disclosure("Close it without an answer", close.is_again(), form)
    });
    view! {
        {answer_form}
        {close_form}
    }
    .into_any()
}

/// Answers a message by email.
#[server(prefix = "/admin/do", endpoint = "support/answer")]
pub(super) async fn answer_message(
    #[server(default)] id: String,
    #[server(default)] answer: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let to = here(&id);
        acting.state.support.answer(id, &answer, acting.by).await?;
        Ok(Done::at(to, "The answer is on its way."))
    })
    .await
}

/// Closes a message without an answer.
#[server(prefix = "/admin/do", endpoint = "support/close")]
pub(super) async fn close_message(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let to = here(&id);
        acting.state.support.close(id, &reason, acting.by).await?;
        Ok(Done::at(to, "The message is closed."))
    })
    .await
}

fn here(id: &str) -> String {
    format!("/admin/support/{id}")
}

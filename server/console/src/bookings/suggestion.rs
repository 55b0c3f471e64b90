//! Answering a suggested time for a pro who is on the phone.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::super::words::when;
use super::one::here;
use callout_booking::matching::SuggestionVerdict;
use callout_domain::booking::Booking;
use callout_domain::failure::Failure;
use callout_store::changes::Change;

const ANSWERS: &[(&str, &str)] = &[
    ("accept", "The pro comes then"),
    ("decline", "The pro cannot: the old time stands"),
];

const TITLE: &str = "Answer the suggested time for the pro";

/// The form for answering a suggested time; `None` unless one waits for the pro.
pub(super) fn form(visit: &Visit, booking: &Booking, open: Option<&Change>) -> Option<AnyView> {
    let entered = visit.entered::<AnswerSuggestion>("");
    let open = open.filter(|open| open.waits_for_pro())?;
    let begins = open.slot_start.map_or_else(|| "No fixed time".to_owned(), when);
    let time = format!("{begins}. The pro has until {}.", when(open.until));
    let fields = view! {
        <p>{time}</p>
        {entered.choice("answer", "What the pro says", ANSWERS).view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("change", open.id.clone())}
    };
    let form = visit.form::<AnswerSuggestion, _>(&entered, Button::primary("Answer for them"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

/// Answers a suggested time.
#[server(prefix = "/admin/do", endpoint = "bookings/suggestion")]
pub(super) async fn answer_suggestion(
    #[server(default)] id: String,
    #[server(default)] change: String,
    #[server(default)] answer: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let (verdict, words) = match answer.as_str() {
            "accept" => (SuggestionVerdict::Accept, "The new time is agreed."),
            "decline" => (SuggestionVerdict::Decline, "The old time stands."),
            _ => return Err(Failure::field("answer", "Choose one.")),
        };
        let matching = &acting.state.matching;
        let answered = matching.answer_suggestion_for_pro(&change, verdict, &reason, acting.by.clone());
        let is_due = Box::pin(answered).await?.payment_due_until.is_some();
        let words = if is_due {
            "The client is asked to pay the rest first."
        } else {
            words
        };
        Ok(Done::at(here(&id), words))
    })
    .await
}

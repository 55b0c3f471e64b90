//! Answering a pro's price for a client who is on the phone.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::super::words::{pounds, when};
use super::one::here;
use callout_booking::matching::Verdict;
use callout_domain::booking::Booking;
use callout_domain::failure::Failure;
use callout_store::proposals::Proposal;

const ANSWERS: &[(&str, &str)] = &[
    ("approve", "The client agrees"),
    ("decline", "The client does not want it"),
];

const TITLE: &str = "Answer the pro’s price for the client";

/// The forms for answering the pros’ prices that wait for the client.
pub(super) fn forms(visit: &Visit, booking: &Booking, open: &[Proposal]) -> Vec<AnyView> {
    let open = open.iter().filter(|open| open.approved_at.is_none());
    open.map(|open| form(visit, booking, open)).collect()
}

fn form(visit: &Visit, booking: &Booking, open: &Proposal) -> AnyView {
    let entered = visit.entered::<AnswerProposal>(&open.id);
    let new = pounds(booking.amount_pence + open.delta_pence);
    let until = when(open.until);
    let price = match open.length_minutes {
        Some(minutes) => format!("{new} for {} hours, until {until}.", minutes / 60),
        None => format!(
            "{new} instead of {}, until {until}.",
            pounds(booking.amount_pence)
        ),
    };
    let said = open.message.clone().unwrap_or_default();
    let fields = view! {
        <p>{price}</p>
        <p class="words">{said}</p>
        {entered.choice("answer", "What the client says", ANSWERS).view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("proposal", open.id.clone())}
    };
    let form = visit.form::<AnswerProposal, _>(&entered, Button::primary("Answer for them"), fields);
    disclosure(TITLE, entered.is_again(), form)
}

/// Answers a pro's price.
#[server(prefix = "/admin/do", endpoint = "bookings/proposal")]
pub(super) async fn answer_proposal(
    #[server(default)] id: String,
    #[server(default)] proposal: String,
    #[server(default)] answer: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let verdict = match answer.as_str() {
            "approve" => Verdict::Approve,
            "decline" => Verdict::Decline,
            _ => return Err(Failure::field("answer", "Choose one.")),
        };
        let matching = &acting.state.matching;
        let answered = matching.answer_proposal_for_client(&proposal, verdict, &reason, acting.by.clone());
        let facts = Box::pin(answered).await?.facts();
        let words = if facts.has_pro {
            "The pro has the booking."
        } else if facts.waits_for_client {
            "The client is asked to pay first."
        } else {
            "Other pros are asked."
        };
        Ok(Done::at(here(&id), words))
    })
    .await
}

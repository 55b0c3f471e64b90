//! Deciding about a start code.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_booking::bookings::NewStart;
use callout_domain::booking::Booking;
use callout_domain::failure::Failure;

const STARTS: &[(&str, &str)] = &[
    ("renewed", "Make a new code, which the client sees"),
    ("opened", "Let the pro begin without the code"),
];

const TITLE: &str = "Decide about the start code";

/// The form for deciding about the start code; `None` unless work can still begin.
pub(super) fn form(visit: &Visit, booking: &Booking) -> Option<AnyView> {
    let entered = visit.entered::<DecideStart>("");
    if !booking.awaits_start() {
        return None;
    }
    let fields = view! {
        {entered.choice("start", "What becomes of it", STARTS).view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
    };
    let form = visit.form::<DecideStart, _>(&entered, Button::primary("Decide"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

/// Makes another start code, or lets the pro begin without one.
#[server(prefix = "/admin/do", endpoint = "bookings/start")]
pub(super) async fn decide_start(
    #[server(default)] id: String,
    #[server(default)] start: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let (new, words) = match start.as_str() {
            "renewed" => (NewStart::Renewed, "The client’s page shows a new code."),
            "opened" => (NewStart::Opened, "The pro may begin without the code."),
            _ => return Err(Failure::field("start", "Choose one.")),
        };
        let to = here(&id);
        let _ = acting
            .state
            .bookings
            .new_start(id, new, &reason, acting.by)
            .await?;
        Ok(Done::at(to, words))
    })
    .await
}

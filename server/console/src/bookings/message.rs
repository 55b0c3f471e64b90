//! Sending a message about a booking again.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_booking::messages::Again;
use callout_domain::booking::Booking;

const TITLE: &str = "Send a message again";

/// Nothing where there is nothing to say again.
pub(super) fn form(visit: &Visit, booking: &Booking, again: &[Again]) -> Option<AnyView> {
    let entered = visit.entered::<SendAgain>("");
    if again.is_empty() {
        return None;
    }
    let keys: Vec<String> = again.iter().map(|again| again.key()).collect();
    let labels = again.iter().map(|again| again.label());
    let options: Vec<(&str, &str)> = keys.iter().map(String::as_str).zip(labels).collect();
    let fields = view! {
        {entered.choice("message", "Message", &options).hint("To the same person, at most three an hour.").view()}
        {entered.hidden("id", booking.id.clone())}
    };
    let form = visit.form::<SendAgain, _>(&entered, Button::primary("Send it again"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

/// Sends a message again.
#[server(prefix = "/admin/do", endpoint = "bookings/message")]
pub(super) async fn send_again(
    #[server(default)] id: String,
    #[server(default)] message: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let to = here(&id);
        let messages = &acting.state.messages;
        messages.send_again(id, message, acting.by.clone()).await?;
        Ok(Done::at(to, "The message is on its way."))
    })
    .await
}

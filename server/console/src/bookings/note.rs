//! Writing a note about a booking.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_domain::booking::Booking;

pub(super) fn form(visit: &Visit, booking: &Booking) -> AnyView {
    let entered = visit.entered::<NoteBooking>("");
    let fields = view! {
        {entered.area("note", "Note").hint("For operators alone. Phones and emails in it are hidden.").view()}
        {entered.hidden("id", booking.id.clone())}
    };
    let form = visit.form::<NoteBooking, _>(&entered, Button::primary("Write it down"), fields);
    disclosure("Write a note", entered.is_again(), form)
}

/// Writes a note about a booking.
#[server(prefix = "/admin/do", endpoint = "bookings/note")]
pub(super) async fn note_booking(
    #[server(default)] id: String,
    #[server(default)] note: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let to = here(&id);
        acting.state.bookings.note(id, &note, acting.by).await?;
        Ok(Done::at(to, "The note is kept."))
    })
    .await
}

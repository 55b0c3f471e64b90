//! Keeping a booking's words, address and photos beyond their time, while somebody still needs them.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_domain::booking::Booking;

/// The form; it offers the other of the two. `None` while the booking is open: nothing of it goes before its end.
pub(super) fn form(visit: &Visit, booking: &Booking, is_held: bool) -> Option<AnyView> {
    booking.ended_at?;
    let entered = visit.entered::<HoldBooking>("");
    let (title, hint, keep) = if is_held {
        (
            "Stop keeping this booking",
            "Its words, address and photos then go in their time.",
            "no",
        )
    } else {
        (
            "Keep this booking",
            "Its words, address and photos stay until you stop keeping it, for a claim or a court.",
            "yes",
        )
    };
    let fields = view! {
        <p class="muted">{hint}</p>
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("keep", keep)}
    };
    let form = visit.form::<HoldBooking, _>(&entered, Button::primary(title), fields);
    Some(disclosure(title, entered.is_again(), form))
}

/// Keeps a booking beyond its time, or stops that.
#[server(prefix = "/admin/do", endpoint = "bookings/hold")]
pub(super) async fn hold_booking(
    #[server(default)] id: String,
    #[server(default)] keep: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let (to, keep) = (here(&id), keep == "yes");
        acting.state.bookings.hold(id, keep, &reason, acting.by).await?;
        let notice = if keep {
            "The booking is kept."
        } else {
            "The booking is kept no longer than others."
        };
        Ok(Done::at(to, notice))
    })
    .await
}

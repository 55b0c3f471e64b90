//! Cancelling a booking whose work has not begun.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::{find, here};
use callout_booking::bookings::CallOff;
use callout_domain::booking::Booking;
use callout_domain::failure::Failure;
use callout_domain::operator::GRAVE_REFUND;

const TITLE: &str = "Cancel the booking";

/// The form for cancelling; `None` unless the booking can be cancelled. `cost` is what that costs by the rules now.
pub(super) fn form(visit: &Visit, booking: &Booking, cost: Option<Pence>) -> Option<AnyView> {
    let entered = visit.entered::<CancelBooking>("");
    let cost = cost.filter(|_| may_be_cancelled(booking))?;
    let by_the_rules = format!("The client asked: they pay {cost}, as the rules say");
    let options = [
        ("for_client", by_the_rules.as_str()),
        ("for_client_free", "The client asked: they pay nothing"),
        ("by_callout", "We cannot keep it: the client pays nothing"),
    ];
    let factor = (cost > GRAVE_REFUND).then(|| entered.second_factor().optional().view());
    let fields = view! {
        {entered.choice("how", "Who cancels, and what it costs", &options).view()}
        {entered.reason().view()}
        {factor}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("cost", cost.0.to_string())}
    };
    let form = visit.form::<CancelBooking, _>(&entered, Button::danger("Cancel the booking"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

/// True unless it was never paid, its work has begun, or it has ended.
pub(super) fn may_be_cancelled(booking: &Booking) -> bool {
    let facts = booking.facts();
    !facts.is_final && !facts.awaits_payment && !facts.is_at_work
}

/// Cancels a booking.
#[server(prefix = "/admin/do", endpoint = "bookings/cancel")]
pub(super) async fn cancel_booking(
    #[server(default)] id: String,
    #[server(default)] how: String,
    #[server(default)] cost: i64,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let how = match how.as_str() {
            "for_client" => CallOff::ForClient(Pence(cost)),
            "for_client_free" => CallOff::ForClientFree,
            "by_callout" => CallOff::ByCallout,
            _ => return Err(Failure::field("how", "Choose one.")),
        };
        let bookings = &acting.state.bookings;
        let booking = find(&acting.state, &id).await?;
        if !matches!(how, CallOff::ForClient(_))
            && may_be_cancelled(&booking)
            && bookings.cancellation(&booking).await?.fee_pence > GRAVE_REFUND
        {
            acting.prove_again().await?;
        }
        let to = here(&id);
        let _ = bookings.call_off(id, how, &reason, acting.by.clone()).await?;
        Ok(Done::at(to, "The booking is cancelled. Client and pro are told."))
    })
    .await
}

//! Allowing more extra work than the original price of a job.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_domain::amount;
use callout_domain::booking::Booking;

const TITLE: &str = "Allow more extra work";

/// The form for allowing more extra work; `None` unless a pro has the booking and it is still open.
pub(super) fn form(visit: &Visit, booking: &Booking) -> Option<AnyView> {
    let (facts, entered) = (booking.facts(), visit.entered::<AllowExtra>(""));
    if !facts.has_pro || !facts.is_open {
        return None;
    }
    let allowed = Pence(booking.extra_allowed_pence);
    let hint = format!(
        "Extra work may cost as much as the job did at first, and this much more; now {allowed}. The client must still approve it."
    );
    let fields = view! {
        {entered.pounds("amount", "More than the original price by").hint(hint).view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
    };
    let form = visit.form::<AllowExtra, _>(&entered, Button::primary("Allow it"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

/// Allows more extra work.
#[server(prefix = "/admin/do", endpoint = "bookings/extra")]
pub(super) async fn allow_extra(
    #[server(default)] id: String,
    #[server(default)] amount: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let amount = amount::read("amount", &amount)?;
        let to = here(&id);
        let matching = &acting.state.matching;
        matching
            .allow_extra(id, amount, &reason, acting.by.clone())
            .await?;
        let words = format!("Extra work may cost {amount} more than the job did at first.");
        Ok(Done::at(to, words))
    })
    .await
}

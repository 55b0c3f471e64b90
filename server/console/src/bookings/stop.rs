//! Stopping a job that has begun.

use leptos::prelude::*;
use pricing_core::{BasisPoints, Pence};

use super::super::acting::{Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::super::words::pounds;
use super::one::{find, here};
use callout_booking::bookings::{Stop, given_back};
use callout_domain::booking::Booking;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::GRAVE_REFUND;

const TITLE: &str = "Stop the job";

/// The form for stopping a job; `None` unless the pro is at work.
pub(super) fn form(visit: &Visit, booking: &Booking) -> Option<AnyView> {
    let entered = visit.entered::<StopJob>("");
    if !booking.facts().is_at_work {
        return None;
    }
    let fields = fields(&entered, booking);
    let form = visit.form::<StopJob, _>(&entered, Button::danger("Stop the job"), fields);
    Some(disclosure(TITLE, entered.is_again(), form))
}

fn fields(entered: &Entered, booking: &Booking) -> AnyView {
    let hint = if booking.is_in_cash() {
        "0: a job in cash is settled between client and pro.".to_owned()
    } else {
        format!(
            "0 to 100, of {}. They get the rest back.",
            pounds(booking.amount_pence)
        )
    };
    let factor = is_grave(booking, BasisPoints(0)).then(|| entered.second_factor().view());
    view! {
        {entered.text("share", "What the client pays, per cent").hint(hint).view()}
        {entered.area("reason", "Reason").hint("Client and pro read it, and the audit log keeps it.").view()}
        {factor}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("price", booking.amount_pence.to_string())}
    }
    .into_any()
}

/// True when so much is given back that the second factor is asked for once more.
fn is_grave(booking: &Booking, share: BasisPoints) -> bool {
    let Pence(back) = given_back(booking, share);
    back > GRAVE_REFUND.0
}

/// Ends a job that has begun: the client pays a share of the price.
#[server(prefix = "/admin/do", endpoint = "bookings/stop")]
pub(super) async fn stop_job(
    #[server(default)] id: String,
    #[server(default)] price: i64,
    #[server(default)] share: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let share = share_of(&share)?;
        if is_grave(&find(&acting.state, &id).await?, share) {
            acting.prove_again().await?;
        }
        let to = here(&id);
        let stop = Stop {
            share,
            price: Some(Pence(price)),
            words: reason,
        };
        let _ = acting.state.bookings.stop(id, stop, acting.by).await?;
        Ok(Done::at(to, "The job is stopped."))
    })
    .await
}

fn share_of(text: &str) -> Fallible<BasisPoints> {
    let percent = text.trim().trim_end_matches('%').trim().parse::<u32>().ok();
    percent
        .filter(|percent| *percent <= 100)
        .map(|percent| BasisPoints(percent * 100))
        .ok_or_else(|| Failure::field("share", "Choose a whole number from 0 to 100."))
}

//! Giving a booking to a pro who has agreed by phone.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{link, section, table, text};
use super::super::visit::{Page, Visit};
use super::super::words::{pounds, when};
use super::one::{find, here, named};
use callout_booking::matching::{Agreed, Assignable};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::status::{Actor, BookingStatus, transition};

/// True while an operator may give it to a pro.
pub(super) fn may_be_assigned(booking: &Booking) -> bool {
    transition(booking.status, BookingStatus::Assigned, Actor::Operator).is_ok()
}

/// The way to the pros who may have it; nothing where it looks for none.
pub(super) fn way(booking: &Booking) -> Option<AnyView> {
    let to = format!("{}/assign", here(&booking.id));
    may_be_assigned(booking).then(|| view! { <p class="act">{link(to, "Give it to a pro")}</p> }.into_any())
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let booking = find(&visit.state, visit.parameter("id")).await?;
    let pros = if may_be_assigned(&booking) {
        Box::pin(visit.state.matching.assignable(&booking)).await?
    } else {
        Vec::new()
    };
    let body = view! {
        <p>{link(here(&booking.id), "Back to the booking")}</p>
        <p>{job(&booking)}</p>
        {section("Pros who may have it", table("Pros", &["Pro", "Distance", "Goes before"], rows(&pros), "There is none."))}
        {form(&visit, &booking, &pros)}
    };
    Ok(Page::new(format!("Give {} to a pro", booking.id), body))
}

fn job(booking: &Booking) -> String {
    let begins = booking
        .slot_start
        .map_or_else(|| "no fixed time".to_owned(), when);
    let price = pounds(booking.amount_pence);
    format!(
        "{}, {}, {begins}, {price}",
        booking.readable_name, booking.postcode
    )
}

fn rows(pros: &[Assignable]) -> Vec<Vec<AnyView>> {
    let row = |pro: &Assignable| {
        vec![
            text(named(pro.master.clone())),
            text(format!("{:.1} km", pro.metres / 1_000.0)),
            text(pro.despite.unwrap_or("–").to_owned()),
        ]
    };
    pros.iter().map(row).collect()
}

fn form(visit: &Visit, booking: &Booking, pros: &[Assignable]) -> Option<AnyView> {
    let entered = visit.entered::<AssignBooking>("");
    if pros.is_empty() && !entered.is_again() {
        return None;
    }
    let known: Vec<(String, String)> = pros
        .iter()
        .map(|pro| (pro.master.id.clone(), named(pro.master.clone())))
        .collect();
    let options: Vec<(&str, &str)> = known
        .iter()
        .map(|(id, name)| (id.as_str(), name.as_str()))
        .collect();
    let fields = view! {
        <p>"If no card is held for the booking, its client is asked to pay first. Tell the pro: the job is theirs once that is paid, and they hear either way."</p>
        {entered.choice("pro", "Pro", &options).view()}
        {entered.tick("agreed", "The pro agreed by phone").view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
        {entered.hidden("begins", booking.slot_start.unwrap_or_default().to_string())}
        {entered.hidden("price", booking.amount_pence.to_string())}
    };
    let form = visit.form::<AssignBooking, _>(&entered, Button::primary("Give it to this pro"), fields);
    Some(section("Give it to one of them", form))
}

/// Gives a booking to a pro.
#[server(prefix = "/admin/do", endpoint = "bookings/assign")]
pub(super) async fn assign_booking(
    #[server(default)] id: String,
    #[server(default)] begins: Millis,
    #[server(default)] price: i64,
    #[server(default)] pro: String,
    #[server(default)] agreed: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        if pro.is_empty() {
            return Err(Failure::field("pro", "Choose a pro."));
        }
        if agreed != "on" {
            return Err(Failure::field("agreed", "Ask the pro first, and tick this."));
        }
        let matching = &acting.state.matching;
        let agreed = Agreed {
            slot_start: Some(begins).filter(|begins| *begins != 0),
            price: Pence(price),
            reason,
        };
        let given = matching.assign(&id, &pro, agreed, acting.by.clone()).await?;
        let words = match given.payment_due_until.filter(|_| !given.facts().has_pro) {
            Some(until) => format!(
                "The client is asked to pay first, by {}. After that the pro has the booking.",
                when(until)
            ),
            None => "The pro has the booking. Client and pro are told.".to_owned(),
        };
        Ok(Done::at(here(&id), words))
    })
    .await
}

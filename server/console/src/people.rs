//! Pros, clients and guests: the search, and who is suspended. What is searched for is kept sealed, so that no address names a person.

mod client;
mod data;
mod pro;
mod receipt;
pub mod searched;
mod suspension;

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{badge, link, section, state, table, text};
use super::visit::{Page, Visit};
use super::words::{self, when};
use callout_domain::booking::Booking;
use callout_domain::failure::Fallible;
use callout_domain::suspension::Suspension;
use callout_store::people::Person;
use searched::Searched;

pub(super) use client::page as client;
pub use data::{Export, Exports};
pub(super) use data::{export_client, export_pro};
pub(super) use pro::page as pro;

/// Rows of a table.
const AT_ONCE: i64 = 50;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let found = match visit.query("search") {
        "" => None,
        id => Some(search(&visit, id).await?),
    };
    let suspended = visit.state.suspensions.all(AT_ONCE).await?;
    let entered = visit.entered::<SearchPeople>("");
    let field = entered
        .input("sought", "Find a client or pro", "search")
        .hint("A name, phone, email or id.")
        .view();
    let form = visit.form::<SearchPeople, _>(&entered, Button::primary("Search"), field);
    let suspended = suspended.into_iter().map(suspended_row).collect();
    let body = view! {
        {section("Search", form)}
        {found.map(|(people, words)| results(people, words))}
        {section(
            "Suspended pros",
            table("Suspended pros", &["Pro", "Since", "Reason", "Appeal"], suspended, "Nobody is suspended."),
        )}
    };
    Ok(Page::new("People", body))
}

fn results(people: Vec<Person>, words: String) -> AnyView {
    let rows = people.into_iter().map(row).collect();
    let columns = ["Who", "Name", "Email", "Phone", "Since"];
    view! {
        <p>{words}</p>
        {table("People", &columns, rows, "There is nobody.")}
    }
    .into_any()
}

/// What a kept search finds, and a sentence about it.
async fn search(visit: &Visit, id: &str) -> Fallible<(Vec<Person>, String)> {
    let operator = &visit.operator()?.id;
    let Some(sought) = visit.state.operators.kept(operator, id).await? else {
        return Ok((Vec::new(), "This search has ended. Search again.".to_owned()));
    };
    let people = Searched::parse(&sought)?.find(&visit.state, AT_ONCE).await?;
    Ok((people, format!("Found for “{}”.", sought.trim())))
}

fn row(person: Person) -> Vec<AnyView> {
    let (folder, kind) = match person.kind.as_str() {
        "pro" => ("pros", "Pro"),
        "guest" => ("clients", "Guest"),
        _ => ("clients", "Client"),
    };
    let since = match person.ended_at {
        Some(at) => format!("Closed {}", when(at)),
        None => when(person.created_at),
    };
    vec![
        link(format!("/admin/{folder}/{}", person.id), kind),
        text(person.name.unwrap_or_default()),
        text(person.email.unwrap_or_default()),
        text(person.phone.unwrap_or_default()),
        text(since),
    ]
}

fn suspended_row(suspension: Suspension) -> Vec<AnyView> {
    let appeal = if suspension.has_open_appeal() {
        badge("To decide", "warn")
    } else if suspension.appeal.is_some() {
        text("Decided")
    } else {
        text("None")
    };
    vec![
        link(
            format!("/admin/pros/{}", suspension.master_id),
            suspension.master_id,
        ),
        text(when(suspension.suspended_at)),
        text(suspension.reason.label()),
        appeal,
    ]
}

/// Bookings of a person.
fn bookings(caption: &'static str, bookings: Vec<Booking>) -> AnyView {
    let rows = bookings.into_iter().map(|booking| {
        let price = words::price(&booking);
        vec![
            link(format!("/admin/bookings/{}", booking.id), booking.id),
            text(when(booking.created_at)),
            state(booking.status),
            text(booking.readable_name),
            text(price),
        ]
    });
    let columns = ["Booking", "Made", "State", "What", "Price"];
    table(caption, &columns, rows.collect(), "There are none.")
}

/// Links to bookings, in one line.
fn links(bookings: Vec<String>) -> AnyView {
    let links: Vec<AnyView> = bookings
        .into_iter()
        .map(|id| view! { <li>{link(format!("/admin/bookings/{id}"), id)}</li> }.into_any())
        .collect();
    view! { <ul>{links}</ul> }.into_any()
}

/// Keeps what is searched for, and leads to what is found.
#[server(prefix = "/admin/do", endpoint = "people/search")]
pub(super) async fn search_people(#[server(default)] sought: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let _ = Searched::parse(&sought)?;
        let id = acting.state.operators.keep_search(&acting.by.id, &sought).await?;
        Ok(Done::to(format!("/admin/people?search={id}")))
    })
    .await
}

//! Bookings: the list with its filter, and the search. What is searched for is kept sealed, so that no address names a person.

mod assign;
mod cancel;
pub mod events;
mod extra;
mod filter;
mod hold;
mod message;
mod note;
mod one;
mod proposal;
mod put_right;
mod refund;
pub mod searched;
mod start;
mod stop;
mod suggestion;
mod work;

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{link, section, state, table, text};
use super::visit::{Page, Visit};
use super::words::{self, when};
use callout_domain::booking::Booking;
use callout_domain::failure::Fallible;
use filter::Filter;
use searched::Searched;

pub(super) use assign::page as assign;
pub(super) use events::words as event_words;
pub(super) use filter::TO_STOP_LIST;
pub(super) use one::page as one;
pub(super) use work::photo;

const COLUMNS: &[&str] = &["Booking", "Made", "Visit", "State", "What", "Client", "Price"];

/// Bookings that a search finds at most.
const AT_ONCE: i64 = 50;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let filter = Filter::of(&visit);
    let (rows, ways, found) = match visit.query("search") {
        "" => {
            let part = Box::pin(filter.read(&visit.state)).await?;
            let ways = part.ways();
            (part.rows, Some(ways), None)
        }
        id => {
            let (rows, words) = search(&visit, id).await?;
            (rows, None, Some(words))
        }
    };
    let entered = visit.entered::<SearchBookings>("");
    let field = entered
        .input("sought", "Find a booking", "search")
        .hint("Its number, the client’s phone or email, or a full postcode.")
        .view();
    let form = visit.form::<SearchBookings, _>(&entered, Button::primary("Search"), field);
    let body = view! {
        {section("Search", form)}
        {found.map(|words| view! { <p class="row"><span>{words}</span><a href="/admin/bookings">"Show the newest"</a></p> })}
        {filter.form()}
        {table("Bookings", COLUMNS, rows.iter().map(row).collect(), "There are none.")}
        {ways}
    };
    Ok(Page::new("Bookings", body))
}

/// What a kept search finds, and a sentence about it.
async fn search(visit: &Visit, id: &str) -> Fallible<(Vec<Booking>, String)> {
    let operator = &visit.operator()?.id;
    let Some(sought) = visit.state.operators.kept(operator, id).await? else {
        return Ok((Vec::new(), "This search has ended. Search again.".to_owned()));
    };
    let rows = Searched::parse(&sought)?.find(&visit.state, AT_ONCE).await?;
    Ok((rows, format!("Found for “{}”.", sought.trim())))
}

fn row(booking: &Booking) -> Vec<AnyView> {
    vec![
        link(one::here(&booking.id), booking.id.clone()),
        text(when(booking.created_at)),
        text(visit_of(booking)),
        state(booking.status),
        text(booking.readable_name.clone()),
        text(format!("{}, {}", booking.customer_name, booking.postcode)),
        text(one::price(booking)),
    ]
}

/// When its window begins, or how soon it is wanted.
fn visit_of(booking: &Booking) -> String {
    let begins = booking.slot_start.map(when);
    begins.unwrap_or_else(|| words::urgency(booking.urgency).to_owned())
}

/// Keeps what is searched for, and leads to what is found.
#[server(prefix = "/admin/do", endpoint = "bookings/search")]
pub(super) async fn search_bookings(#[server(default)] sought: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let _ = Searched::parse(&sought)?;
        let id = acting.state.operators.keep_search(&acting.by.id, &sought).await?;
        Ok(Done::to(format!("/admin/bookings?search={id}")))
    })
    .await
}

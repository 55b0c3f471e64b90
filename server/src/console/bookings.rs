//! Bookings: the newest ones, and the search. What is searched for is kept sealed, so that no address names a person.

mod assign;
mod cancel;
mod events;
mod extra;
mod message;
mod note;
mod one;
mod proposal;
mod refund;
mod searched;
mod start;
mod stop;
mod suggestion;
mod work;

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{link, section, state, table, text};
use super::visit::{Page, Visit};
use super::words::{self, pounds, when};
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::status::BookingStatus;
use crate::store::bookings::of_operators;
use searched::Searched;

pub(super) use assign::page as assign;
pub(super) use events::words as event_words;
pub(super) use one::page as one;
pub(super) use work::photo;

/// Bookings of a page.
const AT_ONCE: i64 = 50;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let status = BookingStatus::try_from(visit.query("status").to_owned()).ok();
    let (rows, found) = match visit.query("search") {
        "" => (newest(&visit, status).await?, None),
        id => {
            let (rows, words) = search(&visit, id).await?;
            (rows, Some(words))
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
        {filter(status)}
        {table("Bookings", &["Booking", "Made", "State", "What", "Client", "Price"], rows.into_iter().map(row).collect(), "There are none.")}
    };
    Ok(Page::new("Bookings", body))
}

async fn newest(visit: &Visit, status: Option<BookingStatus>) -> Fallible<Vec<Booking>> {
    let mut connection = visit.state.db.read().await?;
    Ok(of_operators::newest(&mut connection, status, AT_ONCE).await?)
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

/// Chooses a state by an address, so that the list can be bookmarked.
fn filter(chosen: Option<BookingStatus>) -> AnyView {
    let options: Vec<AnyView> = BookingStatus::ALL
        .iter()
        .map(|status| {
            let is_chosen = chosen == Some(*status);
            view! { <option value=status.as_str() selected=is_chosen>{words::status(*status)}</option> }
                .into_any()
        })
        .collect();
    view! {
        <form method="get" action="/admin/bookings" class="row">
            <div class="field">
                <label for="status">"State"</label>
                <select id="status" name="status"><option value="">"Any"</option>{options}</select>
            </div>
            <button type="submit" class="button quiet">"Show"</button>
        </form>
    }
    .into_any()
}

fn row(booking: Booking) -> Vec<AnyView> {
    vec![
        link(format!("/admin/bookings/{}", booking.id), booking.id),
        text(when(booking.created_at)),
        state(booking.status),
        text(booking.readable_name),
        text(format!("{}, {}", booking.customer_name, booking.postcode)),
        text(pounds(booking.amount_pence)),
    ]
}

/// Keeps what is searched for, and leads to what is found.
#[server(prefix = "/admin/do", endpoint = "bookings/search")]
pub(super) async fn search_bookings(#[server(default)] sought: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let _ = Searched::parse(&sought)?;
        let id = acting.state.operators.keep(&acting.by.id, &sought).await?;
        Ok(Done::to(format!("/admin/bookings?search={id}")))
    })
    .await
}

//! Visits that put right what was done: on the page of the job each that was asked for, on the page of such a visit the one that it is.

use leptos::prelude::*;

use super::super::parts::{facts, link, section, text};
use super::super::words::{when, window_of};
use super::one::here;
use callout_domain::booking::Booking;
use callout_domain::failure::Fallible;
use callout_domain::put_right::{Outcome, Side};
use callout_store::Connection;
use callout_store::put_rights::{self, PutRight};

/// What was asked for: of a job all, of a visit its own.
pub(super) async fn of(connection: &mut Connection, booking: &Booking) -> Fallible<Vec<PutRight>> {
    Ok(match &booking.parent_id {
        Some(job) => put_rights::of_visit(connection, job, &booking.id)
            .await?
            .into_iter()
            .collect(),
        None => put_rights::of_booking(connection, &booking.id).await?,
    })
}

/// The section; `None` where nobody has asked.
pub(super) fn shown(booking: &Booking, asked: &[PutRight]) -> Option<AnyView> {
    if asked.is_empty() {
        return None;
    }
    let each: Vec<AnyView> = asked.iter().map(|asked| one(booking, asked)).collect();
    Some(section("Putting it right", each))
}

fn one(booking: &Booking, asked: &PutRight) -> AnyView {
    let by = format!("The {}, {}", asked.asked_by.as_str(), when(asked.asked_at));
    let agreed = match asked.visit_id {
        Some(_) => "",
        None => match asked.named_by {
            Side::Client => ", named by the client",
            Side::Pro => ", named by the pro",
        },
    };
    let window = window_of(asked.slot_start, asked.slot_end);
    let mut pairs = vec![
        ("Asked by", text(by)),
        ("Window", text(format!("{window}{agreed}"))),
        ("State", text(became(asked))),
    ];
    match &asked.visit_id {
        // The page of the visit names its job beside its state.
        Some(visit) if *visit != booking.id => pairs.push(("The visit", link(here(visit), visit.clone()))),
        _ => {}
    }
    let words = match asked.text.as_str() {
        "" => "The words were erased.".to_owned(),
        words => format!("“{words}”"),
    };
    view! {
        {facts(pairs)}
        <p class="words">{words}</p>
    }
    .into_any()
}

fn became(asked: &PutRight) -> String {
    let became = match (asked.outcome, &asked.visit_id) {
        (Some(Outcome::Done), _) => "The visit was made",
        (Some(Outcome::Refused), _) => "Refused, taken back or not answered",
        (Some(Outcome::Cancelled), _) => "Agreed, and then called off",
        (None, Some(_)) => "Both have agreed",
        (None, None) => match asked.named_by {
            Side::Client => "Waits for the pro’s answer",
            Side::Pro => "Waits for the client’s answer",
        },
    };
    match asked.ended_at {
        Some(ended) => format!("{became}, {}", when(ended)),
        None => became.to_owned(),
    }
}

//! Which bookings the list shows, as its address says: their state, the day of the visit, how they are paid, and from where on.

use leptos::prelude::*;

use super::super::field::{Button, Field, Kind};
use super::super::kept::encode;
use super::super::parts::link;
use super::super::visit::Visit;
use super::super::words;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::status::BookingStatus;
use callout_domain::time;
use callout_front::state::AppState;
use callout_store::bookings::of_operators::{self, Place, Which};

/// Where the list is.
const LIST: &str = "/admin/bookings";
/// In the place of a status: jobs whose clients ask to stop them.
const TO_STOP: &str = "to_stop";
/// The list of those jobs.
pub(in super::super) const TO_STOP_LIST: &str = "/admin/bookings?status=to_stop";
/// Bookings of a page.
const PAGE: usize = 50;
/// Bookings that are read: one more than a page has says that there is another page.
const READ: i64 = 51;

/// What is chosen.
pub(super) struct Filter {
    which: Which,
    /// Jobs to be stopped, and nothing else.
    is_to_stop: bool,
    /// The day as it was typed, or came from the browser.
    day: String,
    is_day_wrong: bool,
    before: Option<Place>,
    after: Option<Place>,
}

/// A page of the list, and the addresses of those beside it.
pub(super) struct Part {
    pub(super) rows: Vec<Booking>,
    newer: Option<String>,
    older: Option<String>,
}

impl Filter {
    /// What the address says; what is none of the choices counts as not chosen.
    pub(super) fn of(visit: &Visit) -> Self {
        let day = visit.query("day").trim().to_owned();
        let which = Which {
            status: BookingStatus::try_from(visit.query("status").to_owned()).ok(),
            is_in_cash: match visit.query("paid") {
                "cash" => Some(true),
                "card" => Some(false),
                _ => None,
            },
            visits: time::whole_day(&day),
        };
        let times = which.times();
        let place = |name| place(visit.query(name)).filter(|place| times.contains(&place.at));
        Self {
            is_to_stop: visit.query("status") == TO_STOP,
            is_day_wrong: !day.is_empty() && which.visits.is_none(),
            before: place("before"),
            after: place("after"),
            day,
            which,
        }
    }

    /// The form that chooses, by an address, so that a list can be bookmarked.
    pub(super) fn form(&self) -> AnyView {
        let states = BookingStatus::ALL
            .iter()
            .map(|status| (status.as_str(), words::status(*status)));
        let states = [("", "Any"), (TO_STOP, "To be stopped")]
            .into_iter()
            .chain(states);
        let paid = [("", "Any"), ("card", "By card"), ("cash", "In cash")];
        let day = Field::new(
            "day".into(),
            "Day of the visit".to_owned(),
            Kind::Input("date"),
            "day".to_owned(),
        );
        let wrong = self
            .is_day_wrong
            .then(|| "Enter a day such as 2026-11-23.".to_owned());
        let all = self.is_chosen().then(|| link(LIST, "Show all"));
        view! {
            <form method="get" action=LIST class="row">
                {choice("status", "State", states, self.status())}
                {day.value(self.day.clone()).error(wrong).view()}
                {choice("paid", "Paid", paid.into_iter(), self.paid())}
                {Button::quiet("Show").view()}
                {all}
            </form>
        }
        .into_any()
    }

    /// Reads the page; of jobs to be stopped all, those that wait longest first.
    pub(super) async fn read(&self, state: &AppState) -> Fallible<Part> {
        if self.is_day_wrong {
            return Ok(self.part(Vec::new(), false, false));
        }
        if self.is_to_stop {
            return Ok(self.part(state.bookings.to_stop().await?, false, false));
        }
        let mut connection = state.db.read().await?;
        if let Some(after) = &self.after {
            let mut found = of_operators::newer(&mut connection, &self.which, after, READ).await?;
            if found.len() > PAGE {
                found.remove(0);
                return Ok(self.part(found, true, true));
            }
            // Less than that is left: then it is the first page, as whole as it can be.
        }
        let mut found = of_operators::older(&mut connection, &self.which, self.before.as_ref(), READ).await?;
        let has_older = found.len() > PAGE;
        found.truncate(PAGE);
        Ok(self.part(found, self.before.is_some(), has_older))
    }

    fn part(&self, rows: Vec<Booking>, has_newer: bool, has_older: bool) -> Part {
        let newer = rows.first().filter(|_| has_newer);
        let older = rows.last().filter(|_| has_older);
        Part {
            newer: newer.map(|booking| self.beside("after", booking)),
            older: older.map(|booking| self.beside("before", booking)),
            rows,
        }
    }

    /// The same choice, from this booking on.
    fn beside(&self, direction: &str, booking: &Booking) -> String {
        let Place { at, id } = self.which.place(booking);
        let (status, day, paid) = (self.status(), encode(&self.day), self.paid());
        format!(
            "{LIST}?status={status}&day={day}&paid={paid}&{direction}={at}_{}",
            encode(&id)
        )
    }

    fn is_chosen(&self) -> bool {
        self.which != Which::default() || self.is_to_stop || self.is_day_wrong
    }

    fn status(&self) -> &'static str {
        if self.is_to_stop {
            return TO_STOP;
        }
        self.which.status.map_or("", BookingStatus::as_str)
    }

    fn paid(&self) -> &'static str {
        match self.which.is_in_cash {
            Some(true) => "cash",
            Some(false) => "card",
            None => "",
        }
    }
}

impl Part {
    /// The ways to the pages beside it.
    pub(super) fn ways(&self) -> AnyView {
        let newer = self.newer.clone().map(|to| link(to, "Newer"));
        let older = self.older.clone().map(|to| link(to, "Older"));
        (newer.is_some() || older.is_some())
            .then(|| view! { <nav class="row" aria-label="Pages">{newer}{older}</nav> })
            .into_any()
    }
}

/// A place as [`Filter::beside`] writes it.
fn place(text: &str) -> Option<Place> {
    let (at, id) = text.split_once('_')?;
    let at: Millis = at.parse().ok()?;
    Some(Place {
        at,
        id: id.to_owned(),
    })
}

fn choice(
    name: &'static str,
    label: &str,
    options: impl Iterator<Item = (&'static str, &'static str)>,
    chosen: &str,
) -> AnyView {
    let options = options
        .map(|(value, words)| (value.to_owned(), words.to_owned()))
        .collect();
    let field = Field::new(
        name.into(),
        label.to_owned(),
        Kind::Choice(options),
        name.to_owned(),
    );
    field.value(chosen).view()
}

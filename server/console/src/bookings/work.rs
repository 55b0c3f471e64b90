//! The work of a booking: what the client showed of the problem, how the work began, and how it ended.

use axum::extract::{Path, State};
use axum::response::Response;
use leptos::prelude::*;

use super::super::parts::{facts, section, text};
use super::super::photos::{file, nothing, pictures};
use super::super::reading::Reading;
use super::super::words::{pounds, when};
use super::one::here;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::failure::Fallible;
use callout_domain::job_step;
use callout_domain::mismatch::Outcome;
use callout_front::state::AppState;
use callout_store::events::Event;
use callout_store::job_notes::JobNotes;
use callout_store::mismatches::Mismatch;
use callout_store::{Connection, bookings, job_notes, mismatches};

/// Why photos are no longer there.
const GONE: &str =
    "gone: photos of the work are deleted 24 months after its end, or when the client’s data are erased.";

/// What pros have said of the work, to the client or for themselves.
pub(super) struct Said {
    mismatches: Vec<Mismatch>,
    notes: Vec<JobNotes>,
}

impl Said {
    pub(super) async fn of(connection: &mut Connection, booking_id: &str) -> Fallible<Self> {
        Ok(Self {
            mismatches: mismatches::of_booking(connection, booking_id).await?,
            notes: job_notes::of_booking(connection, booking_id).await?,
        })
    }

    fn photos(&self) -> impl Iterator<Item = &String> {
        let reported = self
            .mismatches
            .iter()
            .filter_map(|report| report.photo_id.as_ref());
        reported.chain(self.notes.iter().flat_map(|notes| &notes.photos.0))
    }
}

/// The section, which other pages link to as `#work`.
pub(super) fn shown(booking: &Booking, events: &[Event], said: &Said) -> AnyView {
    let mut pairs = vec![
        ("The problem", problem(booking)),
        ("How it began", beginning(booking, events)),
        ("How it ended", end(booking)),
    ];
    let reports = said.mismatches.iter();
    pairs.extend(reports.map(|report| ("Not what was booked", mismatch(booking, report))));
    let notes = said.notes.iter();
    pairs.extend(notes.map(|notes| ("A pro’s own notes", own_notes(booking, notes))));
    view! { <div id="work">{section("The work", facts(pairs))}</div> }.into_any()
}

/// The client’s photo.
fn problem(booking: &Booking) -> AnyView {
    match &booking.photo_id {
        Some(photo) => of_booking(booking, std::slice::from_ref(photo)),
        None => text("No photo by the client"),
    }
}

fn beginning(booking: &Booking, events: &[Event]) -> AnyView {
    match booking.started_without.as_deref() {
        None if events.iter().any(|event| event.kind == EventKind::InProgress) => {
            text("With the client’s start code")
        }
        None => text("It has not begun"),
        Some(job_step::OPENED) => text("Without the start code: an operator let it begin"),
        Some(reason) => without_code(booking, reason),
    }
}

fn without_code(booking: &Booking, reason: &str) -> AnyView {
    let words = in_words("Without the client’s start code", reason);
    let photo = match &booking.start_photo_id {
        Some(photo) => of_booking(booking, std::slice::from_ref(photo)),
        None => view! { <p>{format!("The pro’s photo is {GONE}")}</p> }.into_any(),
    };
    view! {
        <p class="words">{words}</p>
        {photo}
    }
    .into_any()
}

/// That it is not what was booked, in the pro’s words, and what the client chose.
fn mismatch(booking: &Booking, report: &Mismatch) -> AnyView {
    let price = report.price_pence.map_or_else(
        || "no other price".to_owned(),
        |price| format!("{} in all", pounds(price)),
    );
    let became = match report.outcome {
        Some(Outcome::Replaced) => "the client took the other price",
        Some(Outcome::Ended) => "the client ended the job",
        Some(Outcome::Talked) => "the client wanted to talk",
        Some(Outcome::Withdrawn) => "the pro took it back",
        Some(Outcome::Over) => "the job ended otherwise",
        None if report.awaits_payment() => "the other price waits for its payment",
        None => "the client has not chosen",
    };
    let when = when(report.made_at);
    view! {
        <p class="words">{format!("{when}: “{}” ({price}; {became})", report.text)}</p>
        {of_booking(booking, report.photo_id.as_slice())}
    }
    .into_any()
}

/// What a pro keeps for themselves, which the client does not see.
fn own_notes(booking: &Booking, notes: &JobNotes) -> AnyView {
    let words = match notes.text.as_str() {
        "" => "No words".to_owned(),
        words => format!("“{words}”"),
    };
    view! {
        <p class="words">{words}</p>
        {of_booking(booking, &notes.photos.0)}
    }
    .into_any()
}

fn end(booking: &Booking) -> AnyView {
    let photos = &booking.completion_photos.0;
    match booking.not_photographed.as_deref() {
        Some(reason) => view! { <p class="words">{in_words("Without photos", reason)}</p> }.into_any(),
        None if !photos.is_empty() => of_booking(booking, photos),
        None if booking.facts().is_done => text(format!("The pro’s photos are {GONE}")),
        None if booking.facts().is_final => text("It was not finished"),
        None => text("It has not ended"),
    }
}

/// What happened, and why in the pro’s words; these are erased with the account of client or pro.
fn in_words(what: &str, reason: &str) -> String {
    if reason.is_empty() {
        format!("{what}. The pro’s reason was erased.")
    } else {
        format!("{what}. The pro’s reason: “{reason}”")
    }
}

fn of_booking(booking: &Booking, photos: &[String]) -> AnyView {
    pictures(&here(&booking.id), photos)
}

/// Answers with one of its photos.
pub(in super::super) async fn photo(
    State(state): State<AppState>,
    Path((id, photo)): Path<(String, String)>,
    reading: Reading,
) -> Fallible<Response> {
    let mut connection = state.db.read().await?;
    let booking = bookings::find(&mut connection, &id).await?.ok_or_else(nothing)?;
    let said = Said::of(&mut connection, &id).await?;
    drop(connection);
    if !has(&booking, &photo) && said.photos().all(|known| *known != photo) {
        return Err(nothing());
    }
    file(&state, &reading, photo, ("booking", id)).await
}

fn has(booking: &Booking, photo: &str) -> bool {
    let single = [&booking.photo_id, &booking.start_photo_id];
    let mut all = single.into_iter().flatten().chain(&booking.completion_photos.0);
    all.any(|known| known == photo)
}

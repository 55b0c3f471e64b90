//! What happens to one booking, for its client: each event of the booking, how the search for a pro goes, and where the pro is.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use http::HeaderMap;
use serde::Serialize;
use serde_json::json;

use super::{StreamQuery, heartbeat, join, resume_after};
use crate::bookings::access::{self, Bearer, LinkQuery, Open, Viewer};
use crate::bookings::search;
use crate::views::place::MasterPlace;
use crate::views::search::MatchingView;
use callout_base::sessions::Person;
use callout_base::tickets::Grant;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::chat::Side;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::links::Kind;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Caller, Path, Query};
use callout_front::middleware::Stopping;
use callout_front::middleware::stream::{self, AT_ONCE, Batch, Feed, Source};
use callout_front::state::AppState;
use callout_outside::live::{Joining, Together};
use callout_store::bookings;
use callout_store::events::{self, BookingNews};

/// What happens to a booking: `matching`, `assigned`, `en_route`, `started`, `completed`, `cancelled`, `no_response`, `proposal`,
/// `rescheduled`, `updated`, numbered as in `/bookings/{id}/events`; and without a number `wave` and `location`, the latest of each, and
/// `message`: how many messages of the pro are unread.
/// A share link gets statuses only. Starts with new events; `Last-Event-ID` or `?after=` resumes after that number.
#[utoipa::path(
    get, path = "/api/events/stream/client/{bookingId}", tag = "Live",
    params(("bookingId" = String, Path),
        ("t" = Option<String>, Query, description = "a ticket, or a share link's token"),
        ("token" = Option<String>, Query, description = "the guest link's token"),
        ("share" = Option<String>, Query, description = "the share link's token"),
        ("after" = Option<i64>, Query), ("Last-Event-ID" = Option<i64>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String,
            description = "`id` = sequence number, `event` = kind, `data` = `{type, bookingId, seq, at}`; a comment every 15 s"),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem))
)]
#[expect(clippy::too_many_arguments, reason = "each is an extractor")]
pub async fn stream(
    State(state): State<AppState>,
    caller: Caller,
    stopping: Stopping,
    bearer: Bearer,
    person: Result<Person, Failure>,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
    Query(link): Query<LinkQuery>,
    headers: HeaderMap,
) -> Fallible<Response> {
    let after = resume_after(&headers, &query)?;
    let grant = match query.t.as_deref() {
        // A ticket and a share link's token come under the same name.
        Some(ticket) => state.tickets.take(ticket).await?,
        None => None,
    };
    let (booking, viewer, grant) = match grant {
        Some(grant) => {
            let (booking, viewer) = access::see_by_grant(&state, &id, &grant).await?;
            (booking, viewer, grant)
        }
        None => {
            let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToShares).await?;
            let grant = match viewer {
                Viewer::Owner => Grant::Session(person?),
                Viewer::Link(kind) => access::grant_of_query(&state, &booking, kind, &link).await?,
            };
            (booking, viewer, grant)
        }
    };
    let (who, session) = match &grant {
        Grant::Session(person) => (person.id.clone(), person.session.clone()),
        Grant::Link { .. } => (format!("{id} {}", caller.key), String::new()),
    };
    let names: &[&str] = if session.is_empty() {
        &[&id]
    } else {
        &[&id, &session]
    };
    let joining = Joining {
        names,
        person: &who,
        address: &caller.key,
    };
    let reader = join(&state, joining)?;
    let together = reader.together(&id);
    // Read this after joining the bus, so that anything written later wakes this reader.
    let newest = bookings::find(&mut state.db.read().await?, &id).await?;
    let newest = newest.map_or(booking.seq, |booking| booking.seq);
    Ok(stream::answer(Feed {
        heartbeat: heartbeat(&state),
        reader,
        stopping,
        source: Progress {
            last: after.map_or(newest, |after| after.clamp(0, newest)),
            is_share: viewer == Viewer::Link(Kind::Share),
            wave: None,
            place: None,
            unread: 0,
            together,
            id,
            grant,
            state,
        },
    }))
}

struct Progress {
    state: AppState,
    id: String,
    /// What everybody who looks at the booking reads.
    together: Together<BookingNews>,
    grant: Grant,
    is_share: bool,
    last: i64,
    /// What was said last of the search and of the pro's place.
    wave: Option<MatchingView>,
    place: Option<MasterPlace>,
    /// How many messages of the pro were not read, as was told last.
    unread: i64,
}

impl Source for Progress {
    fn last(&self) -> i64 {
        self.last
    }

    async fn read(&mut self) -> Fallible<Batch> {
        let news = self.news().await?;
        let rows = match news.after(self.last) {
            Some(rows) => Cow::Borrowed(rows),
            None => Cow::Owned(self.older().await?),
        };
        self.last = rows.last().map_or(self.last, |row| row.seq);
        let mut told: Vec<Event> = rows.iter().filter_map(|row| self.event(row)).collect();
        if !self.is_share {
            told.extend(self.wave(&news.booking).await?);
            told.extend(self.place(&news.booking).await?);
            told.extend(self.chat(&news.booking).await?);
        }
        Ok(Batch::of(rows.len(), told))
    }

    fn look_anew(&mut self) {
        self.together.forget();
    }

    async fn goes_on(&self) -> Fallible<bool> {
        match &self.grant {
            Grant::Session(person) => self.state.sessions.goes_on(person).await,
            Grant::Link {
                link,
                generation,
                of_job,
                ..
            } => {
                let news = self.news().await?;
                let held = (*link, *generation, of_job.as_deref());
                access::still_stands(&self.state, &news.booking, held).await
            }
        }
    }
}

impl Progress {
    /// The booking with its last events.
    async fn news(&self) -> Fallible<Arc<BookingNews>> {
        let read = async {
            let mut connection = self.state.db.read().await.ok()?;
            events::news(&mut connection, &self.id).await.ok()?
        };
        let news = self.together.read(Box::pin(read)).await;
        news.ok_or_else(|| Failure::not_found("Booking not found."))
    }

    /// Events that are further back.
    async fn older(&self) -> Fallible<Vec<events::Event>> {
        Ok(events::after(&mut self.state.db.read().await?, &self.id, self.last, AT_ONCE).await?)
    }

    /// The event of a row, if this viewer may know of it.
    fn event(&self, row: &events::Event) -> Option<Event> {
        let kind = kind(row.kind);
        if self.is_share && !row.is_for_shares() {
            return None;
        }
        let data = json!({ "type": kind, "bookingId": self.id, "seq": row.seq, "at": time::iso(row.at) });
        Some(
            Event::default()
                .id(row.seq.to_string())
                .event(kind)
                .data(data.to_string()),
        )
    }

    async fn wave(&mut self, booking: &Booking) -> Fallible<Option<Event>> {
        let wave = search::progress(&self.state, booking).await?;
        if wave == self.wave {
            return Ok(None);
        }
        self.wave = wave;
        Ok(self.wave.as_ref().map(|wave| unnumbered("wave", wave)))
    }

    async fn place(&mut self, booking: &Booking) -> Fallible<Option<Event>> {
        let place = self
            .state
            .matching
            .position(booking)
            .await?
            .map(MasterPlace::from);
        if place == self.place {
            return Ok(None);
        }
        self.place = place;
        Ok(self.place.as_ref().map(|place| {
            let told = json!({ "lat": place.lat, "lng": place.lng, "etaMinutes": place.eta_minutes,
                "label": place.label, "seenAt": place.seen_at, "accuracy": place.accuracy });
            unnumbered("location", &told)
        }))
    }
}

impl Progress {
    /// That there are messages, or that they were read.
    async fn chat(&mut self, booking: &Booking) -> Fallible<Option<Event>> {
        let glance = self.state.chat.glance(booking, Side::Client).await?;
        let unread = glance.map_or(0, |glance| glance.unread);
        let before = std::mem::replace(&mut self.unread, unread);
        let told = json!({ "type": "message", "bookingId": self.id, "unread": unread });
        Ok((unread != before).then(|| unnumbered("message", &told)))
    }
}

/// What an event of a booking is called in its stream.
const fn kind(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Pending => "matching",
        EventKind::InProgress => "started",
        EventKind::Accepted => "proposal",
        EventKind::Assigned
        | EventKind::EnRoute
        | EventKind::Completed
        | EventKind::Cancelled
        | EventKind::NoResponse
        | EventKind::Rescheduled => kind.as_str(),
        _ => EventKind::Updated.as_str(),
    }
}

fn unnumbered(kind: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data).unwrap_or_default();
    Event::default().event(kind).data(data)
}

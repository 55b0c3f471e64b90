//! A pro's stream: offers, and what becomes of them and of the pro's jobs.

use callout_domain::master_event::MasterEventKind;
use std::future::Future;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use http::HeaderMap;
use serde_json::Value;

use super::unread::UnreadTold;
use super::{Own, StreamQuery, data_of, heartbeat, own};
use crate::views::offer::OfferView;
use callout_base::sessions::Person;
use callout_booking::matching::Streaming;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Caller, Path, Query};
use callout_front::middleware::Stopping;
use callout_front::middleware::stream::{self, AT_ONCE, Batch, Feed, Source};
use callout_front::state::AppState;
use callout_store::master_events::{self, MasterEvent};

/// A pro's events: `booking` (an offer that can be answered), `taken`, `withdrawn`, `assigned`, `cancelled`, `suggested` (another time
/// for a job), `updated` (a job has changed), `document_verified`, `document_rejected`, `document_ends_soon` and `document_ended`; and without a number `pool`: the list of `GET /bookings?filter=pending` has changed,
/// and `message`: how many messages of a client are unread. Offers that have ended are not sent again. Starts with new events;
/// `Last-Event-ID` or `?after=` resumes after that number. While it is open the pro counts as reachable.
#[utoipa::path(
    get, path = "/api/events/stream/master/{id}", tag = "Live",
    params(("id" = String, Path), ("t" = Option<String>, Query, description = "a ticket"),
        ("after" = Option<i64>, Query), ("Last-Event-ID" = Option<i64>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String,
            description = "`id` = sequence number, `event` = kind, `data` = `{type, bookingId, seq, at}`, of an offer with its fields, of a document `documentId` in place of `bookingId`; a comment every 15 s"),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn stream(
    State(state): State<AppState>,
    caller: Caller,
    stopping: Stopping,
    bearer: Result<Person, Failure>,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
) -> Fallible<Response> {
    let own = own(&state, &caller, bearer, (Role::Master, &id), &query, &headers);
    let Own {
        person,
        reader,
        after,
    } = own.await?;
    // Read this after joining the bus, so that anything written later wakes this reader.
    let newest = master_events::last(&mut state.db.read().await?, &person.id).await?;
    let streaming = state.matching.index().streams_to(&person.id);
    Ok(stream::answer(Feed {
        heartbeat: heartbeat(&state),
        reader,
        stopping,
        source: Offers {
            last: after.map_or(newest, |after| after.clamp(0, newest)),
            pool_version: state.matching.index().pool_version(&person.id),
            unread: UnreadTold::default(),
            _streaming: streaming,
            person,
            state,
        },
    }))
}

struct Offers {
    state: AppState,
    person: Person,
    last: i64,
    /// The pool as it was last told of.
    pool_version: u64,
    unread: UnreadTold,
    /// For as long as this stream is open, the pro can be reached.
    _streaming: Streaming,
}

impl Source for Offers {
    fn last(&self) -> i64 {
        self.last
    }

    async fn read(&mut self) -> Fallible<Batch> {
        let mut connection = self.state.db.read().await?;
        let rows = master_events::after(&mut connection, &self.person.id, self.last, AT_ONCE).await?;
        drop(connection);
        self.last = rows.last().map_or(self.last, |row| row.seq);
        let mut told = Vec::with_capacity(rows.len());
        for row in &rows {
            told.extend(self.event(row).await?);
        }
        let version = self.state.matching.index().pool_version(&self.person.id);
        if version != self.pool_version {
            self.pool_version = version;
            told.push(Event::default().event("pool").data("{}"));
        }
        told.extend(self.unread.news(&self.state, &self.person.id).await?);
        Ok(Batch::of(rows.len(), told))
    }

    fn goes_on(&self) -> impl Future<Output = Fallible<bool>> + Send {
        self.state.sessions.goes_on(&self.person)
    }
}

impl Offers {
    /// The event of a row; none for an offer that can no longer be answered.
    async fn event(&self, row: &MasterEvent) -> Fallible<Option<Event>> {
        let mut data = data_of(row);
        if row.kind == MasterEventKind::Booking {
            let offer = self
                .state
                .matching
                .offer(&self.person.id, &row.booking_id)
                .await?;
            let Some(offer) = offer else { return Ok(None) };
            let view = OfferView::of(&offer, self.state.clock.now());
            if let (Value::Object(data), Ok(Value::Object(view))) = (&mut data, serde_json::to_value(view)) {
                data.extend(view);
            }
        }
        let event = Event::default().id(row.seq.to_string()).event(row.kind.as_str());
        Ok(Some(event.data(data.to_string())))
    }
}

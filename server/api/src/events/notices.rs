//! A pro's notifications: what happens to their jobs, whether they take offers or not.

use std::future::Future;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use http::HeaderMap;

use super::unread::UnreadTold;
use super::{Own, StreamQuery, data_of, heartbeat, own};
use callout_base::sessions::Person;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Caller, Path, Query};
use callout_front::middleware::Stopping;
use callout_front::middleware::stream::{self, AT_ONCE, Batch, Feed, Source};
use callout_front::state::AppState;
use callout_store::master_events::{self, MasterEvent};

/// The notifications of the signed-in pro: `assigned`, `cancelled`, `withdrawn`, `suggested`, `document_verified`, `document_rejected`,
/// `document_ends_soon`, `document_ended`, and without a number `message`: how many messages of a client are unread. They are the events of
/// `/events/stream/master/{id}` without its offers, in the same sequence of numbers, so numbers are missing here. A pro who only reads
/// this does not count as reachable. Starts with new events; `Last-Event-ID` or `?after=` resumes after that number.
#[utoipa::path(
    get, path = "/api/events/notify/master/{id}", tag = "Live",
    params(("id" = String, Path), ("t" = Option<String>, Query, description = "a ticket"),
        ("after" = Option<i64>, Query), ("Last-Event-ID" = Option<i64>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String,
            description = "`id` = sequence number, `event` = kind, `data` = `{type, bookingId, seq, at}`, of a document `documentId` in place of `bookingId`; a comment every 15 s"),
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
    Ok(stream::answer(Feed {
        heartbeat: heartbeat(&state),
        reader,
        stopping,
        source: Notices {
            last: after.map_or(newest, |after| after.clamp(0, newest)),
            unread: UnreadTold::default(),
            person,
            state,
        },
    }))
}

struct Notices {
    state: AppState,
    person: Person,
    last: i64,
    unread: UnreadTold,
}

impl Source for Notices {
    fn last(&self) -> i64 {
        self.last
    }

    async fn read(&mut self) -> Fallible<Batch> {
        let mut connection = self.state.db.read().await?;
        let rows = master_events::notices_after(&mut connection, &self.person.id, self.last, AT_ONCE).await?;
        drop(connection);
        self.last = rows.last().map_or(self.last, |row| row.seq);
        let mut told: Vec<Event> = rows.iter().map(event).collect();
        told.extend(self.unread.news(&self.state, &self.person.id).await?);
        Ok(Batch::of(rows.len(), told))
    }

    fn goes_on(&self) -> impl Future<Output = Fallible<bool>> + Send {
        self.state.sessions.goes_on(&self.person)
    }
}

fn event(row: &MasterEvent) -> Event {
    Event::default()
        .id(row.seq.to_string())
        .event(row.kind.as_str())
        .data(data_of(row).to_string())
}

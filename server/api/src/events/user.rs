//! A client's notifications.

use std::future::Future;

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use http::HeaderMap;
use serde_json::json;

use super::{Own, StreamQuery, heartbeat, own};
use callout_base::sessions::Person;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_domain::time;
use callout_front::extract::{Caller, Path, Query};
use callout_front::middleware::Stopping;
use callout_front::middleware::stream::{self, AT_ONCE, Batch, Feed, Source};
use callout_front::state::AppState;
use callout_store::notifications::{self, Notification};

/// The notifications of the signed-in client: `assigned`, `en_route`, `started`, `completed`, `cancelled`, `no_response`. Starts
/// with new events only; `Last-Event-ID` or `?after=` resumes after that number.
#[utoipa::path(
    get, path = "/api/events/notify/user/{id}", tag = "Live",
    params(("id" = String, Path), ("t" = Option<String>, Query, description = "a ticket"),
        ("after" = Option<i64>, Query), ("Last-Event-ID" = Option<i64>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String,
            description = "`id` = sequence number, `event` = kind, `data` = `{type, bookingId, seq, at}`; a comment every 15 s"),
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
    let own = own(&state, &caller, bearer, (Role::Client, &id), &query, &headers);
    let Own {
        person,
        reader,
        after,
    } = own.await?;
    // Read this after joining the bus, so that anything written later wakes this reader.
    let newest = notifications::last(&mut state.db.read().await?, &person.id).await?;
    Ok(stream::answer(Feed {
        heartbeat: heartbeat(&state),
        reader,
        stopping,
        source: Notifications {
            last: after.map_or(newest, |after| after.clamp(0, newest)),
            person,
            state,
        },
    }))
}

struct Notifications {
    state: AppState,
    person: Person,
    last: i64,
}

impl Source for Notifications {
    fn last(&self) -> i64 {
        self.last
    }

    async fn read(&mut self) -> Fallible<Batch> {
        let mut connection = self.state.db.read().await?;
        let rows = notifications::after(&mut connection, &self.person.id, self.last, AT_ONCE).await?;
        self.last = rows.last().map_or(self.last, |row| row.seq);
        Ok(Batch::of(rows.len(), rows.iter().map(event).collect()))
    }

    fn goes_on(&self) -> impl Future<Output = Fallible<bool>> + Send {
        self.state.sessions.goes_on(&self.person)
    }
}

fn event(row: &Notification) -> Event {
    let data =
        json!({ "type": row.kind, "bookingId": row.booking_id, "seq": row.seq, "at": time::iso(row.at) });
    Event::default()
        .id(row.seq.to_string())
        .event(row.kind.as_str())
        .data(data.to_string())
}

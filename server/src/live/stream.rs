//! A person's notifications as server-sent events. They are read from the table after the last number seen, so nothing is lost or
//! repeated however often the connection breaks. Slow readers use no memory: rows are read when the reader is ready for them.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use serde_json::json;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::bus::Reader;
use crate::domain::time;
use crate::front::Stopping;
use crate::sessions::Person;
use crate::state::AppState;
use crate::store::StoreError;
use crate::store::notifications::{self, Notification};

/// How soon a browser reconnects after the connection breaks.
const RETRY: Duration = Duration::from_secs(2);
/// Rows read at once.
const AT_ONCE: i64 = 100;

/// A stream to open.
pub struct Feed {
    /// The state.
    pub state: AppState,
    /// Its place on the bus.
    pub reader: Reader,
    /// Whose notifications, and the session reading them.
    pub person: Person,
    /// The number of the last event that the reader has.
    pub last: i64,
    /// Tells when the server is stopping.
    pub stopping: Stopping,
}

/// The events of a feed, until the session ends or the server stops.
pub fn events(feed: Feed) -> impl Stream<Item = Result<Event, Infallible>> {
    let beat = Duration::from_secs(feed.state.config.stream_heartbeat.max(1));
    let mut heartbeat = interval_at(Instant::now() + beat, beat);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let flow = Flow {
        feed,
        heartbeat,
        rows: VecDeque::new(),
        has_begun: false,
    };
    futures_util::stream::unfold(flow, |mut flow| async move {
        let event = flow.next().await?;
        Some((Ok(event), flow))
    })
}

struct Flow {
    feed: Feed,
    heartbeat: Interval,
    rows: VecDeque<Notification>,
    has_begun: bool,
}

/// Why an idle reader wakes up.
enum Turn {
    News,
    Heartbeat,
    Stop,
}

impl Flow {
    async fn next(&mut self) -> Option<Event> {
        if !self.has_begun {
            self.has_begun = true;
            // An event without data is not dispatched, but tells the browser where to resume.
            let at = self.feed.last.to_string();
            return Some(Event::default().retry(RETRY).id(at));
        }
        loop {
            if self.rows.is_empty() {
                self.read().await.ok()?;
            }
            if let Some(row) = self.rows.pop_front() {
                self.feed.last = row.seq;
                return Some(event(&row));
            }
            let turn = self.wait().await;
            if matches!(turn, Turn::Stop) || !self.may_go_on().await {
                return None;
            }
            if matches!(turn, Turn::Heartbeat) {
                return Some(Event::default().comment(""));
            }
        }
    }

    async fn read(&mut self) -> Result<(), StoreError> {
        let feed = &self.feed;
        let mut connection = feed.state.db.read().await?;
        let rows = notifications::after(&mut connection, &feed.person.id, feed.last, AT_ONCE).await?;
        self.rows = rows.into();
        Ok(())
    }

    async fn wait(&mut self) -> Turn {
        tokio::select! {
            () = self.feed.reader.woken() => Turn::News,
            _ = self.heartbeat.tick() => Turn::Heartbeat,
            () = self.feed.stopping.wait() => Turn::Stop,
        }
    }

    /// False once the session has ended. A database failure ends the stream as well, and the browser reconnects.
    async fn may_go_on(&self) -> bool {
        self.feed
            .state
            .sessions
            .goes_on(&self.feed.person)
            .await
            .unwrap_or(false)
    }
}

fn event(row: &Notification) -> Event {
    let data =
        json!({ "type": row.kind, "bookingId": row.booking_id, "seq": row.seq, "at": time::iso(row.at) });
    Event::default()
        .id(row.seq.to_string())
        .event(&row.kind)
        .data(data.to_string())
}

//! Server-sent events. What a stream carries is read from the tables after the last number seen, so nothing is lost or repeated
//! however often the connection breaks. Slow readers use no memory: rows are read when the reader is ready for them.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;

use axum::response::sse::Event;
use axum::response::{IntoResponse as _, Response, Sse};
use futures_util::Stream;
use http::{HeaderValue, header};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use callout_domain::failure::{Failure, Fallible};
use callout_outside::live::bus::Reader;

use super::Stopping;

/// How soon a browser reconnects after the connection breaks.
const RETRY: Duration = Duration::from_secs(2);

/// What a stream carries.
pub trait Source: Send + 'static {
    /// The number of the last event that the reader has.
    fn last(&self) -> i64;

    /// The next events since then, the oldest first; none when there is nothing new.
    fn read(&mut self) -> impl Future<Output = Fallible<Batch>> + Send;

    /// Called before the tables are read without a wake-up, at a heartbeat: nothing read earlier may be used for that.
    fn look_anew(&mut self) {}

    /// False once the reader may not read on, because a session or a link has ended.
    fn goes_on(&self) -> impl Future<Output = Fallible<bool>> + Send;
}

/// The most rows that are read at once.
pub const AT_ONCE: i64 = 100;

/// The events of some rows.
pub struct Batch {
    events: Vec<Event>,
    /// False when there may be further rows.
    is_all: bool,
}

impl Batch {
    /// The events of so many rows, which were all that there are up to [`AT_ONCE`].
    #[must_use]
    pub fn of(rows: usize, events: Vec<Event>) -> Self {
        let is_all = i64::try_from(rows).is_ok_and(|rows| rows < AT_ONCE);
        Self { events, is_all }
    }
}

/// A stream to open.
pub struct Feed<S> {
    /// What it carries.
    pub source: S,
    /// Its place on the bus.
    pub reader: Reader,
    /// How often a comment is sent, and the tables are read without being woken.
    pub heartbeat: Duration,
    /// Tells when the server is stopping.
    pub stopping: Stopping,
}

/// The answer that carries a feed until its reader may not read on or the server stops.
pub fn answer<S: Source>(feed: Feed<S>) -> Response {
    let mut response = Sse::new(events(feed)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Otherwise nginx buffers the events.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn events<S: Source>(feed: Feed<S>) -> impl Stream<Item = Result<Event, Infallible>> {
    let beat = feed.heartbeat;
    let mut heartbeat = interval_at(Instant::now() + beat, beat);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let flow = Flow {
        feed,
        heartbeat,
        events: VecDeque::new(),
        has_begun: false,
        is_up_to_date: false,
    };
    futures_util::stream::unfold(flow, |mut flow| async move {
        let event = flow.next().await?;
        Some((Ok(event), flow))
    })
}

struct Flow<S> {
    feed: Feed<S>,
    heartbeat: Interval,
    events: VecDeque<Event>,
    has_begun: bool,
    /// Whether all has been read since the reader was last woken.
    is_up_to_date: bool,
}

/// Why an idle reader wakes up.
enum Turn {
    News,
    Heartbeat,
    Stop,
}

impl<S: Source> Flow<S> {
    async fn next(&mut self) -> Option<Event> {
        if !self.has_begun {
            self.has_begun = true;
            // An event without data is not dispatched, but tells the browser where to resume.
            let at = self.feed.source.last().to_string();
            return Some(Event::default().retry(RETRY).id(at));
        }
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.is_up_to_date {
                let turn = self.wait().await;
                self.is_up_to_date = false;
                match turn {
                    Turn::News => {}
                    Turn::Heartbeat => {
                        self.feed.source.look_anew();
                        return Some(Event::default().comment(""));
                    }
                    Turn::Stop => return None,
                }
            }
            // A database failure ends the stream as well, and the browser reconnects.
            // Both boxed: a stream waits most of its time, and would hold the memory of the larger one meanwhile.
            if !Box::pin(self.feed.source.goes_on())
                .await
                .inspect_err(Failure::log)
                .unwrap_or(false)
            {
                return None;
            }
            let batch = Box::pin(self.feed.source.read())
                .await
                .inspect_err(Failure::log)
                .ok()?;
            self.is_up_to_date = batch.is_all;
            self.events = batch.events.into();
        }
    }

    async fn wait(&mut self) -> Turn {
        tokio::select! {
            () = self.feed.reader.woken() => Turn::News,
            _ = self.heartbeat.tick() => Turn::Heartbeat,
            () = self.feed.stopping.wait() => Turn::Stop,
        }
    }
}

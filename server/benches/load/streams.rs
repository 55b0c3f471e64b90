//! Thousands of open streams on one server: how soon an event is with everybody who waits for it, and what a stream costs in memory,
//! beside a server with nothing but axum's own event stream.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::api::{self, Api, Call, STEPS};
use super::bare::Bare;
use super::events::Viewer;
use super::figure::{self, Times, float, now, tell};
use super::people::{Town, WAIT};
use super::server::{Memory, Place};

const STREAMS: usize = 5_000;
/// Streams that are opened and closed before anything is measured: what is needed once has been paid for then.
const WARM_UP: usize = 200;
/// Connections that are opened, or bookings that are made, at once.
const AT_ONCE: usize = 64;
/// Pros who take the booking that everybody looks at, one after the other.
const PROS: usize = 10;
/// Events of the bare server.
const BARE_EVENTS: usize = 20;
/// Bookings of which each has a viewer that get an event, one at a time.
const SINGLE_EVENTS: usize = 500;
/// The most that the 99th percentile of the fan-out may be, milliseconds.
const FAN_OUT_LIMIT: f64 = 200.0;
/// The most that a stream may need, in streams of the bare server.
const MEMORY_LIMIT: f64 = 1.3;

pub(crate) async fn measure() -> bool {
    let yardstick = Box::pin(bare()).await;
    let mut holds = Box::pin(one_booking(&yardstick)).await;
    holds &= Box::pin(many_bookings(&yardstick)).await;
    holds
}

/// What a stream costs, KiB: once it is open, and after it carried events.
struct Cost {
    open: f64,
    used: f64,
}

impl Cost {
    fn of(before: Memory, open: Memory, used: Memory) -> Self {
        Self {
            open: (open.0 - before.0) / float(STREAMS),
            used: (used.0 - before.0) / float(STREAMS),
        }
    }

    fn judge(&self, what: &str, yardstick: &Self) -> bool {
        let judge = |when: &str, cost: f64, bare: f64| {
            tell(&format!(
                "{what}: {cost:.1} KiB a stream {when}, of a bare server {bare:.1} KiB"
            ));
            let name = format!("{what}: memory a stream {when}");
            figure::at_most(&name, cost / bare, "times a bare one", MEMORY_LIMIT)
        };
        let open = judge("once it is open", self.open, yardstick.open);
        judge("after it carried events", self.used, yardstick.used) && open
    }
}

async fn bare() -> Cost {
    let server = Bare::start();
    let api = Api::new(server.address);
    let paths = |count| vec!["/stream".to_owned(); count];
    let told = Call::new("tell", 200, Method::POST, "/tell");
    let mut warm_up = Crowd::gather(server.address, paths(WARM_UP)).await;
    let _ = warm_up.after(&api, told.clone(), "assigned", WARM_UP).await;
    drop(warm_up);
    let before = settled(|| server.memory()).await;
    let mut crowd = Crowd::gather(server.address, paths(STREAMS)).await;
    let open = settled(|| server.memory()).await;
    let mut times = Times::default();
    for _ in 0..BARE_EVENTS {
        times.extend(crowd.after(&api, told.clone(), "assigned", STREAMS).await);
    }
    times.tell(&format!("streams: fan-out of a bare server to {STREAMS}"));
    Cost::of(before, open, settled(|| server.memory()).await)
}

/// Everybody looks at the same booking by its share link, while one pro after the other takes it and gives it back.
async fn one_booking(yardstick: &Cost) -> bool {
    let place = Place::sqlite().await;
    let server = place.serve(&[]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let pros = town.pros(&place, PROS).await;
    let tokens: Vec<&str> = pros.iter().map(|pro| pro.token.as_str()).collect();
    let mut warm_up = Times::default();
    Box::pin(watch(&town, &tokens[..1], WARM_UP, &mut warm_up, || {
        server.memory()
    }))
    .await;
    let before = settled(|| server.memory()).await;
    let mut times = Times::default();
    let (open, used) = Box::pin(watch(&town, &tokens, STREAMS, &mut times, || server.memory())).await;
    tell(&format!(
        "streams of one booking: {STREAMS} viewers, {} events of {} seen",
        times.len(),
        STREAMS * (2 * PROS + 2)
    ));
    let mut holds = times.p99("streams of one booking: fan-out", FAN_OUT_LIMIT);
    holds &= figure::exactly(
        "streams of one booking: events that arrived",
        times.len(),
        STREAMS * (2 * PROS + 2),
    );
    holds &= Cost::of(before, open, used).judge("streams of one booking", yardstick);
    drop(server);
    place.close().await;
    holds
}

/// Has as many viewers watch a new booking. Each pro but the last takes it and gives it back, the last one does it. Gives the memory
/// once all streams are open, and after the last event.
async fn watch(
    town: &Town,
    pros: &[&str],
    viewers: usize,
    times: &mut Times,
    memory: impl Fn() -> Memory,
) -> (Memory, Memory) {
    let booking = town.book_in_cash().await;
    let path = format!(
        "/api/events/stream/client/{}?share={}",
        booking.id, booking.share_link
    );
    let mut crowd = Crowd::gather(town.api.address, vec![path; viewers]).await;
    let open = settled(&memory).await;
    let (last, others) = pros.split_last().expect("a pro");
    let mut calls = Vec::new();
    for pro in others {
        calls.push((api::accept(pro, &booking.id), "assigned"));
        calls.push((api::withdraw(pro, &booking.id), "matching"));
    }
    calls.push((api::accept(last, &booking.id), "assigned"));
    for (call, told) in calls {
        times.extend(crowd.after(&town.api, call, told, viewers).await);
    }
    let seen = town.api.must(api::look_up(&booking.token, &booking.id)).await;
    let code = seen.text("start_code");
    for (step, told) in STEPS.into_iter().zip(["en_route", "started", "completed"]) {
        let call = api::step(last, &booking.id, step, &code);
        times.extend(crowd.after(&town.api, call, told, viewers).await);
    }
    (open, settled(&memory).await)
}

/// Each viewer looks at another booking, by its guest link; one after the other, some of them are cancelled.
async fn many_bookings(yardstick: &Cost) -> bool {
    let place = Place::sqlite().await;
    let server = place.serve(&[]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let mut bookings = Vec::with_capacity(STREAMS);
    while bookings.len() < STREAMS {
        let wanted = AT_ONCE.min(STREAMS - bookings.len());
        bookings.extend(join_all((0..wanted).map(|_| town.book_in_cash())).await);
    }
    let before = settled(|| server.memory()).await;
    let paths = bookings
        .iter()
        .map(|booking| {
            format!(
                "/api/events/stream/client/{}?token={}",
                booking.id, booking.guest_link
            )
        })
        .collect();
    let mut crowd = Crowd::gather(server.address, paths).await;
    let open = settled(|| server.memory()).await;
    let mut times = Times::default();
    for booking in bookings.iter().step_by(STREAMS / SINGLE_EVENTS) {
        let cancel = api::cancel(&booking.token, &booking.id);
        times.extend(crowd.after(&town.api, cancel, "cancelled", 1).await);
    }
    tell(&format!(
        "streams of {STREAMS} bookings: {} of {SINGLE_EVENTS} events seen",
        times.len()
    ));
    let mut holds = times.p99("streams of many bookings: one event", FAN_OUT_LIMIT);
    holds &= figure::exactly(
        "streams of many bookings: events that arrived",
        times.len(),
        SINGLE_EVENTS,
    );
    let used = settled(|| server.memory()).await;
    holds &= Cost::of(before, open, used).judge("streams of many bookings", yardstick);
    drop(server);
    place.close().await;
    holds
}

/// The memory of a process once it no longer changes.
async fn settled(memory: impl Fn() -> Memory) -> Memory {
    let began = now();
    let mut last = memory();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let next = memory();
        let moved = (next.0 - last.0).abs() / last.0;
        if moved < 0.002 || began.elapsed() > WAIT {
            return next;
        }
        last = next;
    }
}

/// Many viewers.
struct Crowd {
    arrivals: mpsc::UnboundedReceiver<(String, Instant)>,
    /// They leave when this is dropped.
    _viewers: JoinSet<()>,
}

impl Crowd {
    /// Opens a stream for each path.
    async fn gather(address: SocketAddr, paths: Vec<String>) -> Self {
        let (arrived, arrivals) = mpsc::unbounded_channel();
        let mut viewers = JoinSet::new();
        for some in paths.chunks(AT_ONCE) {
            let opened = join_all(some.iter().map(|path| Viewer::open(address, path))).await;
            for mut viewer in opened {
                let arrived = arrived.clone();
                viewers.spawn(async move {
                    while let Some(kind) = viewer.next().await {
                        if arrived.send((kind, now())).is_err() {
                            return;
                        }
                    }
                });
            }
        }
        Self {
            arrivals,
            _viewers: viewers,
        }
    }

    /// Makes a call and waits until as many viewers have the event of it; gives how long each waited since the call was sent, so that
    /// what the call itself takes counts, too.
    async fn after(&mut self, api: &Api, call: Call, kind: &str, viewers: usize) -> Times {
        let began = now();
        let _ = api.must(call).await;
        let mut times = Times::default();
        while times.len() < viewers {
            match timeout(WAIT, self.arrivals.recv()).await {
                Ok(Some((told, at))) if told == kind => times.add(at.saturating_duration_since(began)),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break,
            }
        }
        times
    }
}

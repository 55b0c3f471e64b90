//! Whole journeys, from a new guest to a job that is done, begun at an even pace whatever the server does with them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::timeout;

use super::api::{self, Answer, Api, Call, STEPS};
use super::events::{Board, listen};
use super::figure::{self, Times, float, now, tell};
use super::people::{Pro, Town, WAIT};
use super::server::{Memory, Place};

const PROS: usize = 300;
/// The most that the 99th percentile of each kind of call may be, milliseconds.
const LIMIT: f64 = 150.0;
/// From when on memory has to stay as it is, seconds; sooner in a short run.
const SETTLED: f64 = 60.0;
/// Seconds of which the mean memory is taken.
const SPAN: f64 = 10.0;
/// The most that memory may grow from then to the end, percent.
const GROWTH_LIMIT: f64 = 10.0;

/// What all journeys share.
struct Run {
    town: Town,
    pros: Vec<Pro>,
    board: Board,
    kinds: Mutex<BTreeMap<&'static str, Kind>>,
}

/// What became of the calls of one kind.
#[derive(Default)]
struct Kind {
    times: Times,
    /// How many answers had which status; 0: none came.
    statuses: BTreeMap<u16, usize>,
}

/// Where a journey ended early.
struct Lost(String);

pub(crate) async fn measure(rate: usize, seconds: usize) -> bool {
    let place = Place::sqlite().await;
    let server = place.serve(&[]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let run = Arc::new(Run {
        pros: town.pros(&place, PROS).await,
        board: Board::default(),
        kinds: Mutex::default(),
        town,
    });
    let listening = listen(&run.town.api, &run.pros, &run.board).await;
    run.town.until_reachable(PROS).await;
    let began = now();
    let mut journeys = JoinSet::new();
    let (mut memory, mut lost, mut whole) = (Vec::new(), Vec::new(), 0_usize);
    let mut count = |ended: Result<Result<(), Lost>, tokio::task::JoinError>| match ended {
        Ok(Ok(())) => whole += 1,
        Ok(Err(Lost(how))) => lost.push(how),
        Err(error) => lost.push(error.to_string()),
    };
    for number in 0..rate * seconds {
        let due = began + Duration::from_secs_f64(float(number) / float(rate));
        tokio::time::sleep_until(due.into()).await;
        let run = Arc::clone(&run);
        journeys.spawn(async move { Box::pin(run.journey(due)).await });
        while let Some(ended) = journeys.try_join_next() {
            count(ended);
        }
        if number % rate == 0 {
            memory.push((began.elapsed().as_secs_f64(), server.memory()));
        }
    }
    memory.push((began.elapsed().as_secs_f64(), server.memory()));
    let took = began.elapsed().as_secs_f64();
    while let Some(ended) = journeys.join_next().await {
        count(ended);
    }
    tell(&format!(
        "journeys on SQLite: {whole} whole of {} begun in {took:.0} s, {:.1} a second, {} streams of pros opened",
        rate * seconds,
        float(whole) / took,
        listening.len()
    ));
    let mut holds = figure::none("journeys: that ended early", &lost);
    holds &= run.judge();
    holds &= is_flat(&memory);
    drop((listening, server));
    place.close().await;
    holds
}

impl Run {
    /// One journey, whose first call is timed from when it was due.
    async fn journey(&self, due: Instant) -> Result<(), Lost> {
        let number = self.town.next();
        let guest = self.call_since(due, api::ensure_guest(number)).await?;
        let token = guest.text("token");
        let quote = self.call(self.town.quote(number, &token)).await?;
        let payment = self.call(api::book_by_card(&token, number, &quote)).await?;
        let booking = payment.text("bookingId");
        let mut offers = self.board.wait_for(&booking);
        let _ = self.call(api::confirm(&payment)).await?;
        let paid = now();
        let mut is_first = true;
        let pro = loop {
            let Ok(Some(offer)) = timeout(WAIT, offers.recv()).await else {
                return Err(Lost(format!("{booking} got no further offer")));
            };
            if is_first {
                let took = offer.at.saturating_duration_since(paid);
                self.kinds().entry(OFFER).or_default().times.add(took);
                is_first = false;
            }
            let pro = &self.pros[offer.pro];
            if self.is_taken(api::accept(&pro.token, &booking)).await? {
                break pro;
            }
        };
        self.board.forget(&booking);
        let code = self
            .call(api::look_up(&token, &booking))
            .await?
            .text("start_code");
        for step in STEPS {
            let _ = self.call(api::step(&pro.token, &booking, step, &code)).await?;
        }
        self.call(api::review(&token, &booking)).await.map(drop)
    }

    /// Whether the accept won the job; a pro who has got another one for that time since they were asked leaves it to the next.
    async fn is_taken(&self, accept: Call) -> Result<bool, Lost> {
        let answer = self.send(now(), &accept).await?;
        match answer.status {
            200 => Ok(true),
            403 if answer.body["reason"] == "busy" => Ok(false),
            status => Err(Lost(format!("accept: {status} {}", answer.body))),
        }
    }

    async fn call(&self, call: Call) -> Result<Answer, Lost> {
        self.call_since(now(), call).await
    }

    async fn call_since(&self, began: Instant, call: Call) -> Result<Answer, Lost> {
        let answer = self.send(began, &call).await?;
        if answer.status == call.good {
            Ok(answer)
        } else {
            Err(Lost(format!("{}: {} {}", call.kind, answer.status, answer.body)))
        }
    }

    async fn send(&self, began: Instant, call: &Call) -> Result<Answer, Lost> {
        let sent = self.town.api.send(call).await;
        let took = began.elapsed();
        let mut kinds = self.kinds();
        let kind = kinds.entry(call.kind).or_default();
        kind.times.add(took);
        let status = sent.as_ref().map_or(0, |answer| answer.status);
        *kind.statuses.entry(status).or_default() += 1;
        drop(kinds);
        sent.map_err(|error| Lost(format!("{}: {error}", call.kind)))
    }

    fn judge(&self) -> bool {
        let kinds = self.kinds();
        let mut holds = true;
        let mut bad = Vec::new();
        for (kind, Kind { times, statuses }) in kinds.iter() {
            if *kind == OFFER {
                times.tell("journeys: from paid to the first offer");
                continue;
            }
            holds &= times.p99(&format!("journeys: {kind}"), LIMIT);
            tell(&format!("journeys: {kind}: answers by status {statuses:?}"));
            let failed = statuses
                .iter()
                .filter(|(status, _)| **status == 0 || **status >= 500);
            bad.extend(failed.map(|(status, count)| format!("{count} × {kind} {status}")));
        }
        holds & figure::none("journeys: kinds of calls with 5xx or no answer", &bad)
    }

    fn kinds(&self) -> MutexGuard<'_, BTreeMap<&'static str, Kind>> {
        self.kinds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Not a call: the time from the payment to the offer.
const OFFER: &str = "offer";

/// Whether memory stayed what it was after the first minute.
fn is_flat(memory: &[(f64, Memory)]) -> bool {
    let end = memory.last().map_or(0.0, |(at, _)| *at);
    let settled = SETTLED.min(end / 5.0);
    let mean = |from: f64, to: f64| {
        let span: Vec<f64> = memory
            .iter()
            .filter(|(at, _)| (from..=to).contains(at))
            .map(|(_, memory)| memory.mebibytes())
            .collect();
        span.iter().sum::<f64>() / float(span.len())
    };
    let span = SPAN.min(end / 5.0);
    let (before, after) = (mean(settled, settled + span), mean(end - span, end));
    let highest = memory
        .iter()
        .map(|(_, memory)| memory.mebibytes())
        .fold(0.0, f64::max);
    tell(&format!(
        "journeys: resident memory {before:.1} MiB after {settled:.0} s, {after:.1} MiB in the end, {highest:.1} MiB at most"
    ));
    let growth = (after / before - 1.0) * 100.0;
    figure::at_most(
        "journeys: growth of memory after the first minute",
        growth,
        "%",
        GROWTH_LIMIT,
    )
}

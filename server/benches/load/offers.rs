//! How soon a paid booking is offered to a pro: from the answer of the payment to the event on a pro's stream, or to the message at the
//! push service, with bookings at an even pace.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;

use super::api::{self, Api};
use super::events::{Board, listen};
use super::figure::{self, Times, now, tell};
use super::people::{Town, WAIT};
use super::pushes::{self, PushService};
use super::server::Place;

const PROS: usize = 50;
/// Bookings a second, and for how many seconds.
const RATE: u32 = 20;
const SECONDS: u32 = 30;

/// How an offer reaches its pros.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// They look at the app.
    Stream,
    /// Their phones are in their pockets.
    Push,
}

impl Way {
    /// What it is called in the figures.
    const fn name(self) -> &'static str {
        match self {
            Self::Stream => "offers",
            Self::Push => "pushes",
        }
    }

    /// The most that the 99th percentile may be, milliseconds.
    const fn limit(self) -> f64 {
        match self {
            Self::Stream => 150.0,
            Self::Push => 2_000.0,
        }
    }

    /// What an offer of this booking is known by when it arrives.
    fn mark(self, booking: &str) -> String {
        match self {
            Self::Stream => booking.to_owned(),
            Self::Push => pushes::topic(booking),
        }
    }
}

pub(crate) async fn measure(way: Way) -> bool {
    let mut holds = Box::pin(on(Place::sqlite().await, way)).await;
    if let Some(place) = Place::postgres().await {
        holds &= Box::pin(on(place, way)).await;
    }
    holds
}

async fn on(place: Place, way: Way) -> bool {
    let board = Board::default();
    let service = PushService::start(&board).await;
    let server = place.serve(&["--push-hosts", &service.origin]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let pros = town.pros(&place, PROS).await;
    let listening = match way {
        Way::Stream => listen(&town.api, &pros, &board).await,
        Way::Push => {
            service.subscribe(&town.api, &pros).await;
            JoinSet::new()
        }
    };
    town.until_reachable(PROS).await;
    let began = now();
    let mut paying = JoinSet::new();
    for number in 0..RATE * SECONDS {
        let due = began + Duration::from_secs(1) * number / RATE;
        tokio::time::sleep_until(due.into()).await;
        let (town, board) = (town.clone(), board.clone());
        paying.spawn(async move { Box::pin(pay(&town, &board, way)).await });
    }
    let (mut times, mut unoffered) = (Times::default(), Vec::new());
    while let Some(paid) = paying.join_next().await {
        match paid.expect("no booking fails") {
            Ok(took) => times.add(took),
            Err(booking) => unoffered.push(booking),
        }
    }
    tell(&format!(
        "{} on {}: {} bookings paid at {RATE} a second in {:.0} s, {} streams of pros opened",
        way.name(),
        place.name(),
        times.len() + unoffered.len(),
        began.elapsed().as_secs_f64(),
        listening.len()
    ));
    let name = |what: &str| format!("{} on {}: {what}", way.name(), place.name());
    let mut holds = times.p99(&name("from paid to the first offer"), way.limit());
    holds &= figure::none(&name("bookings without an offer"), &unoffered);
    drop((listening, server));
    place.close().await;
    holds
}

/// Books and pays; gives how long the first offer took, or the booking that got none.
async fn pay(town: &Town, board: &Board, way: Way) -> Result<Duration, String> {
    let (booking, payment) = town.book_by_card().await;
    let mark = way.mark(&booking);
    let mut offers = board.wait_for(&mark);
    let _ = town.api.must(api::confirm(&payment)).await;
    let paid = now();
    let offer = timeout(WAIT, offers.recv()).await;
    board.forget(&mark);
    // An offer may arrive before the answer.
    match offer {
        Ok(Some(offer)) => Ok(offer.at.saturating_duration_since(paid)),
        _ => Err(booking),
    }
}

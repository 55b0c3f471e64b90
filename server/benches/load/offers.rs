//! How soon a paid booking is offered to a pro: from the answer of the payment to the event on a pro's stream, with bookings at an
//! even pace.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;

use super::api::{self, Api};
use super::events::{Board, listen};
use super::figure::{self, Times, now, tell};
use super::people::{Town, WAIT};
use super::server::Place;

const PROS: usize = 50;
/// Bookings a second, and for how many seconds.
const RATE: u32 = 20;
const SECONDS: u32 = 30;
/// The most that the 99th percentile may be, milliseconds.
const LIMIT: f64 = 150.0;

pub(crate) async fn measure() -> bool {
    let mut holds = Box::pin(on(Place::sqlite().await)).await;
    if let Some(place) = Place::postgres().await {
        holds &= Box::pin(on(place)).await;
    }
    holds
}

async fn on(place: Place) -> bool {
    let server = place.serve(&[]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let pros = town.pros(&place, PROS).await;
    let board = Board::default();
    let listening = listen(&town.api, &pros, &board).await;
    town.until_reachable(PROS).await;
    let began = now();
    let mut paying = JoinSet::new();
    for number in 0..RATE * SECONDS {
        let due = began + Duration::from_secs(1) * number / RATE;
        tokio::time::sleep_until(due.into()).await;
        let (town, board) = (town.clone(), board.clone());
        paying.spawn(async move { Box::pin(pay(&town, &board)).await });
    }
    let (mut times, mut unoffered) = (Times::default(), Vec::new());
    while let Some(paid) = paying.join_next().await {
        match paid.expect("no booking fails") {
            Ok(took) => times.add(took),
            Err(booking) => unoffered.push(booking),
        }
    }
    tell(&format!(
        "offers on {}: {} bookings paid at {RATE} a second in {:.0} s, {} streams of pros opened",
        place.name(),
        times.len() + unoffered.len(),
        began.elapsed().as_secs_f64(),
        listening.len()
    ));
    let name = |what: &str| format!("offers on {}: {what}", place.name());
    let mut holds = times.p99(&name("from paid to the first offer"), LIMIT);
    holds &= figure::none(&name("bookings without an offer"), &unoffered);
    drop((listening, server));
    place.close().await;
    holds
}

/// Books and pays; gives how long the first offer took, or the booking that got none.
async fn pay(town: &Town, board: &Board) -> Result<Duration, String> {
    let (booking, payment) = town.book_by_card().await;
    let mut offers = board.wait_for(&booking);
    let _ = town.api.must(api::confirm(&payment)).await;
    let paid = now();
    let offer = timeout(WAIT, offers.recv()).await;
    board.forget(&booking);
    // An offer may arrive before the answer.
    match offer {
        Ok(Some(offer)) => Ok(offer.at.saturating_duration_since(paid)),
        _ => Err(booking),
    }
}

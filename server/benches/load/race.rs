//! All pros accept one job at once, again and again: each time exactly one has it, and every other one is told so.

use std::collections::BTreeMap;

use futures_util::future::join_all;

use super::api::{self, Api};
use super::figure::{self, now, tell};
use super::people::{Pro, Town};
use super::server::{Place, number};

const PROS: usize = 50;

pub(crate) async fn measure(rounds: usize) -> bool {
    let mut holds = Box::pin(on(Place::sqlite().await, rounds)).await;
    if let Some(place) = Place::postgres().await {
        holds &= Box::pin(on(place, rounds)).await;
    }
    holds
}

async fn on(place: Place, rounds: usize) -> bool {
    let server = place.serve(&[]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let pros = town.pros(&place, PROS).await;
    let (began, mut good, mut wrong) = (now(), 0, Vec::new());
    for round in 0..rounds {
        let booking = town.book_in_cash().await;
        let answers = rush(&town.api, &pros, &booking.id).await;
        if answers == BTreeMap::from([(200, 1), (409, PROS - 1)]) {
            good += 1;
        } else {
            wrong.push(format!("round {round}: {answers:?}"));
        }
        // The winner is free again.
        let _ = town.api.must(api::cancel(&booking.token, &booking.id)).await;
    }
    tell(&format!(
        "race on {}: {rounds} jobs, {} accepts in {:.0} s",
        place.name(),
        rounds * PROS,
        began.elapsed().as_secs_f64()
    ));
    let name = |what: &str| format!("race on {}: {what}", place.name());
    let mut holds = figure::exactly(&name("jobs with one 200 and forty-nine 409"), good, rounds);
    holds &= figure::none(&name("other jobs"), &wrong);
    drop(server);
    let tables = place.tables().await;
    let assigned = number(
        &tables,
        "select count(*) from booking_events where type = 'assigned'",
    )
    .await;
    tables.close().await;
    let assigned = usize::try_from(assigned).expect("a count");
    holds &= figure::exactly(&name("assignments in the tables"), assigned, rounds);
    place.close().await;
    holds
}

/// How many accepts got which status.
async fn rush(api: &Api, pros: &[Pro], booking: &str) -> BTreeMap<u16, usize> {
    let calls: Vec<_> = pros.iter().map(|pro| api::accept(&pro.token, booking)).collect();
    let mut answers = BTreeMap::new();
    for answer in join_all(calls.iter().map(|call| api.send(call))).await {
        let status = answer.expect("the server answers").status;
        *answers.entry(status).or_default() += 1;
    }
    answers
}

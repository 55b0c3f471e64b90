//! A booking as matching knows it, put together from the tables.

use std::collections::HashMap;

use pricing_core::{Pence, Tier, Urgency};

use crate::books::Current;
use callout_domain::booking::Booking;
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::candidate::skill;
use callout_domain::matching::eligible::{Job, Out};
use callout_domain::matching::overlap::Work;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::time::Window;
use callout_store::offers::{self, ProOut};
use callout_store::{Connection, StoreError, from_json, identifiers};

/// The price before a coupon, which is what the pro is paid by.
pub(super) fn price(booking: &Booking) -> Pence {
    Pence(booking.amount_pence + booking.discount_pence)
}

/// The middle of its district, which is all that anybody knows before assignment.
pub(super) fn place(booking: &Booking) -> Location {
    Location {
        lat: booking.lat,
        lng: booking.lng,
    }
}

/// How urgently it was wanted.
pub(super) fn urgency(booking: &Booking) -> Fallible<Urgency> {
    Ok(from_json(&format!("\"{}\"", booking.urgency))?)
}

/// The service level.
pub(super) fn tier(booking: &Booking) -> Fallible<Tier> {
    Ok(from_json(&format!("\"{}\"", booking.tier))?)
}

/// Its window.
pub(super) fn window(booking: &Booking) -> Option<Window> {
    booking.place().map(|place| place.window)
}

/// When it has to be done, for a pro who has it since `since` (Unix milliseconds) or would get it then.
pub(super) fn work(booking: &Booking, since: Millis, rules: &MatchingRules) -> Fallible<Work> {
    Ok(Work::of_booking(
        urgency(booking)?,
        window(booking),
        booking.visit_minutes.map(|minutes| minutes * MINUTE),
        since,
        rules,
    ))
}

/// The booking with whoever is out for it, as the price book that it was priced with describes it.
pub(super) async fn read(
    connection: &mut Connection,
    booking: &Booking,
    current: &Current,
    now: Millis,
    rules: &MatchingRules,
) -> Fallible<Job> {
    let out = offers::out(connection, &booking.id).await?;
    with_out(connection, booking, out, current, now, rules).await
}

/// The same, when it is known who is out for it.
pub(super) async fn with_out(
    connection: &mut Connection,
    booking: &Booking,
    pros_out: Vec<ProOut>,
    current: &Current,
    now: Millis,
    rules: &MatchingRules,
) -> Fallible<Job> {
    let names: Vec<String> = from_json(&booking.skills)?;
    let first = names.first().and_then(|name| skill(name));
    let book = current.of_version(&booking.book_version);
    let kind = book.problem_type(&booking.problem_type);
    let mut contacts = vec![booking.phone.clone()];
    contacts.extend(booking.email.clone());
    let known = identifiers::of_account(connection, &booking.client_id).await?;
    contacts.extend(known.into_iter().map(|identifier| identifier.value));
    Ok(Job {
        booking: booking.id.clone(),
        skill: first.ok_or_else(|| Failure::internal("a booking without a known skill"))?,
        needs_gas_safe: booking.gas_work == Some(1) || kind.is_some_and(|kind| kind.gas_safe),
        middle: place(booking),
        work: work(booking, now, rules)?,
        in_cash: booking.payment_method == "cash",
        price: price(booking),
        contacts,
        out: out(pros_out)?,
    })
}

fn out(rows: Vec<ProOut>) -> Result<HashMap<String, Out>, StoreError> {
    rows.into_iter()
        .map(|row| {
            let price = Pence(row.price_pence);
            let why = match row.why.as_str() {
                "declined" => Out::Declined(price),
                "proposal_over" => Out::ProposalOver(price),
                "withdrew" => Out::Withdrew,
                other => return Err(StoreError::Corrupt(format!("a pro out because {other}"))),
            };
            Ok((row.master_id, why))
        })
        .collect()
}

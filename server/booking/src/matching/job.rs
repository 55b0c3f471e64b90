//! A booking as matching knows it, put together from the tables.

use std::collections::HashMap;

use pricing_core::classify::Trade;
use pricing_core::{Pence, Urgency};

use crate::books::Current;
use callout_domain::booking::Booking;
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::candidate::skill;
use callout_domain::matching::eligible::{Job, Out, OutWhy, When};
use callout_domain::matching::overlap::Work;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::time::Window;
use callout_store::offers::{self, ProOut};
use callout_store::{Connection, identifiers};

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

/// Its window.
pub(super) fn window(booking: &Booking) -> Option<Window> {
    booking.place().map(|place| place.window)
}

/// Whether it is work on gas, which only registered pros may do.
pub(super) fn is_gas_work(booking: &Booking, current: &Current) -> bool {
    let book = current.of_version(&booking.book_version);
    let kind = book.problem_type(&booking.problem_type);
    booking.gas_work == Some(true) || kind.is_some_and(|kind| kind.gas_safe)
}

/// When it has to be done, for a pro who has it since `since` (Unix milliseconds) or would get it then.
pub(super) fn work(booking: &Booking, since: Millis, rules: &MatchingRules) -> Work {
    Work::of_booking(
        booking.urgency,
        window(booking),
        booking.visit_minutes.map(|minutes| minutes * MINUTE),
        since,
        rules,
    )
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
    let first = booking.skills.0.first().and_then(|name| skill(name));
    let mut contacts = vec![booking.phone.clone()];
    contacts.extend(booking.email.clone());
    let known = identifiers::of_account(connection, &booking.client_id).await?;
    contacts.extend(known.into_iter().map(|identifier| identifier.value));
    Ok(Job {
        booking: booking.id.clone(),
        skill: first.ok_or_else(|| Failure::internal("a booking without a known skill"))?,
        needs_gas_safe: is_gas_work(booking, current),
        middle: place(booking),
        when: When::of(work(booking, now, rules), booking.urgency == Urgency::Emergency),
        in_cash: booking.is_in_cash(),
        price: price(booking),
        contacts,
        out: out(pros_out),
        client: booking.client_id.clone(),
        reserved_for: booking.reserved_for.clone(),
        names_price: booking.awaits_price(),
        patience: None,
    })
}

/// When a visit in this window would be.
pub(super) fn in_window(window: Window, now: Millis, rules: &MatchingRules) -> When {
    let work = Work::of_booking(Urgency::Scheduled, Some(window), None, now, rules);
    When::of(work, false)
}

/// A job that nobody has booked yet.
pub(super) fn not_booked(skill: Trade, needs_gas_safe: bool, middle: Location, when: When) -> Job {
    Job {
        booking: String::new(),
        skill,
        needs_gas_safe,
        middle,
        when,
        in_cash: false,
        price: Pence::ZERO,
        contacts: Vec::new(),
        out: HashMap::new(),
        client: String::new(),
        reserved_for: None,
        // Nobody's least price keeps them from being counted.
        names_price: true,
        patience: None,
    }
}

fn out(rows: Vec<ProOut>) -> HashMap<String, Out> {
    let out = |row: ProOut| {
        let price = Pence(row.price_pence);
        let why = match row.why {
            OutWhy::Declined => Out::Declined(price),
            OutWhy::ProposalOver => Out::ProposalOver(price),
            OutWhy::Withdrew => Out::Withdrew,
        };
        (row.master_id, why)
    };
    rows.into_iter().map(out).collect()
}

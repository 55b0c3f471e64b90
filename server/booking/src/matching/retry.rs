//! What a client does when no pro comes: ask further away, try again, or report a pro who did not turn up.

use std::sync::Arc;

use pricing_core::Urgency;
use pricing_core::postcode::Prefix;

use super::{Matching, changes, job, not_found};
use crate::bookings::{self, Change};
use callout_domain::booking::{Booking, CancelReason, slot_gone};
use callout_domain::clock::Millis;
use callout_domain::districts;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::candidate::skill;
use callout_domain::matching::eligible::When;
use callout_domain::matching::overlap::Work;
use callout_domain::matching::rules::{MatchingRules, client_radius_km};
use callout_domain::matching::{eligible, plan, wave};
use callout_domain::missed_visit;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store as store;
use callout_store::{Connection, events, matchings};

impl Matching {
    /// How many pros within `km` could be asked for a booking.
    ///
    /// # Errors
    /// 422 on `radiusKm`.
    pub async fn reach(&self, booking: &Booking, km: i64) -> Fallible<usize> {
        let radius = client_radius_km(km)?;
        let (now, current) = (self.clock.now(), self.books.current().await?);
        let mut connection = self.db.read().await?;
        let job = job::read(&mut connection, booking, &current, now, &self.rules).await?;
        Ok(wave::reach(&self.index.grid(), &job, radius, now, &self.rules))
    }

    /// How many pros could be asked now for an emergency of this problem type in a place, by the radius of the last wave.
    ///
    /// # Errors
    /// 422 on `problemType`.
    pub async fn near_emergency(
        &self,
        place: &Prefix,
        problem_type: &str,
        gas_work: bool,
    ) -> Fallible<usize> {
        let (now, current) = (self.clock.now(), self.books.current().await?);
        let unknown = || Failure::field("problemType", "Choose one of the problem types.");
        let kind = current.book.problem_type(problem_type).ok_or_else(unknown)?;
        let at_once = Work::of_booking(Urgency::Emergency, None, None, now, &self.rules);
        let job = job::not_booked(
            skill(&kind.trade).ok_or_else(unknown)?,
            gas_work || kind.gas_safe,
            districts::location_of_prefix(place),
            When::of(at_once, true),
        );
        let radius = self.rules.last_radius_km(None);
        Ok(wave::reach(&self.index.grid(), &job, radius, now, &self.rules))
    }

    /// Whether there is an online pro, near or far, who may have a booking now. Demo pros don't count.
    pub async fn has_willing_pro(&self, booking: &Booking) -> Fallible<bool> {
        let (now, current) = (self.clock.now(), self.books.current().await?);
        let mut connection = self.db.read().await?;
        let job = job::read(&mut connection, booking, &current, now, &self.rules).await?;
        let mut is_there = false;
        wave::in_reach(&self.index.grid(), &job, |pro| {
            is_there = is_there || eligible::fit(pro, &job, now, &self.rules).is_ok();
        });
        Ok(is_there)
    }

    /// Asks pros within `km`: at once while a pro is looked for; a booking that found none looks again.
    ///
    /// # Errors
    /// 422 on `radiusKm`; 409 `slot_gone`, `illegal_transition`, and `payment_required` when the money was let go: then the card page is
    /// open.
    pub async fn retry(&self, booking_id: &str, km: i64) -> Fallible<Booking> {
        let radius = i64::from(client_radius_km(km)?);
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let (current, rules) = (self.books.current().await?, Arc::clone(&self.rules));
        let again = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &id)
                        .await?
                        .ok_or_else(not_found)?;
                    if !booking.facts().is_matching {
                        let capacity = current.book.capacity.of_area(&booking.area);
                        if !Box::pin(look_again(connection, &booking, capacity, now, &rules)).await? {
                            matchings::widen_later(connection, &id, radius).await?;
                            return Ok(None);
                        }
                    }
                    matchings::widen(connection, &id, radius, now).await?;
                    bookings::match_now(connection, &id, now).await?;
                    Ok::<_, Failure>(store::bookings::find(connection, &id).await?)
                })
            })
            .await?;
        again.ok_or_else(changes::payment_required)
    }

    /// Cancels a booking whose pro did not turn up; the client gets everything back.
    ///
    /// # Errors
    /// 409 `too_early` before the window is over, or within an hour of the assignment in an emergency, or before the pro who is late; 409 `illegal_transition`.
    pub async fn report_no_show(&self, booking_id: &str) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &id)
                        .await?
                        .ok_or_else(not_found)?;
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Client)?;
                    if !missed_visit::is_before_the_work(&booking) {
                        return Err(status::illegal(booking.status));
                    }
                    let said = events::on_the_way(connection, &booking).await?;
                    if now < said.no_show_from(&booking) {
                        return Err(too_early());
                    }
                    bookings::change(connection, &booking, &off.because(CancelReason::NoShow, 0), now)
                        .await?;
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await
    }
}

/// `no_response` -> `pending`, as long as its window has not begun. False when its money is gone: then it must be paid again first.
async fn look_again(
    connection: &mut Connection,
    booking: &Booking,
    capacity: u32,
    now: Millis,
    rules: &MatchingRules,
) -> Fallible<bool> {
    // A client may move a booking that waits for them back to `pending`, too, but by declining the proposal.
    if !booking.facts().is_unmatched {
        return Err(status::illegal(booking.status));
    }
    let again = Change::of(booking, BookingStatus::Pending, Actor::Client)?;
    let urgency = booking.urgency;
    if booking.awaits_price() && !plan::can_name(urgency, job::window(booking), now, rules) {
        return Err(slot_gone());
    }
    if changes::must_pay_again(connection, booking, capacity, now).await? {
        return Ok(false);
    }
    // A change that waits for its payment may hold the place that is taken here.
    changes::end_open(connection, booking, booking, now).await?;
    bookings::change(connection, booking, &again.within(capacity), now).await?;
    Ok(true)
}

fn too_early() -> Failure {
    Failure::conflict(
        "too_early",
        "Your pro may still come: the window is not over yet.",
    )
}

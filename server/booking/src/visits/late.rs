//! What a pro says in one tap before the work: that they are late, or that they are there.

use serde_json::json;

use super::{Visits, lock_own, not_home};
use crate::bookings;
use crate::idempotent;
use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::districts::Location;
use callout_domain::failure::Fallible;
use callout_domain::job_step;
use callout_domain::late::{self, OnTheWay};
use callout_domain::message_kind::MessageKind;
use callout_domain::missed_visit;
use callout_store::{Connection, events, idempotency};

impl Visits {
    /// What the pro of a visit that is to come says of themselves; nothing once the work has begun.
    pub async fn on_the_way(&self, booking: &Booking) -> Fallible<OnTheWay> {
        super::on_the_way(&mut self.db.read().await?, booking).await
    }

    /// Keeps how many minutes late the pro of a job is, and has the client told. The same key again changes nothing, and neither does the
    /// same number a moment later.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `illegal_transition` unless the work is still to begin, `too_early` more than two hours
    /// before its window, `said_enough`; 422 `idempotency_key_reused`.
    pub async fn say_late(
        &self,
        master_id: &str,
        booking_id: &str,
        minutes: i64,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock_own(connection, &id, &master).await?;
                    if idempotent::is_done(connection, key.as_ref(), now).await? {
                        return Ok(booking);
                    }
                    let said = super::on_the_way(connection, &booking).await?;
                    if !said.repeats(minutes, now) {
                        let late = said.say(&booking, minutes, now)?;
                        let told = json!({ "minutes": late.minutes, "movedMinutes": late.moved_minutes });
                        let message = if said.late.is_empty() {
                            MessageKind::RunningLate
                        } else {
                            MessageKind::StillLate
                        };
                        note(connection, &booking, EventKind::RunningLate, &told, now).await?;
                        tell(connection, &booking, message, now).await?;
                    }
                    idempotent::done(connection, key.as_ref(), now).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// Keeps that the pro of a job is there, and has the client told. Where their place shows it, from the beginning of the window on, that
    /// is the same as being at the door; otherwise it is a message alone, once. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `illegal_transition` unless the work is still to begin, `too_early` more than two hours
    /// before its window.
    pub async fn say_here(
        &self,
        master_id: &str,
        booking_id: &str,
        place: Option<Location>,
    ) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock_own(connection, &id, &master).await?;
                    late::may_speak(&booking, now)?;
                    if not_home::current(connection, &booking, &master).await?.is_some() {
                        return Ok(booking);
                    }
                    let is_due = missed_visit::arrive_from(&booking).is_some_and(|from| now >= from);
                    let is_there =
                        place.is_some_and(|place| job_step::refuse_elsewhere(&booking, place).is_ok());
                    if is_due && is_there {
                        not_home::at_the_door(connection, &booking, &master, now).await?;
                    } else if super::on_the_way(connection, &booking).await?.here_at.is_none() {
                        note(connection, &booking, EventKind::Here, &json!({}), now).await?;
                        tell(connection, &booking, MessageKind::Here, now).await?;
                    }
                    Ok(booking)
                })
            })
            .await
    }
}

/// Writes the event of a locked booking, and has its pro's pages told.
async fn note(
    connection: &mut Connection,
    booking: &Booking,
    kind: EventKind,
    told: &serde_json::Value,
    now: Millis,
) -> Fallible<()> {
    events::note(connection, &booking.id, kind, told, now).await?;
    match &booking.assigned_master_id {
        Some(master) => bookings::tell_pro_of_change(connection, master, &booking.id, now).await,
        None => Ok(()),
    }
}

async fn tell(
    connection: &mut Connection,
    booking: &Booking,
    message: MessageKind,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &booking.id,
        master_id: booking.assigned_master_id.as_deref(),
        occasion: &booking.seq.to_string(),
    };
    messages::enqueue(connection, &telling, now).await
}

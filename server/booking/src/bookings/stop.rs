//! Stopping a job that has begun: the client asks, an operator decides what it costs.

use pricing_core::{BasisPoints, Pence};
use serde_json::json;

use super::{Bookings, Change, change, not_found, tell_pro_of_change};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store::bookings::{self, work};
use callout_store::{Connection, events, jobs};

/// What an operator decides.
#[derive(Debug, Clone)]
pub struct Stop {
    /// What the client pays of the price.
    pub share: BasisPoints,
    /// The price that the operator saw; extra work may have raised it since. Any where it is not said.
    pub price: Option<Pence>,
    /// Why, for both sides to read.
    pub words: String,
}

impl Bookings {
    /// Keeps that the client asks to stop the job, and has the operators and the pro told. Asking again changes nothing.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `not_in_progress` when work has not begun, or has ended.
    pub async fn ask_to_stop(&self, id: String, text: String) -> Fallible<Booking> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if booking.status != BookingStatus::InProgress {
                        return Err(not_in_progress());
                    }
                    if booking.stop_asked_at.is_none() {
                        work::ask_to_stop(connection, &id, &text, now).await?;
                        note(connection, &booking, now).await?;
                    }
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }

    /// The jobs whose clients ask to stop them, or have not chosen what to do where they are not what was booked; the longest waiting first.
    pub async fn to_stop(&self) -> Fallible<Vec<Booking>> {
        Ok(work::to_stop(&mut self.db.read().await?, self.clock.now()).await?)
    }

    /// Ends a job that has begun, whether or not its client asked here: they pay a share of the price, and get the rest back.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `not_in_progress` when work has not begun, or has ended, `price_changed` when the operator saw
    /// another price; 422 on `share` above the whole price, or any share of a job in cash, which is between client and pro, and on
    /// `reason`; those of [`audit::note`].
    pub async fn stop(&self, id: String, stop: Stop, by: By) -> Fallible<Booking> {
        let (reason, now) = (words("reason", &stop.words)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let entry = Entry::new(Act::JobStopped, Subject::Booking(id.clone()));
                    audit::check(connection, &by, &entry).await?;
                    if booking.status != BookingStatus::InProgress {
                        return Err(not_in_progress());
                    }
                    refuse_another_price(&booking, stop.price)?;
                    let cost = cost(&booking, stop.share)?;
                    work::stop(connection, &id, &reason).await?;
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Operator)?;
                    if !change(
                        connection,
                        &booking,
                        &off.because(CancelReason::Stopped, cost.0),
                        now,
                    )
                    .await?
                    {
                        return Err(not_in_progress());
                    }
                    let entry = entry
                        .was("status", booking.status.as_str())
                        .is("cost_pence", cost.0)
                        .refunding(given_back(&booking, stop.share))
                        .because(&reason);
                    audit::note(connection, &by, &entry, now).await?;
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

/// What the client of a job by card gets back when they pay this share of its price.
#[must_use]
pub fn given_back(booking: &Booking, share: BasisPoints) -> Pence {
    if booking.is_in_cash() {
        return Pence::ZERO;
    }
    let price = Pence(booking.amount_pence);
    Pence(price.0 - price.share(share).0)
}

fn refuse_another_price(booking: &Booking, seen: Option<Pence>) -> Fallible<()> {
    let price = Pence(booking.amount_pence);
    if seen.is_none_or(|seen| seen == price) {
        return Ok(());
    }
    let detail = format!(
        "Extra work has changed the price to {price} since. Look at it again, and send it once more."
    );
    Err(Failure::conflict("price_changed", detail))
}

fn cost(booking: &Booking, share: BasisPoints) -> Fallible<Pence> {
    if !(BasisPoints(0)..=BasisPoints(10_000)).contains(&share) {
        return Err(Failure::field("share", "Choose 0 to 100%."));
    }
    if booking.is_in_cash() && share > BasisPoints(0) {
        return Err(Failure::field(
            "share",
            "A job in cash is settled between client and pro: choose 0%.",
        ));
    }
    Ok(Pence(booking.amount_pence).share(share))
}

/// Has everybody told; the caller has locked the booking.
async fn note(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    let id = booking.id.as_str();
    events::note(connection, id, EventKind::StopAsked, &json!({}), now).await?;
    let alert = Work::StopAlert {
        booking_id: id.to_owned(),
    };
    jobs::enqueue(connection, &alert, Some(&format!("stop-{id}")), now, now).await?;
    match &booking.assigned_master_id {
        Some(master) => tell_pro_of_change(connection, master, id, now).await,
        None => Ok(()),
    }
}

fn not_in_progress() -> Failure {
    Failure::conflict(
        "not_in_progress",
        "This is possible only while the work is going on.",
    )
}

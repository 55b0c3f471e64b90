//! What the assigned pro does with a job: sets off, begins, ends it, or withdraws.

use super::{Matching, earnings, job, not_found};
use crate::bookings::{self, Change};
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::letters;
use crate::domain::status::{self, Actor, BookingStatus, facts};
use crate::domain::time;
use crate::store::offers::{self, ProOut};
use crate::store::{Connection, bookings as rows, changes, masters};

/// Longest reason for a withdrawal, characters.
pub const REASON_LIMIT: usize = 300;

impl Matching {
    /// Moves a job of this pro one step and returns it as it then stands. A step that was taken before changes nothing.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `illegal_transition`, and `payment_due` while its payment is being checked.
    pub async fn advance(&self, master_id: &str, id: &str, to: BookingStatus) -> Fallible<Booking> {
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let (current, waits) = (self.books.current().await?, self.waits);
        self.of_own(master_id, id, move |connection, booking| {
            Box::pin(async move {
                if booking.status == to {
                    return Ok(());
                }
                let step = Change::of(booking, to, Actor::Pro)?;
                if !facts(to).is_done {
                    refuse_unpaid(connection, booking).await?;
                }
                let step = if is_early(booking, to, now) {
                    step.noting("early", true)
                } else {
                    step
                };
                take(connection, booking, &step, now).await?;
                if facts(to).is_done {
                    let terms = earnings::Terms {
                        book: &current.book,
                        waits,
                    };
                    earnings::post(connection, booking, &master, terms, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Takes a job back from its pro, who never sees it again; it is matched anew.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `illegal_transition`; 422 on `reason`.
    pub async fn withdraw(&self, master_id: &str, id: &str, reason: &str) -> Fallible<Booking> {
        let reason = letters::plain_text(reason).trim().to_owned();
        let length = reason.chars().count();
        if length == 0 || length > REASON_LIMIT {
            return Err(Failure::field("reason", "Say why in up to 300 characters."));
        }
        let (master, now) = (master_id.to_owned(), self.clock.now());
        self.of_own(master_id, id, move |connection, booking| {
            Box::pin(async move {
                let step = Change::of(booking, BookingStatus::Pending, Actor::Pro)?.noting("withdrawn", true);
                take(connection, booking, &step, now).await?;
                let out = ProOut {
                    master_id: master,
                    why: "withdrew".to_owned(),
                    price_pence: job::price(booking).0,
                };
                offers::put_out(connection, &booking.id, &out, now).await?;
                Ok(())
            })
        })
        .await
    }

    /// Does something with a booking that is this pro's, who is locked first, as everywhere. That marks the pro as changed: the map
    /// follows at its next look.
    async fn of_own<F>(&self, master_id: &str, id: &str, act: F) -> Fallible<Booking>
    where
        F: for<'c> FnOnce(
                &'c mut Connection,
                &'c Booking,
            ) -> futures_util::future::BoxFuture<'c, Fallible<()>>
            + Send
            + 'static,
    {
        let (master, id, now) = (master_id.to_owned(), id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    masters::touch(connection, &master, now).await?;
                    let booking = rows::lock(connection, &id).await?;
                    let own =
                        booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(&master));
                    let booking = own.ok_or_else(not_found)?;
                    act(connection, &booking).await?;
                    rows::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

async fn take(connection: &mut Connection, booking: &Booking, step: &Change, now: Millis) -> Fallible<()> {
    if bookings::change(connection, booking, step, now).await? {
        Ok(())
    } else {
        Err(status::illegal(booking.status))
    }
}

/// A pro does not set off while the bank refuses to pay: unpaid in time, the booking is cancelled.
async fn refuse_unpaid(connection: &mut Connection, booking: &Booking) -> Fallible<()> {
    if booking.payment_due_until.is_some() && changes::open(connection, &booking.id).await?.is_none() {
        let detail = "Don't set off yet: payment is being checked.";
        return Err(Failure::conflict("payment_due", detail));
    }
    Ok(())
}

/// Whether a pro sets off on a day before that of the window.
fn is_early(booking: &Booking, to: BookingStatus, now: Millis) -> bool {
    let starts = booking.slot_start.map(time::day);
    to == BookingStatus::EnRoute && starts.is_some_and(|day| time::day(now) < day)
}

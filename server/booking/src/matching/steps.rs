//! What the assigned pro does with a job: sets off, begins, ends it, or withdraws.

use callout_domain::matching::eligible::OutWhy;
use std::sync::Arc;

use super::{Matching, earnings, extras, job, mismatches, not_found, work};
use crate::bookings::{self, Change};
use crate::idempotent::key_reused;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::job_step::{self, Step};
use callout_domain::letters;
use callout_domain::set_off;
use callout_domain::status::{self, Actor, BookingStatus, facts};
use callout_domain::time;
use callout_store as store;
use callout_store::offers::{self, ProOut};
use callout_store::{Connection, changes, events, idempotency, masters};

/// Longest reason for a withdrawal, characters.
pub const REASON_LIMIT: usize = 300;

/// A step as a pro's device sends it.
#[derive(Debug, Clone)]
pub struct Taken {
    /// Where it leads, with what it needs.
    pub step: Step,
    /// Its name, under which the device may send it again, however much later.
    pub key: Option<idempotency::Key>,
    /// When it was taken by that device's clock, if not just now; Unix milliseconds.
    pub happened_at: Option<Millis>,
}

impl From<Step> for Taken {
    fn from(step: Step) -> Self {
        Self {
            step,
            key: None,
            happened_at: None,
        }
    }
}

impl Matching {
    /// Moves a job of this pro one step and returns it as it then stands. A step that was taken before changes nothing; one that was sent
    /// before under its name changes nothing wherever the job stands now.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `illegal_transition`, `too_late` to take back that they have set off, `payment_due` while its payment is being checked, and
    /// `start_code_locked`, `change_order_open` or `mismatch_open` for a job that is done while something waits for its client; 422 `idempotency_key_reused`,
    /// and for a step without what it needs, such as `wrong_start_code`.
    pub async fn advance(&self, master_id: &str, id: &str, taken: impl Into<Taken>) -> Fallible<Booking> {
        let taken: Taken = taken.into();
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let (current, waits) = (self.books.current().await?, self.waits);
        let keys = Arc::clone(&self.keys);
        self.of_own(master_id, id, move |connection, booking| {
            Box::pin(async move {
                let key = taken.key.as_ref();
                let to = taken.step.status();
                if let Some(known) = known(connection, booking, key).await? {
                    return if known == to.into() {
                        Ok(Ok(()))
                    } else {
                        Err(key_reused())
                    };
                }
                if booking.status == to {
                    return Ok(Ok(()));
                }
                let change = Change::of(booking, to, Actor::Pro)?;
                let change = noting_when(connection, booking, change, taken.happened_at, now).await?;
                if status::takes_back(booking.status, to) {
                    set_off::may_undo(events::set_off_at(connection, booking).await?, now)?;
                } else if !facts(to).is_done {
                    refuse_unpaid(connection, booking).await?;
                }
                match taken.step {
                    Step::Begin(start) => {
                        let by = work::may_begin(connection, &keys.start, booking, start, key, now).await?;
                        let by = match by {
                            Ok(by) => by,
                            Err(refused) => return Ok(Err(refused)),
                        };
                        take(connection, booking, &work::noting_start(change, &by), now).await?;
                        work::begin(connection, booking, &master, by, now).await?;
                    }
                    Step::Finish(proof) => {
                        extras::refuse_open(connection, booking).await?;
                        mismatches::refuse_open(connection, booking).await?;
                        let change = work::finish(connection, booking, proof, change).await?;
                        take(connection, booking, &change, now).await?;
                        // Putting something right earns nothing, and has no receipt.
                        if booking.parent_id.is_none() {
                            let terms = earnings::Terms {
                                book: current.of_version(&booking.book_version),
                                waits,
                            };
                            earnings::post(connection, booking, &master, terms, now).await?;
                        }
                    }
                    Step::To(_) if is_early(booking, to, now) => {
                        take(connection, booking, &change.noting("early", true), now).await?;
                    }
                    Step::To(_) => take(connection, booking, &change, now).await?,
                }
                if let Some(key) = key {
                    events::name_step(connection, &booking.id, &key.key).await?;
                }
                Ok(Ok(()))
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
                    why: OutWhy::Withdrew,
                    price_pence: job::price(booking).0,
                };
                offers::put_out(connection, &booking.id, &out, now).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    /// Does something with a booking that is this pro's, who is locked first, as everywhere. That marks the pro as changed: the map
    /// follows at its next look. What `act` refuses by an inner failure keeps what it has written, such as a wrong try.
    pub(super) async fn of_own<F>(&self, master_id: &str, id: &str, act: F) -> Fallible<Booking>
    where
        F: for<'c> FnOnce(
                &'c mut Connection,
                &'c Booking,
            ) -> futures_util::future::BoxFuture<'c, Fallible<Fallible<()>>>
            + Send
            + 'static,
    {
        let (master, id, now) = (master_id.to_owned(), id.to_owned(), self.clock.now());
        let acted: Fallible<Fallible<Booking>> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    masters::touch(connection, &master, now).await?;
                    let booking = store::bookings::lock(connection, &id).await?;
                    let own =
                        booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(&master));
                    let booking = own.ok_or_else(not_found)?;
                    if let Err(refused) = act(connection, &booking).await? {
                        return Ok(Err(refused));
                    }
                    Ok(store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found))
                })
            })
            .await;
        acted?
    }
}

/// What this key's step led to, if it was taken before.
async fn known(
    connection: &mut Connection,
    booking: &Booking,
    key: Option<&idempotency::Key>,
) -> Fallible<Option<EventKind>> {
    match key {
        Some(key) => Ok(events::of_step(connection, &booking.id, &key.key).await?),
        None => Ok(None),
    }
}

/// Has the event say when the step was taken, where the device can be believed.
async fn noting_when(
    connection: &mut Connection,
    booking: &Booking,
    change: Change,
    happened_at: Option<Millis>,
    now: Millis,
) -> Fallible<Change> {
    let Some(said) = happened_at else {
        return Ok(change);
    };
    let before = events::last(connection, &booking.id, booking.status.into()).await?;
    let before = before.map_or(booking.created_at, |event| event.happened_at());
    Ok(match job_step::believed(said, before, now) {
        Some(at) => change.noting(events::HAPPENED_AT, time::iso(at)),
        None => change,
    })
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

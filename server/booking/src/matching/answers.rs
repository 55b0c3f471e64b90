//! What pros answer to an offer, or to a job of the pool.

use callout_domain::master_event::MasterEventKind;
use std::sync::Arc;

use super::proposals::Wish;
use super::{Matching, candidates, job, named, not_found};
use crate::bookings::{self, Change};
use crate::books::Current;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::answer::{self, Accept, OfferAnswer, Standing};
use callout_domain::matching::eligible::{self, OutWhy, Reason};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::offers::{self, ProOut};
use callout_store::{Connection, jobs, master_events, masters};

/// Where an accept is judged: in one transaction, at one moment.
pub(super) struct Moment {
    pub(super) current: Arc<Current>,
    pub(super) rules: Arc<MatchingRules>,
    pub(super) now: Millis,
}

impl Matching {
    /// Gives a booking to a pro, if nobody is faster, and returns the booking's status. The winner may ask again. With another price,
    /// or when a budget must be paid by card first, the booking waits for its client. `seen_start` is when the window begins that the pro
    /// was shown (Unix milliseconds): a booking that its client has moved since is not theirs by surprise.
    ///
    /// # Errors
    /// 409 `already_taken`, `offer_expired`, `payment_due` for another price while a payment is due, `already_named` and `proposals_full`
    /// where pros name the price; 403 `not_eligible`; 404 for a booking that was never for this pro; 422 on `price_delta` and `message`,
    /// `price_required`.
    pub async fn accept(
        &self,
        master_id: &str,
        booking_id: &str,
        wish: Option<Wish>,
        seen_start: Option<Millis>,
    ) -> Fallible<BookingStatus> {
        let moment = self.moment().await?;
        let (master, booking) = (master_id.to_owned(), booking_id.to_owned());
        let status = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    moment
                        .accept(connection, &master, &booking, wish, seen_start)
                        .await
                })
            })
            .await?;
        self.index.reload(master_id).await?;
        Ok(status)
    }

    pub(super) async fn moment(&self) -> Fallible<Moment> {
        Ok(Moment {
            current: self.books.current().await?,
            rules: Arc::clone(&self.rules),
            now: self.clock.now(),
        })
    }

    /// Records that a pro does not want a booking at its price, or takes back a proposal, and returns the booking's status. The next wave does not wait for
    /// the time of the others when nobody else is left.
    ///
    /// # Errors
    /// 404 for a booking that was not offered to this pro and is not in the pool for them.
    pub async fn decline(&self, master_id: &str, booking_id: &str) -> Fallible<BookingStatus> {
        if let Some(status) = self.take_back(master_id, booking_id).await? {
            return Ok(status);
        }
        if let Some(status) = self.take_back_named(master_id, booking_id).await? {
            return Ok(status);
        }
        if self.seen_by(master_id, booking_id).await?.is_none() {
            return Err(not_found());
        }
        let now = self.clock.now();
        let (master, id) = (master_id.to_owned(), booking_id.to_owned());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)?;
                    let out = ProOut {
                        why: OutWhy::Declined,
                        price_pence: job::price(&booking).0,
                        master_id: master.clone(),
                    };
                    offers::put_out(connection, &id, &out, now).await?;
                    offers::answer(connection, &id, &master, OfferAnswer::Declined, now).await?;
                    if booking.facts().is_matching {
                        let work = Work::Match { booking_id: id };
                        jobs::enqueue(connection, &work, None, now, now).await?;
                    }
                    Ok(booking.status)
                })
            })
            .await
    }
}

impl Moment {
    /// The pro's row is locked first, so that one pro's jobs are judged one after another; then the booking, so that it is judged as it
    /// is assigned. It moves by one conditional update, which one pro wins.
    async fn accept(
        &self,
        connection: &mut Connection,
        master: &str,
        id: &str,
        wish: Option<Wish>,
        seen_start: Option<Millis>,
    ) -> Fallible<BookingStatus> {
        let now = self.now;
        if !masters::touch(connection, master, now).await? {
            return Err(Failure::unauthorised());
        }
        let booking = store::bookings::lock(connection, id)
            .await?
            .ok_or_else(not_found)?;
        let was_offered = offers::last(connection, id, master).await?.is_some();
        let pro = candidates::one(connection, master, &self.rules).await?;
        let job = job::read(connection, &booking, &self.current, now, &self.rules).await?;
        let verdict = pro.map_or(Err(Reason::Inactive), |pro| {
            eligible::fit(&pro, &job, now, &self.rules)
        });
        match answer::accept(standing(&booking, master), was_offered, verdict)? {
            Accept::Again => return Ok(booking.status),
            Accept::Take(_) if seen_start.is_some() && seen_start != booking.slot_start => {
                return Err(answer::offer_expired());
            }
            Accept::Take(_) if booking.awaits_price() => {
                let Some(Wish::Named(price)) = wish else {
                    return Err(named::price_required());
                };
                return self.name_price(connection, &booking, master, price).await;
            }
            Accept::Take(_) if wish.is_some() && booking.payment_due_until.is_some() => {
                return Err(answer::payment_due());
            }
            Accept::Take(_) if wish.is_some() || booking.is_unpaid_budget() => {
                return self.propose(connection, &booking, master, wish).await;
            }
            Accept::Take(_) => {}
        }
        let step = Change::of(&booking, BookingStatus::Assigned, Actor::Pro)?.to_master(master);
        if !bookings::change(connection, &booking, &step, now).await? {
            return Err(answer::taken());
        }
        offers::answer(connection, id, master, OfferAnswer::Accepted, now).await?;
        assigned(connection, &booking, master, now).await?;
        Ok(BookingStatus::Assigned)
    }
}

/// What follows for a pro who got a booking: they are told, and its payment is captured.
pub(super) async fn assigned(
    connection: &mut Connection,
    booking: &Booking,
    master: &str,
    now: Millis,
) -> Fallible<()> {
    master_events::add(connection, master, MasterEventKind::Assigned, &booking.id, now).await?;
    let capture = Work::CapturePayment {
        booking_id: booking.id.clone(),
    };
    jobs::enqueue(connection, &capture, None, now, now).await?;
    Ok(())
}

fn standing(booking: &Booking, master: &str) -> Standing {
    let facts = booking.facts();
    if facts.is_matching {
        Standing::Open
    } else if facts.has_pro && booking.assigned_master_id.as_deref() == Some(master) {
        Standing::Won
    } else if facts.has_pro || (facts.is_open && !facts.awaits_payment && !facts.awaits_matching) {
        Standing::Taken
    } else {
        Standing::Over
    }
}

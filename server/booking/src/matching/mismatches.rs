//! A job that is not what was booked: its pro says so, and the client chooses another price, to end the job, or to talk.
//!
//! The other price, higher or lower, is a change order, agreed and paid like any other, which counts as the price and not as extra work. For a
//! lower one nothing is to be paid, and what the card paid beyond it is given back. Ending costs the call-out share and is posted as a late
//! cancellation. While a report is open the job cannot be completed, and nothing else be suggested.

mod chosen;

use callout_domain::master_event::MasterEventKind;
use pricing_core::Pence;
use serde_json::json;

use super::Matching;
use crate::bookings;
use crate::idempotent;
use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::job_step;
use callout_domain::message_kind::MessageKind;
use callout_domain::mismatch::{
    self as rules, MOST_OF_A_JOB, OFTEN, OFTEN_WITHIN, Outcome, Report, TIME_TO_CHOOSE,
};
use callout_domain::status;
use callout_domain::work::Work;
use callout_store::mismatches::{self, Mismatch};
use callout_store::{Connection, change_orders, events, idempotency, jobs, master_events, uploads};

/// A report, with what ending the job would cost its client.
#[derive(Debug, Clone)]
pub struct MismatchSeen {
    /// The report.
    pub mismatch: Mismatch,
    /// What the client would pay in all by the other price, if there is one.
    pub to_pay: Option<Pence>,
    /// What ending the job would cost its client.
    pub end: Pence,
    /// True while the client may choose.
    pub is_open: bool,
}

impl Matching {
    /// Has a pro say that a job of theirs is not what was booked, and returns the booking as it then stands. The same key again changes
    /// nothing.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `illegal_transition` unless the pro is at work there, `mismatch_open`, `mismatch_limit`,
    /// `change_order_open`, `cash_limit`; 422 on `price`, `photoUrl`.
    pub async fn report_mismatch(
        &self,
        master_id: &str,
        booking_id: &str,
        report: Report,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let now = self.clock.now();
        self.of_own(master_id, booking_id, move |connection, booking| {
            Box::pin(async move {
                if !idempotent::is_done(connection, key.as_ref(), now).await? {
                    add(connection, booking, report, now).await?;
                    idempotent::done(connection, key.as_ref(), now).await?;
                }
                Ok(Ok(()))
            })
        })
        .await
    }

    /// Takes a report back; one that was taken back stays so.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's, or a number that it does not have; 409 `no_mismatch` when it has ended otherwise.
    pub async fn withdraw_mismatch(
        &self,
        master_id: &str,
        booking_id: &str,
        number: i64,
    ) -> Fallible<Booking> {
        let now = self.clock.now();
        self.of_own(master_id, booking_id, move |connection, booking| {
            Box::pin(async move {
                let known = numbered(mismatches::of_booking(connection, &booking.id).await?, number)?;
                match known.outcome {
                    None => {
                        stop_paying(connection, booking, &known, now).await?;
                        end(connection, &known, Outcome::Withdrawn, now).await?;
                    }
                    Some(Outcome::Withdrawn) => {}
                    Some(_) => return Err(no_mismatch()),
                }
                Ok(Ok(()))
            })
        })
        .await
    }

    /// The last report of a job whose work goes on.
    pub async fn mismatch(&self, booking: &Booking) -> Fallible<Option<MismatchSeen>> {
        if !booking.facts().is_at_work {
            return Ok(None);
        }
        let current = self.books.current().await?;
        let last = mismatches::of_booking(&mut self.db.read().await?, &booking.id)
            .await?
            .pop();
        Ok(last.map(|mismatch| MismatchSeen {
            end: rules::cost_of_ending(current.of_version(&booking.book_version), booking),
            to_pay: mismatch
                .price_pence
                .map(|price| rules::to_pay(booking, Pence(price))),
            is_open: mismatch.outcome.is_none() && self.clock.now() < mismatch.until,
            mismatch,
        }))
    }

    /// Has an operator told of a report whose time to choose is over without an answer.
    pub async fn end_mismatch(&self, id: &str) -> Fallible<()> {
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let found = mismatches::find(connection, &id).await?;
                    let is_silent = |known: &Mismatch| known.outcome.is_none() && known.choice.is_none();
                    if let Some(silent) = found.filter(|known| is_silent(known) && known.until <= now) {
                        alert(connection, &silent, false, now).await?;
                        tell_pages(connection, &silent, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}

async fn add(connection: &mut Connection, booking: &Booking, report: Report, now: Millis) -> Fallible<()> {
    let master = booking.assigned_master_id.clone();
    let Some(master_id) = master.filter(|_| booking.facts().is_at_work && booking.parent_id.is_none()) else {
        return Err(status::illegal(booking.status));
    };
    refuse_open(connection, booking).await?;
    super::extras::refuse_open(connection, booking).await?;
    report.check(booking)?;
    let id = booking.id.as_str();
    let earlier = mismatches::of_booking(connection, id).await?;
    let number = earlier.last().map_or(1, |last| last.number + 1);
    if number > MOST_OF_A_JOB {
        let detail =
            "You have said so of this job before, more than once. Please talk to your client, or contact us.";
        return Err(Failure::conflict("mismatch_limit", detail));
    }
    let photo = uploads::attach_of_work(connection, &report.photo_url, id).await?;
    let photo = photo.ok_or_else(|| job_step::no_such_photo("photoUrl"))?;
    let mismatch = Mismatch {
        id: ids::prefixed("mismatch-")?,
        booking_id: id.to_owned(),
        number,
        master_id,
        text: report.text,
        photo_id: Some(photo),
        price_pence: report.price.map(|price| price.0),
        made_at: now,
        until: now + TIME_TO_CHOOSE,
        choice: None,
        order_id: None,
        outcome: None,
        ended_at: None,
    };
    mismatches::add(connection, &mismatch).await?;
    end_later(connection, &mismatch, mismatch.until, now).await?;
    let told = json!({ "number": mismatch.number, "pricePence": mismatch.price_pence });
    events::note(connection, id, EventKind::NotAsBooked, &told, now).await?;
    tell_pages(connection, &mismatch, now).await?;
    tell(connection, &mismatch, MessageKind::NotAsBooked, now).await?;
    if mismatches::count_since(connection, &mismatch.master_id, now - OFTEN_WITHIN).await? >= OFTEN {
        alert(connection, &mismatch, true, now).await?;
    }
    Ok(())
}

/// Refuses what would pass over a report that is open.
pub(super) async fn refuse_open(connection: &mut Connection, booking: &Booking) -> Fallible<()> {
    match mismatches::open(connection, &booking.id).await? {
        Some(_) => Err(Failure::conflict(
            "mismatch_open",
            "You have said that this job is not what was booked. Wait for the answer, or take it back.",
        )),
        None => Ok(()),
    }
}

/// The other price is agreed and, by card, paid.
pub(super) async fn replaced(connection: &mut Connection, order_id: &str, now: Millis) -> Fallible<()> {
    match mismatches::of_order(connection, order_id).await? {
        Some(known) => end(connection, &known, Outcome::Replaced, now).await,
        None => Ok(()),
    }
}

/// Ends the payment of the other price, if one is awaited; the caller has locked the booking.
async fn stop_paying(
    connection: &mut Connection,
    booking: &Booking,
    known: &Mismatch,
    now: Millis,
) -> Fallible<()> {
    let order = match &known.order_id {
        Some(order) => change_orders::find(connection, order).await?,
        None => None,
    };
    if let Some(order) = order.filter(|order| order.outcome.is_none()) {
        bookings::end_extra(connection, booking, &order, Status::Withdrawn, now).await?;
    }
    Ok(())
}

/// Ends a report, with its event.
async fn end(connection: &mut Connection, known: &Mismatch, outcome: Outcome, now: Millis) -> Fallible<()> {
    if mismatches::end(connection, &known.id, outcome, now).await? {
        let told = json!({ "number": known.number, "outcome": outcome });
        events::note(
            connection,
            &known.booking_id,
            EventKind::NotAsBookedOver,
            &told,
            now,
        )
        .await?;
        tell_pages(connection, known, now).await?;
    }
    Ok(())
}

async fn end_later(connection: &mut Connection, known: &Mismatch, at: Millis, now: Millis) -> Fallible<()> {
    let work = Work::EndMismatch {
        mismatch_id: known.id.clone(),
    };
    let key = format!("end-{}-{at}", known.id);
    jobs::enqueue(connection, &work, Some(&key), at, now).await?;
    Ok(())
}

async fn alert(connection: &mut Connection, known: &Mismatch, is_often: bool, now: Millis) -> Fallible<()> {
    let work = Work::MismatchAlert {
        mismatch_id: known.id.clone(),
        is_often,
    };
    let key = format!("alert-{}-{is_often}", known.id);
    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    Ok(())
}

/// Has the pages of the pro look again.
async fn tell_pages(connection: &mut Connection, known: &Mismatch, now: Millis) -> Fallible<()> {
    let (pro, kind) = (known.master_id.as_str(), MasterEventKind::Updated);
    master_events::add(connection, pro, kind, &known.booking_id, now).await?;
    Ok(())
}

async fn tell(
    connection: &mut Connection,
    known: &Mismatch,
    message: MessageKind,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &known.booking_id,
        master_id: Some(&known.master_id),
        occasion: &known.id,
    };
    messages::enqueue(connection, &telling, now).await
}

fn numbered(all: Vec<Mismatch>, number: i64) -> Fallible<Mismatch> {
    let found = all.into_iter().find(|known| known.number == number);
    found.ok_or_else(|| Failure::not_found("There is no such report."))
}

fn no_mismatch() -> Failure {
    Failure::conflict("no_mismatch", "There is nothing to choose any more.")
}

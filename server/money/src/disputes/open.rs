//! Opening a dispute, and the pro's answer to it.

use super::notices::tell;
use super::{Disputes, not_found, note};
use callout_base::frozen;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::dispute::{self, DisputeStatus, News, Origin, Reason, Statement};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_store::disputes::{self, Dispute};
use callout_store::{Connection, bookings, masters, readings, to_json, uploads};

/// What a client has to say.
#[derive(Debug, Clone)]
pub struct Complaint {
    /// Why.
    pub reason: Reason,
    /// What happened.
    pub statement: Statement,
}

impl Disputes {
    /// Opens the client's dispute of a job and freezes what the job earned. The same again gives the same dispute.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `not_completed` before the job is done, `dispute_closed` once the time is over,
    /// `already_disputed`; 422 on `reason` and `photos`.
    pub async fn open(&self, booking_id: &str, complaint: Complaint) -> Fallible<Dispute> {
        if complaint.reason == Reason::Chargeback {
            return Err(Failure::field("reason", "Please choose what went wrong."));
        }
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let opened = self.db.write(move |connection| {
            Box::pin(async move {
                let booking = bookings::find(connection, &id).await?.ok_or_else(no_booking)?;
                let master = booking.assigned_master_id.clone().ok_or_else(not_completed)?;
                // Pros are locked before bookings. False for one who has left, which changes nothing here.
                masters::touch(connection, &master, now).await?;
                let booking = bookings::lock(connection, &id).await?.ok_or_else(no_booking)?;
                let before = disputes::of_booking(connection, &id).await?;
                if let Some(own) = before.iter().find(|dispute| dispute.origin == Origin::Client) {
                    let is_same = own.reason == complaint.reason && own.text == complaint.statement.text;
                    return is_same.then(|| own.clone()).ok_or_else(already_disputed);
                }
                check_open(connection, &booking, now).await?;
                if !before.is_empty() {
                    return Err(already_disputed());
                }
                let photos = attach(connection, &complaint.statement, &id).await?;
                let dispute = Dispute {
                    photos,
                    ..Dispute::opened(
                        ids::prefixed("dispute-")?,
                        (id, master),
                        (Origin::Client, complaint.reason),
                        complaint.statement.text,
                        now,
                    )
                };
                disputes::add(connection, &dispute).await?;
                if dispute.reason == Reason::Price {
                    readings::dispute_price(connection, &dispute.booking_id).await?;
                }
                frozen::freeze(connection, &dispute, now).await?;
                note(connection, &dispute, EventKind::Disputed, now).await?;
                tell(connection, &dispute, News::Opened, now).await?;
                Ok(dispute)
            })
        });
        opened.await
    }

    /// Keeps what the pro says to the dispute of a job. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when there is none, or the job is not this pro's; 409 `already_answered`, `dispute_closed`; 422 on `photos`.
    pub async fn answer(&self, master_id: &str, booking_id: &str, statement: Statement) -> Fallible<Dispute> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        let answered = self.db.write(move |connection| {
            Box::pin(async move {
                let booking = bookings::lock(connection, &id).await?.ok_or_else(no_booking)?;
                let all = disputes::of_booking(connection, &id).await?;
                let own = |dispute: &Dispute| dispute.origin == Origin::Client && dispute.master_id == master;
                let dispute = all.into_iter().find(own).ok_or_else(not_found)?;
                if let Some(answer) = &dispute.answer {
                    let is_same = *answer == statement.text;
                    return is_same.then_some(dispute).ok_or_else(already_answered);
                }
                if dispute.status != DisputeStatus::Open || now >= dispute::answer_by(dispute.opened_at) {
                    return Err(closed());
                }
                let photos = attach(connection, &statement, &booking.id).await?;
                if !disputes::answer(connection, &dispute.id, &statement.text, &photos, now).await? {
                    return Err(closed());
                }
                note(connection, &dispute, EventKind::DisputeAnswered, now).await?;
                tell(connection, &dispute, News::Answered, now).await?;
                disputes::find(connection, &dispute.id)
                    .await?
                    .ok_or_else(not_found)
            })
        });
        answered.await
    }
}

async fn check_open(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    let until = super::open_until(connection, booking)
        .await?
        .ok_or_else(not_completed)?;
    if now < until { Ok(()) } else { Err(closed()) }
}

/// Attaches photos to the booking and gives their ids as stored.
async fn attach(connection: &mut Connection, statement: &Statement, booking_id: &str) -> Fallible<String> {
    let mut ids = Vec::new();
    for url in &statement.photo_urls {
        let id = uploads::attach(connection, url, booking_id).await?;
        ids.push(id.ok_or_else(|| {
            Failure::field("photos", "A photo is not there any more. Please add it again.")
        })?);
    }
    Ok(to_json(&ids)?)
}

fn no_booking() -> Failure {
    Failure::not_found("Booking not found.")
}

fn not_completed() -> Failure {
    Failure::conflict("not_completed", "You can dispute a job once it is done.")
}

fn closed() -> Failure {
    Failure::conflict("dispute_closed", "The time for this is over.")
}

fn already_disputed() -> Failure {
    Failure::conflict("already_disputed", "This job is disputed already.")
}

fn already_answered() -> Failure {
    Failure::conflict("already_answered", "You have answered already.")
}

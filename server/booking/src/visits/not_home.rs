//! A client who is not at home: the pro says that they are at the door, which the client is told, and a quarter of an hour later that nobody
//! opens. An operator decides what that costs the client, or that the visit goes on.

use callout_base::words::words;
use pricing_core::{BasisPoints, Pence};

use super::{
    Visits, alert, already_decided, already_reported, begun, lock_own, no_report, note, tell_verdict,
};
use crate::bookings::{self, Change};
use crate::messages::{self, Telling};
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::job_step;
use callout_domain::message_kind::MessageKind;
use callout_domain::missed_visit::{self, Kind, Verdict};
use callout_domain::operator::By;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store as store;
use callout_store::bookings::work;
use callout_store::missed_visits::{self, Decided, MissedVisit};
use callout_store::{Connection, masters};

/// What an operator decides about a client who was not at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The booking is cancelled, and the client pays this share of its price.
    Charged(BasisPoints),
    /// The report is closed, and nothing changes.
    GoesOn,
}

impl Visits {
    /// Keeps that the pro of a job is at its door, and has the client told. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `illegal_transition` unless it is assigned or its pro on the way, `too_early` before its
    /// window; 422 `not_on_site`.
    pub async fn arrive(&self, master_id: &str, booking_id: &str, place: Location) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock_own(connection, &id, &master).await?;
                    let from = missed_visit::arrive_from(&booking);
                    let from = from.ok_or_else(|| status::illegal(booking.status))?;
                    if current(connection, &booking, &master).await?.is_some() {
                        return Ok(booking);
                    }
                    if now < from {
                        return Err(too_early(
                            "The client expects you from the beginning of the window on.",
                        ));
                    }
                    job_step::refuse_elsewhere(&booking, place)?;
                    at_the_door(connection, &booking, &master, now).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// Keeps that nobody opens to the pro of a job, and has an operator told. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when the job is not this pro's; 409 `illegal_transition` unless it is assigned or its pro on the way, `not_arrived`, `too_early`
    /// within 15 minutes of saying that they are at the door, `already_reported`; 422 `not_on_site`.
    pub async fn report_not_home(
        &self,
        master_id: &str,
        booking_id: &str,
        text: String,
        place: Location,
    ) -> Fallible<Booking> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock_own(connection, &id, &master).await?;
                    if !missed_visit::is_before_the_work(&booking) {
                        return Err(status::illegal(booking.status));
                    }
                    let visit = current(connection, &booking, &master).await?;
                    let visit = visit.ok_or_else(not_arrived)?;
                    if let Some(said) = &visit.text {
                        return (*said == text).then_some(booking).ok_or_else(already_reported);
                    }
                    if visit.report_from().is_none_or(|from| now < from) {
                        return Err(too_early("Please wait at the door for 15 minutes."));
                    }
                    job_step::refuse_elsewhere(&booking, place)?;
                    missed_visits::report(connection, &visit.id, &text, now).await?;
                    note(connection, &booking, EventKind::NotHome, now).await?;
                    alert(connection, &visit.id, now).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// The most that a client who was not at home may be asked to pay of the price.
    pub async fn most(&self, booking: &Booking) -> Fallible<BasisPoints> {
        let current = self.books.current().await?;
        Ok(missed_visit::most(
            current.of_version(&booking.book_version),
            booking,
        ))
    }

    /// Decides about a client who was not at home: the booking is cancelled and costs them a share of its price, the rest is given back; or
    /// the visit goes on. The running server tells both sides.
    ///
    /// # Errors
    /// 404 when nobody reports such a client; 409 `already_decided`, also when the booking has moved on; 422 on `share` above what a late
    /// cancellation costs, or any share of a job in cash, and on `reason`; those of [`audit::note`].
    pub async fn decide_not_home(
        &self,
        visit_id: &str,
        outcome: Outcome,
        reason: &str,
        by: By,
    ) -> Fallible<MissedVisit> {
        let words = words("reason", reason)?;
        let (id, now) = (visit_id.to_owned(), self.clock.now());
        let books = self.books.current().await?;
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let visit = missed_visits::find(connection, &id).await?;
                let visit = visit
                    .filter(|visit| visit.kind == Kind::NotHome)
                    .ok_or_else(no_report)?;
                let entry = Entry::new(Act::NotHomeDecided, Subject::Booking(visit.booking_id.clone()));
                audit::check(connection, &by, &entry).await?;
                // Pros are locked before bookings.
                masters::touch(connection, &visit.master_id, now).await?;
                let booking = store::bookings::lock(connection, &visit.booking_id)
                    .await?
                    .ok_or_else(no_report)?;
                let most = missed_visit::most(books.of_version(&booking.book_version), &booking);
                let cost = cost(&booking, outcome, most)?;
                let decided = Decided {
                    verdict: outcome.verdict(),
                    words: &words,
                    amount_pence: cost.0,
                };
                if !missed_visits::decide(connection, &id, decided, now).await? {
                    return Err(already_decided());
                }
                let entry = entry.is("verdict", outcome.verdict().as_str());
                let entry = match outcome {
                    Outcome::Charged(share) => {
                        call_off(connection, &booking, cost, &words, now).await?;
                        entry
                            .was("status", booking.status.as_str())
                            .is("cost_pence", cost.0)
                            .refunding(bookings::given_back(&booking, share))
                    }
                    Outcome::GoesOn => {
                        note(connection, &booking, EventKind::VisitGoesOn, now).await?;
                        tell_client(connection, &visit, MessageKind::VisitGoesOn, now).await?;
                        entry
                    }
                };
                tell_verdict(connection, &id, now).await?;
                audit::note(connection, &by, &entry.because(&words), now).await?;
                missed_visits::find(connection, &id).await?.ok_or_else(no_report)
            })
        });
        let visit = decided.await?;
        tracing::info!(booking = %visit.booking_id, cost = visit.amount_pence, "an operator has decided about a client not at home");
        Ok(visit)
    }
}

impl Outcome {
    const fn verdict(self) -> Verdict {
        match self {
            Self::Charged(_) => Verdict::Charged,
            Self::GoesOn => Verdict::GoesOn,
        }
    }
}

/// Keeps that a pro is at the door, and has the client told.
pub(super) async fn at_the_door(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
    now: Millis,
) -> Fallible<()> {
    let visit = MissedVisit {
        arrived_at: Some(now),
        ..begun(Kind::NotHome, booking.id.clone(), master_id.to_owned(), now)?
    };
    missed_visits::add(connection, &visit).await?;
    note(connection, booking, EventKind::AtTheDoor, now).await?;
    tell_client(connection, &visit, MessageKind::AtTheDoor, now).await
}

/// What the pro says of this visit.
pub(super) async fn current(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
) -> Fallible<Option<MissedVisit>> {
    let last = missed_visits::last(connection, &booking.id, master_id, Kind::NotHome).await?;
    Ok(last.filter(|visit| visit.closed_at.is_none()))
}

/// What the client pays.
fn cost(booking: &Booking, outcome: Outcome, most: BasisPoints) -> Fallible<Pence> {
    match outcome {
        Outcome::GoesOn => Ok(Pence::ZERO),
        Outcome::Charged(share) if share <= most => Ok(Pence(booking.amount_pence).share(share)),
        Outcome::Charged(_) if booking.is_in_cash() => Err(Failure::field(
            "share",
            "Nothing of a job in cash passes through us: choose 0%.",
        )),
        Outcome::Charged(_) => Err(Failure::field(
            "share",
            format!(
                "Choose 0 to {}%, as much as a late cancellation costs.",
                most.0 / 100
            ),
        )),
    }
}

/// Cancels the booking; the money follows as in a late cancellation.
async fn call_off(
    connection: &mut Connection,
    booking: &Booking,
    cost: Pence,
    words: &str,
    now: Millis,
) -> Fallible<()> {
    work::stop(connection, &booking.id, words).await?;
    let off = Change::of(booking, BookingStatus::Cancelled, Actor::Operator)?;
    if bookings::change(
        connection,
        booking,
        &off.because(CancelReason::NotHome, cost.0),
        now,
    )
    .await?
    {
        Ok(())
    } else {
        Err(already_decided())
    }
}

async fn tell_client(
    connection: &mut Connection,
    visit: &MissedVisit,
    message: MessageKind,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &visit.booking_id,
        master_id: Some(&visit.master_id),
        occasion: &visit.id,
    };
    messages::enqueue(connection, &telling, now).await
}

fn too_early(detail: &str) -> Failure {
    Failure::conflict("too_early", detail)
}

fn not_arrived() -> Failure {
    Failure::conflict("not_arrived", "Say first that you are at the door.")
}

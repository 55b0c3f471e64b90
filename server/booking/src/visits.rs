//! Visits that came to nothing: a pro contests that they did not come, or reports that nobody was at home; an operator decides.

mod contest;
mod late;
mod not_home;
mod notices;

use url::Url;

use crate::bookings;
use crate::books::Books;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clearing::Waits;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::late::OnTheWay;
use callout_domain::missed_visit::{self, Kind};
use callout_domain::work::Work;
use callout_outside::notify::Notifier;
use callout_store as store;
use callout_store::missed_visits::{self, MissedVisit};
use callout_store::{Connection, Db, events, jobs};

pub use not_home::Outcome;

/// How many a list of those to decide shows.
const AT_ONCE: i64 = 200;

/// Looks after visits that came to nothing; cloning it is cheap.
#[derive(Clone)]
pub struct Visits {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// What a visit is worth.
    pub books: Books,
    /// How long what pros get stays in clearing.
    pub waits: Waits,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Who is told of what is to be decided.
    pub support_email: Option<String>,
}

/// What there is to the visit of a pro.
#[derive(Debug, Clone, Default)]
pub struct Missed {
    /// What the pro says to the client's report that they did not come.
    pub no_show: Option<MissedVisit>,
    /// Until when they may contest it, Unix milliseconds; none when that is over, or was done.
    pub contest_until: Option<Millis>,
    /// What they say of a client who is not at home.
    pub not_home: Option<MissedVisit>,
    /// From when on they may say that they are at the door, Unix milliseconds; none where they did, or no visit is to come.
    pub arrive_from: Option<Millis>,
    /// What they say of themselves on the way.
    pub on_the_way: OnTheWay,
}

impl Visits {
    /// What there is to the visit of a booking's pro.
    pub async fn of(&self, booking: &Booking) -> Fallible<Missed> {
        let Some(master) = booking.assigned_master_id.as_deref() else {
            return Ok(Missed::default());
        };
        let until = missed_visit::contest_until(booking);
        let mut connection = self.db.read().await?;
        let no_show = match until {
            Some(_) => missed_visits::last(&mut connection, &booking.id, master, Kind::NoShow).await?,
            None => None,
        };
        let not_home = missed_visits::last(&mut connection, &booking.id, master, Kind::NotHome).await?;
        // What was closed by another time of the visit is about the old one.
        let is_of_now = |visit: &MissedVisit| visit.closed_at.is_none() || booking.facts().is_final;
        let not_home = not_home.filter(is_of_now);
        let on_the_way = on_the_way(&mut connection, booking).await?;
        let is_open = |until: &Millis| no_show.is_none() && self.clock.now() < *until;
        Ok(Missed {
            contest_until: until.filter(is_open),
            no_show,
            arrive_from: missed_visit::arrive_from(booking).filter(|_| not_home.is_none()),
            not_home,
            on_the_way,
        })
    }

    /// What waits for an operator, the oldest first.
    pub async fn to_decide(&self) -> Fallible<Vec<MissedVisit>> {
        Ok(missed_visits::to_decide(&mut self.db.read().await?, AT_ONCE).await?)
    }
}

/// What the pro of a visit that is to come says of themselves; nothing once the work has begun.
async fn on_the_way(connection: &mut Connection, booking: &Booking) -> Fallible<OnTheWay> {
    if !missed_visit::is_before_the_work(booking) {
        return Ok(OnTheWay::default());
    }
    Ok(events::on_the_way(connection, booking).await?)
}

/// A visit of which nothing is said or decided yet.
fn begun(kind: Kind, booking_id: String, master_id: String, now: Millis) -> Fallible<MissedVisit> {
    Ok(MissedVisit {
        id: ids::prefixed("visit-")?,
        booking_id,
        master_id,
        kind,
        made_at: now,
        arrived_at: None,
        text: None,
        reported_at: None,
        closed_at: None,
        verdict: None,
        verdict_words: None,
        amount_pence: 0,
        decided_at: None,
    })
}

/// Locks a booking that is this pro's.
async fn lock_own(connection: &mut Connection, id: &str, master_id: &str) -> Fallible<Booking> {
    let booking = store::bookings::lock(connection, id).await?;
    let own = booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(master_id));
    own.ok_or_else(no_booking)
}

/// Notes in a locked booking that something has happened, and has its pro's pages told.
async fn note(connection: &mut Connection, booking: &Booking, kind: EventKind, now: Millis) -> Fallible<()> {
    let id = &booking.id;
    events::note(connection, id, kind, &serde_json::json!({}), now).await?;
    match &booking.assigned_master_id {
        Some(master) => bookings::tell_pro_of_change(connection, master, id, now).await,
        None => Ok(()),
    }
}

/// Has an operator told that there is something to decide.
async fn alert(connection: &mut Connection, visit_id: &str, now: Millis) -> Fallible<()> {
    let alert = Work::MissedVisitAlert {
        visit_id: visit_id.to_owned(),
    };
    jobs::enqueue(connection, &alert, None, now, now).await?;
    Ok(())
}

/// Has the pro told what was decided.
async fn tell_verdict(connection: &mut Connection, visit_id: &str, now: Millis) -> Fallible<()> {
    let told = Work::MissedVisitVerdict {
        visit_id: visit_id.to_owned(),
    };
    jobs::enqueue(connection, &told, None, now, now).await?;
    Ok(())
}

fn no_booking() -> Failure {
    Failure::not_found("Booking not found.")
}

fn no_report() -> Failure {
    Failure::not_found("There is no such report.")
}

fn already_reported() -> Failure {
    Failure::conflict("already_reported", "You have told us about this visit already.")
}

fn already_decided() -> Failure {
    Failure::conflict(
        "already_decided",
        "This is decided already, or the booking has moved on.",
    )
}

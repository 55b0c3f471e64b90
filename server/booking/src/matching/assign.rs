//! An operator gives a booking to a pro who has agreed by phone. The pro is judged as if they had accepted it themselves, but for the
//! switch and what they have answered before. Where the client must pay first, the booking is promised to them (`changes/promised.rs`).

use callout_domain::matching::answer::OfferAnswer;
use pricing_core::Pence;

use crate::bookings::{self, Change};
use crate::books::Current;
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::candidate::Candidate;
use callout_domain::matching::eligible::{self, Job, Out, Reason};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::operator::By;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_domain::time;
use callout_store as store;
use callout_store::candidates::Near;
use callout_store::masters::{self, Master};
use callout_store::{Connection, offers, payments};

use super::answers::{Moment, assigned};
use super::named::no_price_yet;
use super::{Matching, candidates, changes, job, not_found};

/// Most pros of the trade who are looked at, the nearest first.
const LOOKED_AT: i64 = 100;

/// Furthest that a pro's base can be from a job, metres: the largest area, and a little for the roundness of the earth.
pub(super) const FURTHEST: f64 = 100_000.0;

/// A pro who may have a booking.
#[derive(Debug, Clone)]
pub struct Assignable {
    /// The pro.
    pub master: Master,
    /// From where they are, or else their base, to the middle of the job's district; metres.
    pub metres: f64,
    /// What they have said of their hours and prices that speaks against it: why nobody asked them, and what their word by phone goes before.
    pub despite: Option<&'static str>,
}

/// What a pro has agreed to by phone, as the operator read it out.
#[derive(Debug, Clone)]
pub struct Agreed {
    /// When the visit begins, Unix milliseconds.
    pub slot_start: Option<Millis>,
    /// The price.
    pub price: Pence,
    /// Why the operator gives it to them.
    pub reason: String,
}

impl Matching {
    /// The pros nearest to a booking who may have it, whether they are online or not, the nearest first. Demo pros are left out.
    pub async fn assignable(&self, booking: &Booking) -> Fallible<Vec<Assignable>> {
        if booking.awaits_price() {
            return Ok(Vec::new());
        }
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let (current, rules, now) = (&moment.current, &moment.rules, moment.now);
        let job = agreed_job(&mut connection, booking, current, rules, now).await?;
        let near = Near {
            skill: job.skill.code(),
            middle: job.middle,
            furthest: FURTHEST,
            seen_since: 0,
        };
        let mut found = Vec::new();
        for id in store::candidates::nearest(&mut connection, near, LOOKED_AT).await? {
            let Some(pro) = candidates::one(&mut connection, &id, rules).await? else {
                continue;
            };
            let Ok(fit) = eligible::fit(&pro.clone().as_agreed(), &job, now, rules) else {
                continue;
            };
            let usual = Candidate { online: true, ..pro };
            let against = eligible::fit(&usual, &job, now, rules).err();
            if let Some(master) = masters::find(&mut connection, &id).await? {
                found.push(Assignable {
                    master,
                    metres: fit.metres,
                    despite: against.map(remark),
                });
            }
        }
        found.sort_by(|one, other| one.metres.total_cmp(&other.metres));
        Ok(found)
    }

    /// Gives a booking to a pro, as an operator has agreed with them, and returns it as it then stands. Where its client must pay first, they
    /// are asked to, and the booking is the pro's once they have.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `already_taken` when it looks for no pro (any more), `booking_changed` when the pro has agreed to
    /// another time or price, `payment_required` when no time is left to pay, `slot_gone`; 422 on `pro` for one who may not have it, and on
    /// `reason`; those of [`audit::note`].
    pub async fn assign(
        &self,
        booking_id: &str,
        master_id: &str,
        agreed: Agreed,
        by: By,
    ) -> Fallible<Booking> {
        let agreed = Agreed {
            reason: words("reason", &agreed.reason)?,
            ..agreed
        };
        let moment = self.moment().await?;
        let (id, master) = (booking_id.to_owned(), master_id.to_owned());
        let given = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    Box::pin(moment.assign(connection, &id, &master, &agreed, &by)).await?;
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await?;
        self.index.reload(master_id).await?;
        Ok(given)
    }
}

impl Agreed {
    /// Refuses a booking that its client has changed since the pro was asked.
    fn refuse_another(&self, booking: &Booking) -> Fallible<()> {
        if booking.awaits_price() {
            return Err(no_price_yet());
        }
        let price = Pence(booking.amount_pence);
        if (self.slot_start, self.price) == (booking.slot_start, price) {
            return Ok(());
        }
        let begins = booking.slot_start.map_or_else(
            || "as soon as possible".to_owned(),
            |at| format!("{} at {}", time::day_in_words(at), time::clock_face(at)),
        );
        let detail = format!(
            "The client has changed the booking meanwhile. It is now {begins}, {price}. Ask the pro again, then send it once more."
        );
        Err(Failure::conflict("booking_changed", detail))
    }
}

impl Moment {
    /// The pro's row is locked first, then the booking, as for an accept: one of two who take it at the same moment has it.
    async fn assign(
        &self,
        connection: &mut Connection,
        id: &str,
        master: &str,
        agreed: &Agreed,
        by: &By,
    ) -> Fallible<()> {
        let now = self.now;
        let subject = Subject::Booking(id.to_owned());
        lock_payment(connection, id, now).await?;
        if !masters::touch(connection, master, now).await? {
            return Err(Failure::field("pro", "Choose a pro."));
        }
        let booking = store::bookings::lock(connection, id)
            .await?
            .ok_or_else(not_found)?;
        audit::check(connection, by, &Entry::new(Act::BookingAssigned, subject.clone())).await?;
        agreed.refuse_another(&booking)?;
        self.check(connection, &booking, master).await?;
        let act = if changes::is_unpaid(connection, &booking).await? {
            self.promise(connection, &booking, master).await?;
            Act::BookingPromised
        } else {
            if booking.facts().is_unmatched {
                // A change that waits for its payment may hold the place that is taken here.
                changes::end_open(connection, &booking, &booking, now).await?;
            }
            let capacity = self.current.book.capacity.of_area(&booking.area);
            if !give(connection, &booking, master, capacity, now).await? {
                return Err(taken());
            }
            Act::BookingAssigned
        };
        let entry = Entry::new(act, subject)
            .was("status", booking.status.as_str())
            .is("pro", master)
            .because(&agreed.reason);
        audit::note(connection, by, &entry, now).await
    }

    /// Refuses a booking that looks for no pro, or whose window has begun without anybody, and a pro who may not have it.
    async fn check(&self, connection: &mut Connection, booking: &Booking, master: &str) -> Fallible<()> {
        status::transition(booking.status, BookingStatus::Assigned, Actor::Operator).map_err(|_| taken())?;
        if booking.facts().is_unmatched && booking.slot_start.is_some_and(|start| start <= self.now) {
            return Err(slot_gone());
        }
        let open = store::changes::open(connection, &booking.id).await?;
        if open.is_some_and(|open| open.promised_to() == Some(master)) {
            return Err(Failure::field(
                "pro",
                "This booking is promised to this pro already, and theirs once the client has paid.",
            ));
        }
        let job = agreed_job(connection, booking, &self.current, &self.rules, self.now).await?;
        match judge(connection, master, &job, &self.rules, self.now).await? {
            Ok(_) => Ok(()),
            Err(against) => Err(Failure::field("pro", remark(against))),
        }
    }
}

/// Locks the payment of a booking, as whoever settles it does before pro and booking: it is paid either before or after what follows.
async fn lock_payment(connection: &mut Connection, id: &str, now: Millis) -> Fallible<()> {
    let booking = store::bookings::find(connection, id).await?;
    if let Some(payment) = booking.and_then(|booking| booking.payment_id) {
        payments::lock(connection, &payment, now).await?;
    }
    Ok(())
}

/// The booking, for whoever has agreed to it by phone: earlier answers to offers are ignored, but a pro who gave this job back stays
/// excluded.
pub(super) async fn agreed_job(
    connection: &mut Connection,
    booking: &Booking,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<Job> {
    let mut job = job::read(connection, booking, current, now, rules).await?;
    job.out.retain(|_, out| *out == Out::Withdrew);
    Ok(job)
}

/// Whether a pro may have a job to which they have agreed by phone: online or not, and whatever they have said of their hours.
pub(super) async fn judge(
    connection: &mut Connection,
    master: &str,
    job: &Job,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<Result<eligible::Fit, Reason>> {
    let pro = candidates::one(connection, master, rules).await?;
    let pro = pro.map(Candidate::as_agreed);
    Ok(pro.map_or(Err(Reason::Inactive), |pro| eligible::fit(&pro, job, now, rules)))
}

/// Makes a booking a pro's job; the caller has locked both. False when it has moved meanwhile.
pub(super) async fn give(
    connection: &mut Connection,
    booking: &Booking,
    master: &str,
    capacity: u32,
    now: Millis,
) -> Fallible<bool> {
    let step = Change::of(booking, BookingStatus::Assigned, Actor::Operator)?;
    let step = step.to_master(master).within(capacity);
    if !bookings::change(connection, booking, &step, now).await? {
        return Ok(false);
    }
    offers::answer(connection, &booking.id, master, OfferAnswer::Accepted, now).await?;
    assigned(connection, booking, master, now).await?;
    Ok(true)
}

fn taken() -> Failure {
    Failure::conflict(
        "already_taken",
        "This booking looks for no pro any more. Look at how it stands now.",
    )
}

/// Why a pro may not have a job, for operators.
fn remark(against: Reason) -> &'static str {
    match against {
        Reason::Reserved => "The client is promised another pro alone.",
        Reason::Inactive => "This pro’s profile is not active.",
        Reason::OwnBooking => "This is the pro’s own booking.",
        Reason::Skill(_) => "This pro does not do such work.",
        Reason::Identity => "This pro’s identity is not verified.",
        Reason::NoGasSafe => "This pro has no verified Gas Safe registration.",
        Reason::NoElectrical => "This pro has no verified electrical registration.",
        Reason::Area => "This is outside the pro’s area.",
        Reason::Withdrew => "This pro gave the job back before.",
        Reason::GasSafeEnds => "This pro’s Gas Safe registration ends before the job does.",
        Reason::ElectricalEnds => "This pro’s electrical registration ends before the job does.",
        Reason::ClientBlocked => "This pro does not work for this client.",
        Reason::Minimum => "This is below the pro’s minimum price.",
        Reason::Hours => "This is outside the pro’s working hours.",
        Reason::DayOff => "This pro has a day off then.",
        Reason::Blocked => "This pro has blocked that time.",
        Reason::Busy => "This pro has another job at that time.",
        Reason::Debt => "This pro owes too many fees to take a job in cash.",
        Reason::Offline | Reason::Declined | Reason::ProposalOver => "This pro may not have it now.",
    }
}

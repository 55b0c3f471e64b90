//! The demo pros of a demonstration server. A crew is placed around each booking that looks for a pro, and does what pros do, by the
//! same calls: accept or propose, set off, send positions, begin, end. When to do what is decided by [`callout_domain::demo`].
//!
//! All there is to know is in the tables, so a server that starts again carries on where the one before stopped. A crew has one booking
//! at a time and is free for the next when that is over or has another pro; when none is free, another crew is made, so bookings far
//! apart each have their own.

mod crew;

use std::collections::HashMap;
use std::sync::Arc;

use pricing_core::Pence;

use crate::pros::Pros;
use callout_booking::matching::{Matching, Wish};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::Clock;
use callout_domain::demo::{self, Act, Search, Stage};
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::geo;
use callout_domain::job_step::{Proof, Start, Step};
use callout_domain::keys::Keys;
use callout_domain::matching::eligible::Reason;
use callout_domain::matching::proposal::NamedPrice;
use callout_domain::pro::Position;
use callout_domain::start_code;
use callout_domain::status::BookingStatus;
use callout_store::demo_pros::{self, DemoPro};
use callout_store::{Db, StoreError, events, matchings};

/// How many bookings are looked at in one go.
const BOOKINGS: i64 = 1_000;

/// What a demo pro says about another price.
const WHY_MORE: &str = "I can come for a little more. This is a demo: try Approve or Decline.";

/// How long a demo pro says the work takes, minutes.
const TWO_HOURS: i64 = 120;

/// Why a demo pro shows no photo of the work.
const NO_CAMERA: &str = "This is a demo: nobody was really there.";

/// The demo pros; cloning it is cheap.
#[derive(Clone)]
pub struct Demo {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// What pros answer, and the steps of their jobs.
    pub matching: Matching,
    /// Where pros are.
    pub pros: Pros,
    /// The key of the start codes, which clients show to pros who are there.
    pub keys: Arc<Keys>,
    /// How many demo pros a crew has; none on a server that is no demonstration.
    pub seats: usize,
    /// How many times as fast as usual they act.
    pub speed: u32,
}

impl Demo {
    /// Whether there are demo pros.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.seats > 0
    }

    /// Where there are no demo pros (any more), takes from those of an earlier run what they have: jobs that have not begun are
    /// matched anew, those under way are cancelled. To be called by a server before its worker starts.
    pub async fn leave_if_off(&self) -> Fallible<()> {
        if self.is_on() {
            return Ok(());
        }
        let left = demo_pros::switched_on(&mut self.db.read().await?).await?;
        if left.is_empty() {
            return Ok(());
        }
        for pro in &left {
            self.matching.take_off(pro, CancelReason::DemoOff).await?;
        }
        self.db
            .write(|connection| Box::pin(demo_pros::free_all(connection)))
            .await
            .map(drop::<u64>)
            .map_err(|error: StoreError| error.into())
    }

    /// What the demo pros do again and again: one step for each booking.
    pub async fn look(&self) -> Fallible<()> {
        if !self.is_on() {
            return Ok(());
        }
        // A server that has just started must know the real pros before demo pros act.
        self.matching.index().refresh().await?;
        let mut connection = self.db.read().await?;
        let bookings = demo_pros::bookings(&mut connection, BOOKINGS).await?;
        let mut crews = crew::by_booking(demo_pros::all(&mut connection).await?);
        drop(connection);
        self.free(&bookings, &mut crews).await?;
        for booking in &bookings {
            let done = Box::pin(self.look_after(booking, &mut crews)).await;
            match done {
                Ok(()) => {}
                // Somebody was faster, or the booking has moved: the next look sees where it stands.
                Err(failure) if failure.kind == FailureKind::Conflict => {}
                Err(failure) => {
                    tracing::error!(
                        booking = booking.id,
                        %failure,
                        detail = failure.detail,
                        "a demo pro cannot act"
                    );
                }
            }
        }
        Ok(())
    }

    /// Frees the crews whose booking is over, or has another pro.
    async fn free(&self, bookings: &[Booking], crews: &mut Crews) -> Fallible<()> {
        let placed: Vec<String> = crews.placed.keys().cloned().collect();
        for id in placed {
            let booking = bookings.iter().find(|booking| booking.id == id);
            let crew = crews.placed.get(&id).map(Vec::as_slice).unwrap_or_default();
            if booking.is_some_and(|booking| goes_on(booking, crew)) {
                continue;
            }
            let of = id.clone();
            self.db
                .write(move |connection| Box::pin(async move { demo_pros::free(connection, &of).await }))
                .await
                .map_err(|error: StoreError| error)?;
            crews.free.extend(crews.placed.remove(&id));
        }
        Ok(())
    }

    async fn look_after(&self, booking: &Booking, crews: &mut Crews) -> Fallible<()> {
        if booking.facts().is_matching && !crews.placed.contains_key(&booking.id) {
            let placed = self.place(booking, crews.free.pop()).await?;
            crews.placed.insert(booking.id.clone(), placed);
        }
        match crews.placed.get(&booking.id) {
            Some(crew) => self.act(booking, crew).await,
            None => Ok(()),
        }
    }

    async fn act(&self, booking: &Booking, crew: &[DemoPro]) -> Fallible<()> {
        let now = self.clock.now();
        let act = demo::next(self.stage(booking).await?, now, self.speed);
        match act {
            Act::Wait => return Ok(()),
            Act::Accept => return self.answer(booking, crew, None).await,
            Act::Propose => {
                let more = Wish::Other {
                    delta: demo::MORE,
                    message: Some(WHY_MORE.to_owned()),
                };
                return self.answer(booking, crew, Some(more)).await;
            }
            Act::Name => {
                let price = NamedPrice::parse(demo::NAMED, TWO_HOURS, None)?;
                return self.answer(booking, crew, Some(Wish::Named(price))).await;
            }
            Act::SetOff | Act::Drive(_) | Act::Begin | Act::Finish => {}
        }
        let is_theirs = |pro: &&DemoPro| booking.assigned_master_id.as_deref() == Some(&pro.master_id);
        let Some(pro) = crew.iter().find(is_theirs) else {
            return Ok(());
        };
        let (id, master) = (booking.id.as_str(), pro.master_id.as_str());
        let step = match act {
            Act::SetOff => {
                // Before the client can see it, so that the way begins where it does.
                self.put_position(booking, pro, 0.0).await?;
                Step::To(BookingStatus::EnRoute)
            }
            Act::Begin => Step::Begin(start_code::of(&self.keys.start, booking).map(Start::Code)),
            Act::Finish => Step::Finish(Some(Proof::Nothing(NO_CAMERA.to_owned()))),
            Act::Drive(share) => return self.put_position(booking, pro, share).await,
            Act::Wait | Act::Accept | Act::Propose | Act::Name => return Ok(()),
        };
        self.matching.advance(master, id, step).await.map(drop::<Booking>)
    }

    /// Where a booking stands, read from the tables.
    async fn stage(&self, booking: &Booking) -> Fallible<Stage> {
        Ok(match booking.status {
            BookingStatus::Pending => self.search(booking).await?,
            BookingStatus::Assigned => Stage::Assigned {
                since: booking.assigned_at.unwrap_or(booking.updated_at),
                payment_due: booking.payment_due_until.is_some(),
            },
            BookingStatus::EnRoute => Stage::OnTheWay {
                since: self.since(booking).await?,
            },
            BookingStatus::InProgress => Stage::AtWork {
                since: self.since(booking).await?,
            },
            _ => Stage::Resting,
        })
    }

    async fn since(&self, booking: &Booking) -> Fallible<i64> {
        let mut connection = self.db.read().await?;
        let at = events::last_at(&mut connection, &booking.id, booking.status.into()).await?;
        Ok(at.unwrap_or(booking.updated_at))
    }

    async fn search(&self, booking: &Booking) -> Fallible<Stage> {
        let has_real_pro = self.matching.has_willing_pro(booking).await?;
        let mut connection = self.db.read().await?;
        let matching = matchings::find(&mut connection, &booking.id).await?;
        let proposed_at = demo_pros::proposed_at(&mut connection, &booking.id).await?;
        Ok(Stage::Looking(Search {
            began_at: matching.map_or(booking.updated_at, |matching| matching.began_at),
            has_real_pro,
            price: Pence(booking.amount_pence + booking.discount_pence),
            names_price: booking.awaits_price(),
            estimate: booking.proposed_pence.and(booking.estimated_pence).map(Pence),
            proposed_at: proposed_at.map(Pence),
        }))
    }

    /// The first of a crew who may answers. A crew whose every pro owes too much for a job in cash is replaced by the next look.
    async fn answer(&self, booking: &Booking, crew: &[DemoPro], wish: Option<Wish>) -> Fallible<()> {
        let first = demo::first_seat(&booking.id, crew.len());
        let mut in_debt = 0;
        for pro in crew.iter().cycle().skip(first).take(crew.len()) {
            let answered = self
                .matching
                .accept(&pro.master_id, &booking.id, wish.clone(), booking.slot_start)
                .await;
            match answered {
                Ok(_) => return Ok(()),
                Err(failure) if failure.kind == FailureKind::Forbidden => {
                    in_debt += usize::from(owes(&failure));
                }
                Err(failure) => return Err(failure),
            }
        }
        match crew.first() {
            Some(pro) if in_debt == crew.len() => self.retire(&pro.crew).await,
            _ => Ok(()),
        }
    }

    async fn put_position(&self, booking: &Booking, pro: &DemoPro, share: f64) -> Fallible<()> {
        let place = geo::between(crew::base(booking, pro), middle(booking), share);
        let position = Position {
            place,
            at: self.clock.now(),
            accuracy: None,
        };
        self.pros.put_position(pro.master_id.clone(), position).await
    }
}

/// The crews by what they do.
struct Crews {
    /// By booking.
    placed: HashMap<String, Vec<DemoPro>>,
    /// Without one.
    free: Vec<Vec<DemoPro>>,
}

/// Whether a crew has something to do with its booking, now or later: nobody else has it, and it is not over.
fn goes_on(booking: &Booking, crew: &[DemoPro]) -> bool {
    let has_it = |pro: &DemoPro| booking.assigned_master_id.as_deref() == Some(&pro.master_id);
    let facts = booking.facts();
    facts.is_open && (!facts.has_pro || crew.iter().any(has_it))
}

/// The middle of its district: as much as any pro knows before the job is theirs.
fn middle(booking: &Booking) -> Location {
    Location {
        lat: booking.lat,
        lng: booking.lng,
    }
}

fn owes(refusal: &Failure) -> bool {
    refusal
        .extra
        .get("reason")
        .is_some_and(|reason| reason == Reason::Debt.code())
}

//! One decision of a booking's matching: the next wave, waiting, only the pool, or giving up.

use super::{Matching, job, not_found};
use crate::bookings::{self, Change};
use crate::clock::{DAY, MINUTE, Millis};
use crate::domain::booking::Booking;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::matching::eligible::Job;
use crate::domain::matching::plan::{self, Act, Progress};
use crate::domain::matching::rules::MatchingRules;
use crate::domain::matching::wave::{self, Chosen};
use crate::domain::status::{Actor, BookingStatus};
use crate::domain::work::Work;
use crate::store::matchings::{self, Sent};
use crate::store::offers::{self, Offer};
use crate::store::{
    Connection, StoreError, Wake, WriteError, bookings as rows, changes, jobs, master_events,
};

/// How often a decision is taken again when somebody else changes the booking at the same moment.
const ATTEMPTS: usize = 5;

/// How long a booking that found no pro can still be tried again, milliseconds.
const KEEP_UNMATCHED: Millis = 7 * DAY;

/// A booking that looks for its pro, as it stands now.
struct Standing {
    booking: Booking,
    matching: matchings::Matching,
    job: Job,
    offers: Vec<Offer>,
    deadline: Millis,
}

/// A decision that was not carried out.
enum Undone {
    /// The booking or its matching has moved meanwhile.
    Crossed,
    Failed(Box<Failure>),
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Duplicate => Self::Crossed,
            error => Self::Failed(Box::new(error.into())),
        }
    }
}

impl WriteError for Undone {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Failed(failure) if failure.is_storage_exhausted())
    }
}

impl Matching {
    /// Decides what the matching of a booking does next, and does it. Nothing happens for a booking that looks for no pro.
    ///
    /// # Errors
    /// When the database fails; to be tried again.
    pub async fn go_on(&self, booking_id: &str) -> Fallible<()> {
        for _ in 0..ATTEMPTS {
            let Some(standing) = self.standing(booking_id).await? else {
                return Ok(());
            };
            match Box::pin(self.act(standing)).await {
                Ok(()) => return Ok(()),
                Err(Undone::Crossed) => {}
                Err(Undone::Failed(failure)) => return Err(*failure),
            }
        }
        Err(Failure::internal(
            "a booking moves each time its matching is decided",
        ))
    }

    async fn standing(&self, booking_id: &str) -> Fallible<Option<Standing>> {
        let now = self.clock.now();
        let current = self.books.current().await?;
        let mut connection = self.db.read().await?;
        let booking = rows::find(&mut connection, booking_id).await?;
        let Some(booking) = booking.filter(|booking| booking.facts().is_matching) else {
            return Ok(None);
        };
        let Some(matching) = matchings::find(&mut connection, booking_id).await? else {
            return Err(Failure::internal("a booking looks for a pro without a matching"));
        };
        let job = job::read(&mut connection, &booking, &current, now, &self.rules).await?;
        let mut offers = offers::of_booking(&mut connection, booking_id).await?;
        offers.retain(|offer| offer.round == matching.round);
        let deadline = deadline(&booking, &matching, &self.rules)?;
        Ok(Some(Standing {
            booking,
            matching,
            job,
            offers,
            deadline,
        }))
    }

    async fn act(&self, standing: Standing) -> Result<(), Undone> {
        let now = self.clock.now();
        let step = self
            .next(&standing, now)
            .map_err(|failure| Undone::Failed(Box::new(failure)))?;
        match step.act {
            Act::Wave {
                size,
                radius_km,
                until,
            } => {
                let chosen = self.choose(&standing, size, radius_km, now);
                self.show(&standing, step.in_pool);
                self.send(standing, chosen, radius_km, until, step.in_pool).await
            }
            Act::Wait { until } | Act::PoolOnly { until } => {
                self.show(&standing, step.in_pool);
                self.wait(standing, step.in_pool, until).await
            }
            Act::GiveUp => self
                .give_up(standing.booking, standing.matching.round)
                .await
                .map_err(|failure| Undone::Failed(Box::new(failure))),
        }
    }

    /// Has the streams of pros near a job look at the pool, when it is to be shown there from now on.
    fn show(&self, standing: &Standing, in_pool: bool) {
        if in_pool && standing.matching.in_pool == 0 {
            self.index.pool_changed(&standing.job);
        }
    }

    fn next(&self, standing: &Standing, now: Millis) -> Fallible<plan::Step> {
        let (matching, rules) = (&standing.matching, &self.rules);
        let client_km = matching.client_km.and_then(|km| u32::try_from(km).ok());
        let furthest = rules.last_radius_km(client_km);
        let was_asked = |pro: &str| standing.offers.iter().any(|offer| offer.master_id == pro);
        let nearest = wave::nearest(&self.index.grid(), &standing.job, furthest, now, rules, was_asked);
        // Those of an earlier round can still be answered, but nobody waits for them.
        let live = standing
            .offers
            .iter()
            .filter(|offer| offer.answer.is_none() && offer.wave > 0);
        let progress = Progress {
            urgency: job::urgency(&standing.booking)?,
            tier: job::tier(&standing.booking)?,
            waves: u32::try_from(matching.wave).unwrap_or(u32::MAX),
            radius_km: u32::try_from(matching.radius_km).unwrap_or_default(),
            client_km,
            deadline: standing.deadline,
            offers_until: live
                .map(|offer| offer.expires_at)
                .filter(|until| *until > now)
                .max(),
            nearest,
            in_pool: matching.in_pool == 1,
        };
        Ok(plan::next(&progress, now, rules))
    }

    /// The pros of a wave in order of their ids, which is the order in which everybody locks pros.
    fn choose(&self, standing: &Standing, size: usize, radius_km: u32, now: Millis) -> Vec<Chosen> {
        let was_asked = |pro: &str| standing.offers.iter().any(|offer| offer.master_id == pro);
        let mut chosen = wave::choose(
            &self.index.grid(),
            &standing.job,
            size,
            radius_km,
            now,
            &self.rules,
            was_asked,
        );
        chosen.sort_unstable_by(|one, other| one.pro.cmp(&other.pro));
        chosen
    }

    /// Writes a wave: its offers, the events that carry them to the pros, and when to decide again.
    async fn send(
        &self,
        standing: Standing,
        chosen: Vec<Chosen>,
        radius_km: u32,
        until: Millis,
        in_pool: bool,
    ) -> Result<(), Undone> {
        let now = self.clock.now();
        let Standing {
            booking,
            matching,
            job,
            ..
        } = standing;
        let next_at = until.min(standing.deadline);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut asked = 0;
                    for Chosen { pro, metres, .. } in chosen {
                        // False: the account is gone.
                        if master_events::add(connection, &pro, "booking", &booking.id, now).await? {
                            let offer = Offer {
                                booking_id: booking.id.clone(),
                                round: matching.round,
                                master_id: pro,
                                wave: matching.wave + 1,
                                price_pence: job.price.0,
                                metres,
                                made_at: now,
                                expires_at: until,
                                answer: None,
                                answered_at: None,
                            };
                            offers::add(connection, &offer).await?;
                            asked += 1;
                        }
                    }
                    if asked > 0 {
                        let pushed = Work::PushOffers {
                            booking_id: booking.id.clone(),
                            round: matching.round,
                            wave: matching.wave + 1,
                        };
                        jobs::enqueue(connection, &pushed, None, now, now).await?;
                    }
                    let sent = Sent {
                        radius_km: i64::from(radius_km),
                        asked,
                        in_pool,
                        next_at,
                    };
                    if !matchings::sent(connection, &matching, sent).await? {
                        return Err(Undone::Crossed);
                    }
                    connection.wake_after_commit(Wake::Booking(booking.id.clone()));
                    again(connection, &matching, next_at, now).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn wait(&self, standing: Standing, in_pool: bool, until: Millis) -> Result<(), Undone> {
        let now = self.clock.now();
        let matching = standing.matching;
        if (matching.in_pool == 1) == in_pool && matching.next_at == Some(until) {
            return Ok(());
        }
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    matchings::wait(connection, &matching, in_pool, until).await?;
                    connection.wake_after_commit(Wake::Booking(matching.booking_id.clone()));
                    again(connection, &matching, until, now).await?;
                    Ok(())
                })
            })
            .await
    }

    /// `pending` -> `no_response`: the place is given back at once, the money a little later.
    async fn give_up(&self, booking: Booking, round: i64) -> Fallible<()> {
        let (now, hold) = (self.clock.now(), self.hold);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = rows::lock(connection, &booking.id).await?.ok_or_else(not_found)?;
                    let matching = matchings::find(connection, &booking.id).await?;
                    // The client may have moved it to another window meanwhile, which begins another round.
                    let goes_on = matching.filter(|matching| matching.round == round);
                    let Some(matching) = goes_on.filter(|_| booking.facts().is_matching) else {
                        return Ok(());
                    };
                    if let Some(until) = promised_until(connection, &booking.id).await? {
                        // Its pro is known: whether somebody else must be found is decided when the time to pay for it is over.
                        let then = until.max(now + MINUTE);
                        matchings::wait(connection, &matching, matching.in_pool == 1, then).await?;
                        again(connection, &matching, then, now).await?;
                        return Ok(());
                    }
                    let over = Change::of(&booking, BookingStatus::NoResponse, Actor::System)?;
                    if !bookings::change(connection, &booking, &over, now).await? {
                        return Ok(());
                    }
                    let booking_id = booking.id.clone();
                    let key = |kind: &str| format!("{kind}:{booking_id}:{now}");
                    let let_go = Work::LetGoUnmatched {
                        booking_id: booking_id.clone(),
                        since: Some(now),
                    };
                    jobs::enqueue(connection, &let_go, Some(&key("let-go")), now + hold, now).await?;
                    let cancel = Work::CancelUnmatched {
                        booking_id: booking_id.clone(),
                        since: Some(now),
                    };
                    let then = now + KEEP_UNMATCHED;
                    jobs::enqueue(connection, &cancel, Some(&key("no-pro")), then, now).await?;
                    Ok(())
                })
            })
            .await
    }
}

/// Until when a booking can be paid that is promised to a pro, Unix milliseconds.
async fn promised_until(connection: &mut Connection, booking_id: &str) -> Result<Option<Millis>, StoreError> {
    let open = changes::open(connection, booking_id).await?;
    Ok(open
        .filter(|open| open.promised_to().is_some())
        .map(|open| open.until))
}

/// When the round ends.
pub(super) fn deadline(
    booking: &Booking,
    matching: &matchings::Matching,
    rules: &MatchingRules,
) -> Fallible<Millis> {
    let window = job::window(booking);
    let deadline = plan::deadline(job::urgency(booking)?, window, matching.began_at, rules);
    Ok(plan::resumed(deadline, matching.waited, window, rules))
}

/// Has the worker decide again at `next_at`, once.
async fn again(
    connection: &mut Connection,
    matching: &matchings::Matching,
    next_at: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    let work = Work::Match {
        booking_id: matching.booking_id.clone(),
    };
    let key = format!("match:{}:{}:{next_at}", matching.booking_id, matching.round);
    jobs::enqueue(connection, &work, Some(&key), next_at, now).await
}

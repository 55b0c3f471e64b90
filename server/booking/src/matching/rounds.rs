//! One decision of a booking's matching: the next wave, waiting, only the pool, or giving up.

use std::sync::Arc;

use pricing_core::Urgency;

use super::{Matching, candidates, job, not_found};
use crate::bookings::{self, Change};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::{DAY, MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::diary::Patience;
use callout_domain::matching::eligible::Job;
use callout_domain::matching::plan::{self, Act, Progress};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::matching::wave::{self, Chosen};
use callout_domain::new_work;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::jobs::{self, NewJob};
use callout_store::matchings::{self, Sent, Wait};
use callout_store::offers::{self, Offer};
use callout_store::{Connection, StoreError, Wake, WriteError, changes, master_events, proposals};

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
    /// Who has named a price for it from which the client can choose.
    named: Vec<String>,
    deadline: Millis,
}

impl Standing {
    /// Whether a pro was asked in this round, or has named a price.
    fn knows(&self, pro: &str) -> bool {
        self.offers.iter().any(|offer| offer.master_id == pro) || self.named.iter().any(|named| named == pro)
    }
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

impl From<Failure> for Undone {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl WriteError for Undone {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Failed(failure) if failure.is_storage_exhausted())
    }
}

impl Matching {
    /// Decides what the matching of a booking does next, and does it. Nothing happens for a booking that looks for no pro.
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
        let booking = store::bookings::find(&mut connection, booking_id).await?;
        let Some(booking) = booking.filter(|booking| booking.facts().is_matching) else {
            return Ok(None);
        };
        let Some(matching) = matchings::find(&mut connection, booking_id).await? else {
            return Err(Failure::internal("a booking looks for a pro without a matching"));
        };
        let (offers, out) = if matching.is_new() {
            (Vec::new(), Vec::new())
        } else {
            let mut offers = offers::of_booking(&mut connection, booking_id).await?;
            offers.retain(|offer| offer.round == matching.round);
            (offers, offers::out(&mut connection, booking_id).await?)
        };
        let mut job = job::with_out(&mut connection, &booking, out, &current, now, &self.rules).await?;
        let named = named(&mut connection, &booking).await?;
        let deadline = match self.is_over(&mut connection, &job).await? {
            true => now,
            false => deadline(&booking, &matching, !named.is_empty(), &self.rules),
        };
        job.patience = (booking.urgency == Urgency::Scheduled).then(|| Patience::of(now, deadline));
        Ok(Some(Standing {
            booking,
            matching,
            job,
            offers,
            named,
            deadline,
        }))
    }

    /// Whether the only pro who is asked cannot have it any more: they said no, are suspended, or gone.
    async fn is_over(&self, connection: &mut Connection, job: &Job) -> Fallible<bool> {
        let Some(only) = &job.reserved_for else {
            return Ok(false);
        };
        if job.is_refused() {
            return Ok(true);
        }
        let pro = candidates::one(connection, only, &self.rules).await?;
        Ok(pro.is_none_or(|pro| !pro.active))
    }

    /// The pros who may have a booking whom nothing but a text reaches, the nearest first; nobody once the round is over.
    pub(super) async fn unreached(&self, booking_id: &str, round: i64, now: Millis) -> Fallible<Vec<String>> {
        let Some(standing) = self.standing(booking_id).await? else {
            return Ok(Vec::new());
        };
        if standing.matching.round != round {
            return Ok(Vec::new());
        }
        let client_km = standing.matching.client_km.and_then(|km| u32::try_from(km).ok());
        let radius_km = self.rules.last_radius_km(client_km);
        let grid = self.index.grid();
        Ok(wave::unreached(&grid, &standing.job, radius_km, now, &self.rules))
    }

    async fn act(&self, standing: Standing) -> Result<(), Undone> {
        let now = self.clock.now();
        let step = self.next(&standing, now)?;
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
                if matches!(step.act, Act::PoolOnly { .. }) {
                    self.call_out(&standing, until).await?;
                }
                self.show(&standing, step.in_pool);
                self.wait(&standing, step.in_pool, until).await?;
                self.expect_nobody_came(&standing, now)
            }
            Act::GiveUp => Ok(self.give_up(standing.booking, standing.matching.round).await?),
        }
    }

    /// Has the streams of pros near a job look at the pool, when it is to be shown there from now on.
    fn show(&self, standing: &Standing, in_pool: bool) {
        if in_pool && !standing.matching.in_pool {
            self.index.pool_changed(&standing.job);
        }
    }

    fn next(&self, standing: &Standing, now: Millis) -> Fallible<plan::Step> {
        let (matching, rules) = (&standing.matching, &self.rules);
        let client_km = matching.client_km.and_then(|km| u32::try_from(km).ok());
        let furthest = rules.last_radius_km(client_km);
        let was_asked = |pro: &str| standing.knows(pro);
        // Who alone is asked was told by a message, and has longer than an offer lives: the pool shows it to them.
        let is_open = standing.job.reserved_for.is_none();
        let nearest = if is_open {
            wave::nearest(&self.index.grid(), &standing.job, furthest, now, rules, was_asked)
        } else {
            None
        };
        let wakes = if is_open && nearest.is_none() {
            wave::wakes(&self.index.grid(), &standing.job, furthest, now, rules, was_asked)
        } else {
            None
        };
        // Those of an earlier round can still be answered, but nobody waits for them.
        let live = standing
            .offers
            .iter()
            .filter(|offer| offer.answer.is_none() && offer.wave > 0);
        let progress = Progress {
            urgency: standing.booking.urgency,
            tier: standing.booking.tier,
            names_price: standing.booking.awaits_price(),
            waves: u32::try_from(matching.wave).unwrap_or(u32::MAX),
            radius_km: u32::try_from(matching.radius_km).unwrap_or_default(),
            client_km,
            deadline: standing.deadline,
            offers_until: live
                .map(|offer| {
                    let names_price = standing.booking.awaits_price();
                    rules.waits_until(names_price, offer.made_at, offer.expires_at)
                })
                .filter(|until| *until > now)
                .max(),
            nearest,
            wakes,
            in_pool: matching.in_pool,
        };
        Ok(plan::next(&progress, now, rules))
    }

    /// The pros of a wave in order of their ids, which is the order in which everybody locks pros.
    fn choose(&self, standing: &Standing, size: usize, radius_km: u32, now: Millis) -> Vec<Chosen> {
        let was_asked = |pro: &str| standing.knows(pro);
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
            deadline,
            ..
        } = standing;
        let next_at = until.min(deadline);
        let rules = Arc::clone(&self.rules);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut offers = Vec::with_capacity(chosen.len());
                    for Chosen { pro, metres, reach } in chosen {
                        // False: the account is gone.
                        if master_events::add(connection, &pro, MasterEventKind::Booking, &booking.id, now)
                            .await?
                        {
                            offers.push(Offer {
                                booking_id: booking.id.clone(),
                                round: matching.round,
                                master_id: pro,
                                wave: matching.wave + 1,
                                price_pence: job.price.0,
                                metres,
                                made_at: now,
                                expires_at: rules.offer_until(reach, now, until, deadline),
                                answer: None,
                                answered_at: None,
                            });
                        }
                    }
                    offers::add(connection, &offers).await?;
                    let mut jobs = vec![again(&matching, next_at, now)?];
                    if !offers.is_empty() {
                        let pushed = Work::PushOffers {
                            booking_id: booking.id.clone(),
                            round: matching.round,
                            wave: matching.wave + 1,
                        };
                        jobs.push(NewJob::new(&pushed, None, now, now)?);
                    }
                    let sent = Sent {
                        radius_km: i64::from(radius_km),
                        asked: i64::try_from(offers.len()).unwrap_or(i64::MAX),
                        in_pool,
                        next_at,
                    };
                    if !matchings::sent(connection, &matching, sent).await? {
                        return Err(Undone::Crossed);
                    }
                    connection.tell_after_commit(Wake::Booking(booking.id.clone()));
                    jobs::add(connection, &jobs).await?;
                    Ok(())
                })
            })
            .await
    }

    /// `Crossed` when somebody can be asked by now: a pro who came onto the map while the wait was being written looked at the pool too
    /// early to find the job there.
    fn expect_nobody_came(&self, standing: &Standing, now: Millis) -> Result<(), Undone> {
        match self.next(standing, now)?.act {
            Act::Wave { .. } => Err(Undone::Crossed),
            Act::Wait { .. } | Act::PoolOnly { .. } | Act::GiveUp => Ok(()),
        }
    }

    /// Has pros texted once a round of an emergency for which nobody is left to ask.
    async fn call_out(&self, standing: &Standing, until: Millis) -> Result<(), Undone> {
        let matching = &standing.matching;
        let is_known = matching.in_pool && matching.next_at == Some(until);
        if standing.booking.urgency != Urgency::Emergency || is_known {
            return Ok(());
        }
        let now = self.clock.now();
        let work = Work::TextNearby {
            booking_id: matching.booking_id.clone(),
            round: matching.round,
        };
        let key = format!("text-nearby:{}:{}", matching.booking_id, matching.round);
        let write = self.db.write(move |connection| {
            Box::pin(async move { jobs::enqueue(connection, &work, Some(&key), now, now).await })
        });
        Ok(write.await?)
    }

    async fn wait(&self, standing: &Standing, in_pool: bool, next_at: Millis) -> Result<(), Undone> {
        let matching = &standing.matching;
        if matching.in_pool == in_pool && matching.next_at == Some(next_at) {
            return Ok(());
        }
        let wait = Wait {
            matching: matching.clone(),
            in_pool,
            next_at,
        };
        Ok(self.decided.write(&self.db, wait, self.clock.now()).await?)
    }

    /// `pending` -> `no_response`: the place is given back at once, the money a little later. What was one pro's or nobody's ends at once.
    async fn give_up(&self, booking: Booking, round: i64) -> Fallible<()> {
        let (now, hold, rules) = (self.clock.now(), self.hold, Arc::clone(&self.rules));
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &booking.id)
                        .await?
                        .ok_or_else(not_found)?;
                    let matching = matchings::find(connection, &booking.id).await?;
                    // The client may have moved it to another window meanwhile, which begins another round.
                    let goes_on = matching.filter(|matching| matching.round == round);
                    let Some(matching) = goes_on.filter(|_| booking.facts().is_matching) else {
                        return Ok(());
                    };
                    let has_prices = !named(connection, &booking).await?.is_empty();
                    if has_prices && now < deadline(&booking, &matching, has_prices, &rules) {
                        // One was named since that was decided.
                        return bookings::match_now(connection, &booking.id, now).await;
                    }
                    if let Some(until) = promised_until(connection, &booking.id).await? {
                        // Its pro is known: whether somebody else must be found is decided when the time to pay for it is over.
                        let then = until.max(now + MINUTE);
                        let again = again(&matching, then, now)?;
                        let wait = Wait {
                            in_pool: matching.in_pool,
                            next_at: then,
                            matching,
                        };
                        matchings::wait(connection, &[wait]).await?;
                        jobs::add(connection, &[again]).await?;
                        return Ok(());
                    }
                    if booking.reserved_for.is_some() {
                        let off = Change::of(&booking, BookingStatus::Cancelled, Actor::System)?;
                        let off = off.because(CancelReason::NotTaken, 0);
                        bookings::change(connection, &booking, &off, now).await?;
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
                    let cancel = Work::CancelUnmatched {
                        booking_id: booking_id.clone(),
                        since: Some(now),
                    };
                    let jobs = [
                        NewJob::new(&let_go, Some(key("let-go")), now + hold, now)?,
                        NewJob::new(&cancel, Some(key("no-pro")), now + KEEP_UNMATCHED, now)?,
                    ];
                    jobs::add(connection, &jobs).await?;
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

/// The pros who have named a price for a booking from which its client can choose.
pub(super) async fn named(connection: &mut Connection, booking: &Booking) -> Fallible<Vec<String>> {
    if !booking.awaits_price() {
        return Ok(Vec::new());
    }
    let standing = proposals::standing(connection, &booking.id).await?;
    Ok(standing.into_iter().map(|price| price.master_id).collect())
}

/// When the round ends; later where there are prices from which the client can choose.
pub(super) fn deadline(
    booking: &Booking,
    matching: &matchings::Matching,
    has_prices: bool,
    rules: &MatchingRules,
) -> Millis {
    let (urgency, window) = (booking.urgency, job::window(booking));
    if let Some(until) = new_work::promised_until(booking, rules) {
        return if has_prices {
            plan::choose_until(until, window, rules)
        } else {
            until
        };
    }
    let deadline = if booking.awaits_price() {
        plan::naming_deadline(urgency, window, matching.began_at, rules)
    } else {
        plan::deadline(urgency, window, matching.began_at, rules)
    };
    let deadline = plan::resumed(deadline, matching.waited, window, rules);
    if has_prices {
        plan::choose_until(deadline, window, rules)
    } else {
        deadline
    }
}

/// The job that decides again at `next_at`, once.
pub(super) fn again(
    matching: &matchings::Matching,
    next_at: Millis,
    now: Millis,
) -> Result<NewJob, StoreError> {
    let work = Work::Match {
        booking_id: matching.booking_id.clone(),
    };
    let key = format!("match:{}:{}:{next_at}", matching.booking_id, matching.round);
    NewJob::new(&work, Some(key), next_at, now)
}

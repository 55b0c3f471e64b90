//! What each side sees: a pro of jobs and offers, a client of the search and of the pro.

use pricing_core::Pence;
use pricing_core::fee::Fee;

use super::{ExtraSeen, Matching, SuggestionSeen, candidates, job, rounds, shown};
use callout_domain::booking::Booking;
use callout_domain::chat::Glance;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::geo;
use callout_domain::matching::arrival::{self, Arrival};
use callout_domain::matching::candidate::Candidate;
use callout_domain::pro::Position;
use callout_store::bookings::of_pros::{self, Filter};
use callout_store::offers::{self, Offer};
use callout_store::proposals::{self, Proposal};
use callout_store::{Connection, bookings, masters, matchings};

/// How many jobs of the pool are looked at for one pro.
const POOL: i64 = 500;

/// An offer that a pro can answer.
#[derive(Debug, Clone)]
pub struct OfferSeen {
    /// The offer.
    pub offer: Offer,
    /// Its booking, of which little may be shown.
    pub booking: Booking,
    /// What the pro earns.
    pub fee: Fee,
}

/// How much of a job a pro sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It is not theirs: no name, no address, contacts in texts are hidden.
    Offered,
    /// It is theirs: everything.
    Whole,
    /// It is over: the first name and the district.
    Over,
}

/// A job as a pro sees it.
#[derive(Debug, Clone)]
pub struct JobSeen {
    /// The booking.
    pub booking: Booking,
    /// How much of it.
    pub seen: Seen,
    /// What the pro earns.
    pub fee: Fee,
    /// From where the pro is, metres.
    pub metres: Option<f64>,
    /// When the offer to this pro ends, Unix milliseconds.
    pub offer_until: Option<Millis>,
    /// Until when nobody else is asked, Unix milliseconds; none for a job that is open to all.
    pub promised_until: Option<Millis>,
    /// This pro's answer that waits for the client.
    pub proposal: Option<Proposal>,
    /// The chat with the client, once the job is the pro's.
    pub chat: Option<Glance>,
    /// Another time that the client suggests.
    pub suggestion: Option<SuggestionSeen>,
    /// Extra work that was suggested for the job.
    pub extras: Vec<ExtraSeen>,
    /// The bank has refused, and the client is asked to pay: the pro waits.
    pub payment_is_checked: bool,
    /// What refunds have taken of the pro's part once the job was done, less what was made good since.
    pub taken_back: Pence,
}

/// Where a pro is who is on the way.
#[derive(Debug, Clone)]
pub struct PositionSeen {
    /// Where, and when that was.
    pub position: Position,
    /// When they will arrive.
    pub arrival: Arrival,
}

/// The price that a pro has named for a booking whose price pros name.
async fn own_price(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
) -> Fallible<Option<Proposal>> {
    if !booking.awaits_price() {
        return Ok(None);
    }
    Ok(proposals::open_of(connection, &booking.id, master_id).await?)
}

impl Matching {
    /// The offers that a pro can answer, the soonest to end first.
    pub async fn offers(&self, master_id: &str) -> Fallible<Vec<OfferSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let standing = offers::standing(&mut connection, master_id, moment.now).await?;
        let mut seen = Vec::with_capacity(standing.len());
        for offer in standing {
            let booking = bookings::find(&mut connection, &offer.booking_id).await?;
            if let Some(booking) = booking.filter(|booking| booking.facts().is_matching) {
                let fee = moment.fee(&booking)?;
                seen.push(OfferSeen { offer, booking, fee });
            }
        }
        Ok(seen)
    }

    /// The offer of a booking to a pro, if it can still be answered.
    pub async fn offer(&self, master_id: &str, booking_id: &str) -> Fallible<Option<OfferSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let last = offers::last(&mut connection, booking_id, master_id).await?;
        let Some(offer) = last.filter(|offer| offer.stands(moment.now)) else {
            return Ok(None);
        };
        let booking = bookings::find(&mut connection, booking_id).await?;
        let Some(booking) = booking.filter(|booking| booking.facts().is_matching) else {
            return Ok(None);
        };
        let fee = moment.fee(&booking)?;
        Ok(Some(OfferSeen { offer, booking, fee }))
    }

    /// A job as this pro sees it; none when it is none of their business.
    pub async fn seen_by(&self, master_id: &str, booking_id: &str) -> Fallible<Option<JobSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let Some(booking) = bookings::find(&mut connection, booking_id).await? else {
            return Ok(None);
        };
        if booking.assigned_master_id.as_deref() == Some(master_id) {
            let pro = self.on_the_map(&mut connection, master_id).await?;
            let taken = shown::taken_back(&mut connection, std::slice::from_ref(&booking)).await?;
            let taken = taken.get(booking_id).copied().unwrap_or(Pence::ZERO);
            let own = moment.own(&mut connection, booking, pro.as_ref(), taken).await;
            return own.map(Some);
        }
        let pro = candidates::one(&mut connection, master_id, &self.rules).await?;
        if booking.facts().waits_for_client {
            let own = proposals::open_of(&mut connection, booking_id, master_id).await?;
            return own
                .map(|own| moment.proposed(booking, pro.as_ref(), own))
                .transpose();
        }
        if !booking.facts().is_matching {
            return Ok(None);
        }
        if let Some(own) = own_price(&mut connection, &booking, master_id).await? {
            return moment.proposed(booking, pro.as_ref(), own).map(Some);
        }
        let offer = offers::last(&mut connection, booking_id, master_id).await?;
        let standing = offer.filter(|offer| offer.stands(moment.now));
        let is_fit = match &pro {
            Some(pro) => moment.fits(&mut connection, pro, &booking).await?,
            None => false,
        };
        if !is_fit && standing.is_none() {
            return Ok(None);
        }
        let until = standing.map(|offer| offer.expires_at);
        moment.offered(booking, pro.as_ref(), until).map(Some)
    }

    /// A job as the pro may remember it who has just left it.
    pub async fn left_behind(&self, master_id: &str, booking: Booking) -> Fallible<JobSeen> {
        let moment = self.moment().await?;
        let pro = self.on_the_map(&mut self.db.read().await?, master_id).await?;
        Ok(JobSeen {
            seen: Seen::Over,
            ..moment.offered(booking, pro.as_ref(), None)?
        })
    }

    /// A page of a pro's own jobs, in the order of [`of_pros::page`]. `after` says where the last page ended.
    pub async fn jobs(
        &self,
        master_id: &str,
        filter: Filter,
        after: Option<(Millis, &str)>,
        limit: i64,
    ) -> Fallible<Vec<JobSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let bookings = of_pros::page(&mut connection, master_id, filter, after, limit).await?;
        let pro = self.on_the_map(&mut connection, master_id).await?;
        let taken = shown::taken_back(&mut connection, &bookings).await?;
        let mut jobs = Vec::with_capacity(bookings.len());
        for booking in bookings {
            let taken = taken.get(&booking.id).copied().unwrap_or(Pence::ZERO);
            jobs.push(moment.own(&mut connection, booking, pro.as_ref(), taken).await?);
        }
        Ok(jobs)
    }

    /// The jobs for which a pro's answer waits for the client, the soonest to end first.
    pub async fn waiting(&self, master_id: &str) -> Fallible<Vec<JobSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let mut open = proposals::open_of_master(&mut connection, master_id).await?;
        open.sort_by(|one, other| (one.until, &one.id).cmp(&(other.until, &other.id)));
        let pro = self.on_the_map(&mut connection, master_id).await?;
        let mut jobs = Vec::with_capacity(open.len());
        for own in open {
            if let Some(booking) = bookings::find(&mut connection, &own.booking_id).await? {
                jobs.push(moment.proposed(booking, pro.as_ref(), own)?);
            }
        }
        Ok(jobs)
    }

    /// The jobs of the pool that a pro may take, the oldest first.
    pub async fn pool(&self, master_id: &str) -> Fallible<Vec<JobSeen>> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let Some(pro) = candidates::one(&mut connection, master_id, &self.rules).await? else {
            return Ok(Vec::new());
        };
        let (latitudes, longitudes) = geo::around(pro.base, pro.radius);
        let near = matchings::pool(&mut connection, latitudes, longitudes, POOL).await?;
        let mut jobs = Vec::new();
        for booking in near {
            // What they have named a price for waits for its client.
            if own_price(&mut connection, &booking, master_id).await?.is_some() {
                continue;
            }
            if moment.fits(&mut connection, &pro, &booking).await? {
                jobs.push(moment.offered(booking, Some(&pro), None)?);
            }
        }
        Ok(jobs)
    }

    /// The pro as the map has them, which may be two seconds old: good enough to say how far away their own job is.
    async fn on_the_map(&self, connection: &mut Connection, master_id: &str) -> Fallible<Option<Candidate>> {
        let known = self.index.grid().get(master_id).cloned();
        match known {
            Some(pro) => Ok(Some(pro)),
            None => candidates::one(connection, master_id, &self.rules).await,
        }
    }

    /// How the search for a booking's pro goes, and when its round ends (Unix milliseconds); none while nobody is looked for.
    pub async fn progress(&self, booking: &Booking) -> Fallible<Option<(matchings::Matching, Millis)>> {
        if !booking.facts().is_matching {
            return Ok(None);
        }
        let mut connection = self.db.read().await?;
        let Some(matching) = matchings::find(&mut connection, &booking.id).await? else {
            return Ok(None);
        };
        let has_prices = !rounds::named(&mut connection, booking).await?.is_empty();
        let deadline = rounds::deadline(booking, &matching, has_prices, &self.rules);
        Ok(Some((matching, deadline)))
    }

    /// Where the pro of a booking is, while on the way.
    pub async fn position(&self, booking: &Booking) -> Fallible<Option<PositionSeen>> {
        let now = self.clock.now();
        let Some(pro) = booking
            .assigned_master_id
            .as_deref()
            .filter(|_| booking.facts().is_on_the_way)
        else {
            return Ok(None);
        };
        let kept = masters::position(&mut self.db.read().await?, pro).await?;
        let job = job::place(booking);
        Ok(kept.map(|position| PositionSeen {
            position,
            arrival: arrival::arrival(position.place, position.at, job, &booking.area, now, &self.rules),
        }))
    }

    /// Whether client and pro may reach each other: from assignment to a day after the end.
    #[must_use]
    pub fn may_call(&self, booking: &Booking) -> bool {
        shown::may_call(booking, self.clock.now())
    }
}

//! What each side sees: a pro of jobs and offers, a client of the search and of the pro.

use pricing_core::Pence;
use pricing_core::fee::Fee;

use super::{Matching, SuggestionSeen, candidates, job, rounds};
use crate::clock::{HOUR, Millis};
use crate::domain::booking::Booking;
use crate::domain::chat::{Glance, Side};
use crate::domain::districts::Location;
use crate::domain::failure::Fallible;
use crate::domain::geo;
use crate::domain::matching::answer;
use crate::domain::matching::arrival::{self, Arrival};
use crate::domain::matching::candidate::Candidate;
use crate::domain::matching::eligible;
use crate::store::bookings::of_pros::{self, Filter};
use crate::store::offers::{self, Offer};
use crate::store::proposals::{self, Proposal};
use crate::store::{Connection, bookings as rows, chat, masters, matchings};

/// How long a pro sees a client's contact, and the client the pro's, after the job ended, milliseconds.
const CONTACT_AFTER: Millis = 24 * HOUR;

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
    /// This pro's answer that waits for the client.
    pub proposal: Option<Proposal>,
    /// The chat with the client, once the job is the pro's.
    pub chat: Option<Glance>,
    /// Another time that the client suggests.
    pub suggestion: Option<SuggestionSeen>,
    /// The bank has refused, and the client is asked to pay: the pro waits.
    pub payment_is_checked: bool,
}

/// Where a pro is who is on the way.
#[derive(Debug, Clone)]
pub struct PositionSeen {
    /// Where.
    pub place: Location,
    /// When that was, Unix milliseconds.
    pub at: Millis,
    /// When they will arrive.
    pub arrival: Arrival,
}

impl Matching {
    /// The offers that a pro can answer, the soonest to end first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offers(&self, master_id: &str) -> Fallible<Vec<OfferSeen>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let standing = offers::standing(&mut connection, master_id, now).await?;
        let mut seen = Vec::with_capacity(standing.len());
        for offer in standing {
            let booking = rows::find(&mut connection, &offer.booking_id).await?;
            if let Some(booking) = booking.filter(|booking| booking.facts().is_matching) {
                let fee = self.fee(&booking).await?;
                seen.push(OfferSeen { offer, booking, fee });
            }
        }
        Ok(seen)
    }

    /// The offer of a booking to a pro, if it can still be answered.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn offer(&self, master_id: &str, booking_id: &str) -> Fallible<Option<OfferSeen>> {
        let offers = self.offers(master_id).await?;
        Ok(offers.into_iter().find(|seen| seen.booking.id == booking_id))
    }

    /// A job as this pro sees it; none when it is none of their business.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seen_by(&self, master_id: &str, booking_id: &str) -> Fallible<Option<JobSeen>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let Some(booking) = rows::find(&mut connection, booking_id).await? else {
            return Ok(None);
        };
        let pro = candidates::one(&mut connection, master_id, &self.rules).await?;
        if booking.assigned_master_id.as_deref() == Some(master_id) {
            return self
                .own(&mut connection, booking, pro.as_ref(), now)
                .await
                .map(Some);
        }
        if booking.facts().waits_for_client {
            let open = proposals::open(&mut connection, booking_id).await?;
            return match open.filter(|open| open.master_id == master_id) {
                Some(own) => self.proposed(booking, pro.as_ref(), own, now).await.map(Some),
                None => Ok(None),
            };
        }
        if !booking.facts().is_matching {
            return Ok(None);
        }
        let offer = offers::last(&mut connection, booking_id, master_id).await?;
        let standing = offer.filter(|offer| offer.answer.is_none() && offer.expires_at > now);
        let is_fit = match &pro {
            Some(pro) => self.fits(&mut connection, pro, &booking, now).await?,
            None => false,
        };
        if !is_fit && standing.is_none() {
            return Ok(None);
        }
        let until = standing.map(|offer| offer.expires_at);
        self.offered(booking, pro.as_ref(), until, now).await.map(Some)
    }

    /// A job as the pro may remember it who has just left it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn left_behind(&self, master_id: &str, booking: Booking) -> Fallible<JobSeen> {
        let now = self.clock.now();
        let pro = candidates::one(&mut self.db.read().await?, master_id, &self.rules).await?;
        Ok(JobSeen {
            seen: Seen::Over,
            ..self.offered(booking, pro.as_ref(), None, now).await?
        })
    }

    /// A page of a pro's own jobs, the newest first. `before` is `(created_at, id)` of the last one seen.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn jobs(
        &self,
        master_id: &str,
        filter: Filter,
        before: (Millis, &str),
        limit: i64,
    ) -> Fallible<Vec<JobSeen>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let bookings = of_pros::page(&mut connection, master_id, filter, before, limit).await?;
        let pro = candidates::one(&mut connection, master_id, &self.rules).await?;
        let mut jobs = Vec::with_capacity(bookings.len());
        for booking in bookings {
            jobs.push(self.own(&mut connection, booking, pro.as_ref(), now).await?);
        }
        Ok(jobs)
    }

    /// The jobs for which a pro's answer waits for the client, the soonest to end first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn waiting(&self, master_id: &str) -> Fallible<Vec<JobSeen>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let mut open = proposals::open_of_master(&mut connection, master_id).await?;
        open.sort_by(|one, other| (one.until, &one.id).cmp(&(other.until, &other.id)));
        let pro = candidates::one(&mut connection, master_id, &self.rules).await?;
        let mut jobs = Vec::with_capacity(open.len());
        for own in open {
            if let Some(booking) = rows::find(&mut connection, &own.booking_id).await? {
                jobs.push(self.proposed(booking, pro.as_ref(), own, now).await?);
            }
        }
        Ok(jobs)
    }

    /// The jobs of the pool that a pro may take, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pool(&self, master_id: &str) -> Fallible<Vec<JobSeen>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let Some(pro) = candidates::one(&mut connection, master_id, &self.rules).await? else {
            return Ok(Vec::new());
        };
        let (latitudes, longitudes) = geo::around(pro.base, pro.radius);
        let near = matchings::pool(&mut connection, latitudes, longitudes, POOL).await?;
        let mut jobs = Vec::new();
        for booking in near {
            if self.fits(&mut connection, &pro, &booking, now).await? {
                jobs.push(self.offered(booking, Some(&pro), None, now).await?);
            }
        }
        Ok(jobs)
    }

    /// How the search for a booking's pro goes, and when its round ends (Unix milliseconds); none while nobody is looked for.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn progress(&self, booking: &Booking) -> Fallible<Option<(matchings::Matching, Millis)>> {
        if !booking.facts().is_matching {
            return Ok(None);
        }
        let matching = matchings::find(&mut self.db.read().await?, &booking.id).await?;
        matching
            .map(|matching| {
                let deadline = rounds::deadline(booking, &matching, &self.rules)?;
                Ok((matching, deadline))
            })
            .transpose()
    }

    /// Where the pro of a booking is, while on the way.
    ///
    /// # Errors
    /// When the database fails.
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
        Ok(kept.map(|(place, at)| PositionSeen {
            place,
            at,
            arrival: arrival::arrival(place, at, job, &booking.area, now, &self.rules),
        }))
    }

    /// Whether client and pro may reach each other: from assignment to a day after the end.
    #[must_use]
    pub fn may_call(&self, booking: &Booking) -> bool {
        let now = self.clock.now();
        booking.facts().has_pro && booking.ended_at.is_none_or(|ended| now < ended + CONTACT_AFTER)
    }

    pub(super) async fn fits(
        &self,
        connection: &mut Connection,
        pro: &Candidate,
        booking: &Booking,
        now: Millis,
    ) -> Fallible<bool> {
        let current = self.books.current().await?;
        let job = job::read(connection, booking, &current.book, now, &self.rules).await?;
        Ok(eligible::fit(pro, &job, now, &self.rules).is_ok())
    }

    async fn own(
        &self,
        connection: &mut Connection,
        booking: Booking,
        pro: Option<&Candidate>,
        now: Millis,
    ) -> Fallible<JobSeen> {
        let seen = if self.may_call(&booking) {
            Seen::Whole
        } else {
            Seen::Over
        };
        let change = if booking.payment_due_until.is_some() {
            Box::pin(self.open_change(&booking)).await?
        } else {
            None
        };
        Ok(JobSeen {
            seen,
            chat: chat::glance(connection, &booking, Side::Pro, now).await?,
            suggestion: Box::pin(self.suggestion(&booking)).await?,
            payment_is_checked: booking.payment_due_until.is_some() && change.is_none(),
            ..self.offered(booking, pro, None, now).await?
        })
    }

    async fn offered(
        &self,
        booking: Booking,
        pro: Option<&Candidate>,
        offer_until: Option<Millis>,
        now: Millis,
    ) -> Fallible<JobSeen> {
        let middle = job::place(&booking);
        Ok(JobSeen {
            fee: self.fee(&booking).await?,
            metres: pro.map(|pro| geo::distance(pro.place(now, &self.rules), middle)),
            seen: Seen::Offered,
            offer_until,
            proposal: None,
            chat: None,
            suggestion: None,
            payment_is_checked: false,
            booking,
        })
    }

    async fn proposed(
        &self,
        booking: Booking,
        pro: Option<&Candidate>,
        own: Proposal,
        now: Millis,
    ) -> Fallible<JobSeen> {
        Ok(JobSeen {
            proposal: Some(own),
            ..self.offered(booking, pro, None, now).await?
        })
    }

    async fn fee(&self, booking: &Booking) -> Fallible<Fee> {
        let current = self.books.current().await?;
        answer::earnings(
            &current.book,
            Pence(booking.amount_pence),
            Pence(booking.discount_pence),
        )
    }
}

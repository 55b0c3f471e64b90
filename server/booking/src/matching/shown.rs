//! What a pro is shown of a job, at one moment and by the prices of that moment. Nothing here opens a connection of its own: whoever
//! holds one while waiting for another could wait for ever.

use std::collections::HashMap;

use pricing_core::Pence;
use pricing_core::fee::Fee;

use super::answers::Moment;
use super::views::{JobSeen, Seen};
use super::{SuggestionSeen, job};
use callout_domain::booking::Booking;
use callout_domain::change::ChangeKind;
use callout_domain::chat::Side;
use callout_domain::clock::{HOUR, Millis};
use callout_domain::failure::Fallible;
use callout_domain::geo;
use callout_domain::matching::answer;
use callout_domain::matching::candidate::Candidate;
use callout_domain::matching::eligible;
use callout_domain::new_work;
use callout_store::changes;
use callout_store::proposals::Proposal;
use callout_store::{Connection, chat, frozen};

/// How long a pro sees a client's contact, and the client the pro's, after the job ended, milliseconds.
const CONTACT_AFTER: Millis = 24 * HOUR;

/// Whether client and pro may reach each other: from assignment to a day after the end.
pub(super) fn may_call(booking: &Booking, now: Millis) -> bool {
    booking.facts().has_pro && booking.ended_at.is_none_or(|ended| now < ended + CONTACT_AFTER)
}

/// What refunds have taken of the pros' parts of those jobs that are done, by booking.
pub(super) async fn taken_back(
    connection: &mut Connection,
    bookings: &[Booking],
) -> Fallible<HashMap<String, Pence>> {
    let done = bookings.iter().filter(|booking| booking.facts().is_done);
    let ids: Vec<&str> = done.map(|booking| booking.id.as_str()).collect();
    Ok(frozen::taken_of_bookings(connection, &ids).await?)
}

impl Moment {
    /// Whether a pro may have a booking.
    pub(super) async fn fits(
        &self,
        connection: &mut Connection,
        pro: &Candidate,
        booking: &Booking,
    ) -> Fallible<bool> {
        let job = job::read(connection, booking, &self.current, self.now, &self.rules).await?;
        Ok(eligible::fit(pro, &job, self.now, &self.rules).is_ok())
    }

    /// A job that is this pro's, of whose part refunds have taken so much.
    pub(super) async fn own(
        &self,
        connection: &mut Connection,
        booking: Booking,
        pro: Option<&Candidate>,
        taken_back: Pence,
    ) -> Fallible<JobSeen> {
        let seen = if may_call(&booking, self.now) {
            Seen::Whole
        } else {
            Seen::Over
        };
        let is_due = booking.payment_due_until.is_some();
        let is_for_change = is_due && changes::open(connection, &booking.id).await?.is_some();
        let extras = self.extras(connection, &booking).await?;
        let is_for_extra = extras.iter().any(|extra| extra.order.is_due(&booking));
        Ok(JobSeen {
            seen,
            chat: chat::glance(connection, &booking, Side::Pro, self.now).await?,
            suggestion: self.suggestion(connection, &booking).await?,
            payment_is_checked: is_due && !is_for_change && !is_for_extra,
            taken_back,
            extras,
            ..self.offered(booking, pro, None)?
        })
    }

    /// A job that a pro may take, by an offer until then (Unix milliseconds) or from the pool.
    pub(super) fn offered(
        &self,
        booking: Booking,
        pro: Option<&Candidate>,
        offer_until: Option<Millis>,
    ) -> Fallible<JobSeen> {
        let middle = job::place(&booking);
        Ok(JobSeen {
            fee: self.fee(&booking)?,
            metres: pro.map(|pro| geo::distance(pro.place(self.now, &self.rules), middle)),
            seen: Seen::Offered,
            offer_until,
            promised_until: new_work::promised_until(&booking, &self.rules)
                .filter(|_| booking.facts().is_matching),
            proposal: None,
            chat: None,
            suggestion: None,
            extras: Vec::new(),
            payment_is_checked: false,
            taken_back: Pence::ZERO,
            booking,
        })
    }

    /// A job for which this pro's answer waits for the client.
    pub(super) fn proposed(
        &self,
        booking: Booking,
        pro: Option<&Candidate>,
        own: Proposal,
    ) -> Fallible<JobSeen> {
        Ok(JobSeen {
            proposal: Some(own),
            ..self.offered(booking, pro, None)?
        })
    }

    /// What a pro earns with a booking.
    pub(super) fn fee(&self, booking: &Booking) -> Fallible<Fee> {
        self.earnings(Pence(booking.amount_pence), booking)
    }

    /// The time that is suggested for a booking, if there is one.
    pub(super) async fn suggestion(
        &self,
        connection: &mut Connection,
        booking: &Booking,
    ) -> Fallible<Option<SuggestionSeen>> {
        if !super::changes::may_be_suggested(booking) {
            return Ok(None);
        }
        let open = changes::open(connection, &booking.id).await?;
        let Some(change) = open.filter(|change| change.kind == ChangeKind::Suggested) else {
            return Ok(None);
        };
        let fee = self.earnings(Pence(change.amount_pence), booking)?;
        Ok(Some(SuggestionSeen { change, fee }))
    }

    fn earnings(&self, amount: Pence, booking: &Booking) -> Fallible<Fee> {
        answer::earnings(
            self.current.of_version(&booking.book_version),
            amount,
            Pence(booking.discount_pence),
        )
    }
}

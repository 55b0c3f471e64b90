//! Answers that wait for the client: another price, or a budget that must be paid by card before the job is the pro's. Prices that pros
//! name side by side (`named.rs`) become one of these when the client has chosen.
//!
//! While it waits, the booking is `accepted` and nobody else can take it. The client approves or declines; approving may need a
//! payment first. What is agreed becomes the pro's job in one transaction, with the pro locked first; if the pro is busy by then,
//! the search goes on and the old price stands.

mod outcomes;

use callout_domain::matching::answer::OfferAnswer;
use pricing_core::Pence;

use super::answers::Moment;
use super::asks::{ask_to_pay, tell};
use super::{Matching, job, named};
use crate::bookings::{self, Change};
use crate::books::Current;
use callout_domain::booking::Booking;
use callout_domain::cash;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::matching::proposal::{NamedPrice, Proposal as Terms, ProposalOutcome};
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::offers;
use callout_store::proposals::{self, Proposal};
use callout_store::{Connection, jobs};
use outcomes::TIME_TO_PAY;
pub(super) use outcomes::{
    NO_PROPOSAL, agree, can_come, give_up, lock, needs_payment, no_proposal, pay_within, search_again,
};

/// The price that a pro wants.
#[derive(Debug, Clone)]
pub enum Wish {
    /// Another one than the job has.
    Other {
        /// By how much it differs.
        delta: Pence,
        /// Why.
        message: Option<String>,
    },
    /// One for a job that has none.
    Named(NamedPrice),
}

/// The client's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The new price is fine.
    Approve,
    /// The same by the guest link: a named price is then paid by card, even where cash was chosen.
    ApproveByLink,
    /// It is not.
    Decline,
}

impl Moment {
    /// Has a booking wait for its client: `pending` -> `accepted`.
    pub(super) async fn propose(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        master: &str,
        wish: Option<Wish>,
    ) -> Fallible<BookingStatus> {
        let now = self.now;
        let price = job::price(booking);
        let pays_first = wish.is_none();
        let terms = match wish {
            Some(Wish::Other { delta, message }) => {
                let urgency = booking.urgency;
                Terms::parse(price, delta, message.as_deref(), urgency, now, &self.rules)?
            }
            Some(Wish::Named(_)) => return Err(Failure::field("price", "This job has a price already.")),
            None => Terms {
                price,
                delta: Pence::ZERO,
                message: None,
                until: now + TIME_TO_PAY,
            },
        };
        cash::check(booking.is_in_cash(), price + terms.delta)?;
        let step = Change::of(booking, BookingStatus::Accepted, Actor::Pro)?;
        if !bookings::change(connection, booking, &step, now).await? {
            return Err(callout_domain::matching::answer::taken());
        }
        let proposal = Proposal {
            id: ids::prefixed("proposal-").map_err(Failure::internal)?,
            booking_id: booking.id.clone(),
            master_id: master.to_owned(),
            price_pence: price.0,
            delta_pence: terms.delta.0,
            length_minutes: None,
            message: terms.message,
            made_at: now,
            until: terms.until,
            approved_at: pays_first.then_some(now),
            outcome: None,
            ended_at: None,
        };
        proposals::add(connection, &proposal).await?;
        offers::answer(connection, &booking.id, master, OfferAnswer::Proposed, now).await?;
        if pays_first {
            ask_to_pay(connection, booking, &proposal, now).await?;
        } else {
            let end = Work::EndProposal {
                proposal_id: proposal.id.clone(),
            };
            jobs::enqueue(connection, &end, Some(&proposal.id), proposal.until, now).await?;
            tell(connection, &proposal, MessageKind::Proposal, now).await?;
        }
        Ok(BookingStatus::Accepted)
    }
}

impl Matching {
    /// The proposal that waits for the client of a booking.
    pub async fn proposal(&self, booking: &Booking) -> Fallible<Option<Proposal>> {
        if !booking.facts().waits_for_client {
            return Ok(None);
        }
        Ok(proposals::open(&mut self.db.read().await?, &booking.id).await?)
    }

    /// The client's answer to a proposal, or to one of the prices that were named; returns the booking as it then stands. If approving
    /// needs a payment, the booking waits for that.
    ///
    /// # Errors
    /// 409 `no_proposal` when there is none to answer (any more); 409 `pro_unavailable` when the pro who named a price cannot come.
    pub async fn answer_proposal(
        &self,
        booking_id: &str,
        proposal_id: Option<&str>,
        verdict: Verdict,
    ) -> Fallible<Booking> {
        let moment = self.moment().await?;
        let (id, open) = (
            booking_id.to_owned(),
            self.open_proposal(booking_id, proposal_id).await?,
        );
        let master = open.master_id.clone();
        let answered = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    if !moment.answer_any(connection, &open, verdict).await? {
                        return Ok(None);
                    }
                    Ok::<_, Failure>(store::bookings::find(connection, &id).await?)
                })
            })
            .await?;
        self.index.reload(&master).await?;
        answered.ok_or_else(named::pro_unavailable)
    }

    /// Ends the wait for an answer to a proposal that nobody has answered.
    pub async fn end_proposal(&self, proposal_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let open = proposals::find(&mut self.db.read().await?, proposal_id).await?;
        let Some(open) = open.filter(|open| open.outcome.is_none() && open.approved_at.is_none()) else {
            return Ok(());
        };
        self.end(open, ProposalOutcome::Lapsed, Actor::System, now).await
    }

    /// Ends the wait for the payment of what was agreed: the search goes on. Nothing happens for a booking that does not wait.
    pub async fn end_unpaid(&self, booking_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let open = proposals::open(&mut self.db.read().await?, booking_id).await?;
        // Another one may have come while the provider was asked about the payment of the last.
        match open.filter(|open| open.approved_at.is_some() && open.until <= now) {
            Some(open) if open.length_minutes.is_some() => self.unchoose(open).await,
            Some(open) => self.end(open, ProposalOutcome::Lapsed, Actor::System, now).await,
            None => Ok(()),
        }
    }

    /// Takes back the pro's own open proposal for a booking; none when there is none.
    pub(super) async fn take_back(
        &self,
        master_id: &str,
        booking_id: &str,
    ) -> Fallible<Option<BookingStatus>> {
        let now = self.clock.now();
        let open = proposals::open(&mut self.db.read().await?, booking_id).await?;
        let Some(own) = open.filter(|open| open.master_id == master_id) else {
            return Ok(None);
        };
        self.end(own, ProposalOutcome::TakenBack, Actor::Pro, now).await?;
        Ok(Some(BookingStatus::Pending))
    }

    /// The proposal that waits for the client, or the one of this id.
    async fn open_proposal(&self, booking_id: &str, id: Option<&str>) -> Fallible<Proposal> {
        let mut connection = self.db.read().await?;
        let open = match id {
            Some(id) => proposals::find(&mut connection, id).await?,
            None => proposals::open(&mut connection, booking_id).await?,
        };
        let open = open.filter(|open| open.booking_id == booking_id && open.outcome.is_none());
        open.ok_or_else(no_proposal)
    }

    async fn end(&self, open: Proposal, outcome: ProposalOutcome, by: Actor, now: Millis) -> Fallible<()> {
        let master = open.master_id.clone();
        let ended = self.db.write(move |connection| {
            Box::pin(async move {
                let (booking, proposal) = lock(connection, &open, now).await?;
                give_up(connection, &booking, &proposal, outcome, by, now).await
            })
        });
        match ended.await {
            // Somebody else has ended it.
            Err(failure) if failure.code == NO_PROPOSAL => Ok(()),
            ended => {
                ended?;
                self.index.reload(&master).await
            }
        }
    }
}

impl Moment {
    /// Locks a proposal, or a price that stands, with its pro and booking, and writes what the client says to it. False when the pro
    /// cannot come any more.
    pub(super) async fn answer_any(
        &self,
        connection: &mut Connection,
        open: &Proposal,
        verdict: Verdict,
    ) -> Fallible<bool> {
        if open.is_standing() {
            let (booking, price) = named::lock(connection, open, self.now).await?;
            return self.answer_named(connection, &booking, &price, verdict).await;
        }
        let (booking, proposal) = lock(connection, open, self.now).await?;
        self.answer_proposal(connection, &booking, &proposal, verdict)
            .await?;
        Ok(true)
    }

    /// What the client says to a proposal; booking and proposal are locked.
    pub(super) async fn answer_proposal(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        proposal: &Proposal,
        verdict: Verdict,
    ) -> Fallible<()> {
        match verdict {
            Verdict::Approve | Verdict::ApproveByLink => self.approve(connection, booking, proposal).await,
            Verdict::Decline => {
                let (by, now) = (Actor::Client, self.now);
                give_up(connection, booking, proposal, ProposalOutcome::Declined, by, now).await
            }
        }
    }

    async fn approve(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        proposal: &Proposal,
    ) -> Fallible<()> {
        if proposal.approved_at.is_some() {
            return Ok(());
        }
        if self.now >= proposal.until {
            return Err(no_proposal());
        }
        if needs_payment(booking, proposal) {
            return pay_within(connection, booking, proposal, self.now).await;
        }
        agree(
            connection,
            booking,
            proposal,
            &self.current,
            &self.rules,
            self.now,
        )
        .await?;
        Ok(())
    }
}

impl Matching {
    /// Makes what was agreed and paid for the pro's job, in the caller's transaction, which has locked the payment. False when the pro
    /// is busy by now and the search goes on: then the payment must be let go.
    pub async fn agree_paid(
        &self,
        connection: &mut Connection,
        booking_id: &str,
        current: &Current,
        now: Millis,
    ) -> Fallible<bool> {
        // A payment is no approval: the money may have been asked for before there was a proposal.
        let open = proposals::open(connection, booking_id).await?;
        let Some(open) = open.filter(|open| open.approved_at.is_some()) else {
            return Ok(false);
        };
        let (booking, proposal) = lock(connection, &open, now).await?;
        agree(connection, &booking, &proposal, current, &self.rules, now).await
    }
}

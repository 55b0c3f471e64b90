//! Answers that wait for the client: another price, or a budget that must be paid by card before the job is the pro's. Prices that pros
//! name side by side (`named.rs`) become one of these when the client has chosen.
//!
//! While it waits, the booking is `accepted` and nobody else can take it. The client approves or declines; approving may need a
//! payment first. What is agreed becomes the pro's job in one transaction, with the pro locked first; if the pro is busy by then,
//! the search goes on and the old price stands.

use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::answer::OfferAnswer;
use callout_domain::matching::eligible::OutWhy;
use pricing_core::Pence;
use pricing_core::quote::QuoteLine;

use super::answers::{Moment, assigned};
use super::asks::{ask_to_pay, tell};
use super::{Matching, candidates, job, named, not_found};
use crate::bookings::{self, Change};
use crate::books::Current;
use callout_domain::booking::{Booking, PaymentMethod};
use callout_domain::cash;
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::matching::candidate::Candidate;
use callout_domain::matching::eligible;
use callout_domain::matching::proposal::{NamedPrice, Proposal as Terms, ProposalOutcome};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store::bookings::{self as rows, details};
use callout_store::offers::{self, ProOut};
use callout_store::proposals::{self, Proposal};
use callout_store::{Connection, jobs, master_events, masters, payments_due};

/// How long a client has to pay for what was agreed, milliseconds.
const TIME_TO_PAY: Millis = 15 * MINUTE;

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
                    Ok::<_, Failure>(rows::find(connection, &id).await?)
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

/// A card must be held for more than it is held for now.
pub(super) fn needs_payment(booking: &Booking, proposal: &Proposal) -> bool {
    let is_held = booking.payment_id.is_some();
    is_by_card(booking, proposal) && (!is_held || proposal.delta_pence > 0)
}

/// A price that was named may be too dear for cash, whatever the client wanted to pay by.
fn is_by_card(booking: &Booking, proposal: &Proposal) -> bool {
    let price = Pence(booking.amount_pence + proposal.delta_pence);
    !booking.is_in_cash() || cash::is_above_limit(price)
}

/// Approves a proposal that must be paid, and asks for that.
pub(super) async fn pay_within(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    now: Millis,
) -> Fallible<()> {
    let until = now + TIME_TO_PAY;
    proposals::approve(connection, &proposal.id, until, now).await?;
    let approved = Proposal {
        until,
        ..proposal.clone()
    };
    ask_to_pay(connection, booking, &approved, now).await
}

/// Locks the pro, then the booking, and reads the proposal again.
pub(super) async fn lock(
    connection: &mut Connection,
    open: &Proposal,
    now: Millis,
) -> Fallible<(Booking, Proposal)> {
    masters::touch(connection, &open.master_id, now).await?;
    let booking = rows::lock(connection, &open.booking_id).await?;
    let booking = booking.filter(|booking| booking.facts().waits_for_client);
    let proposal = proposals::open(connection, &open.booking_id).await?;
    let proposal = proposal.filter(|proposal| proposal.id == open.id);
    booking.zip(proposal).ok_or_else(no_proposal)
}

/// `accepted` -> `confirmed` -> `assigned` at the new price. False when the pro can no longer do it: the search goes on.
pub(super) async fn agree(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<bool> {
    payments_due::end(connection, &booking.id).await?;
    let master = proposal.master_id.as_str();
    if !can_come(connection, booking, proposal, current, rules, now).await? {
        proposals::end(connection, &proposal.id, ProposalOutcome::Gone, now).await?;
        search_again(connection, booking, Actor::System, now).await?;
        master_events::add(connection, master, MasterEventKind::Withdrawn, &booking.id, now).await?;
        tell(connection, proposal, MessageKind::ProWithdrew, now).await?;
        return Ok(false);
    }
    proposals::end(connection, &proposal.id, ProposalOutcome::Agreed, now).await?;
    let amount_pence = booking.amount_pence + proposal.delta_pence;
    let mut lines = booking.lines.clone();
    if proposal.delta_pence != 0 {
        lines.0.push(QuoteLine::agreed(Pence(proposal.delta_pence)));
    }
    details::agree(connection, &booking.id, amount_pence, &lines).await?;
    if let Some(minutes) = proposal.length_minutes {
        // It was asked for by card, and paid.
        let is_paid = booking.payment_due_until.is_some();
        let method = if is_paid {
            PaymentMethod::Card
        } else {
            booking.payment_method
        };
        details::visit(connection, &booking.id, minutes, method).await?;
    }
    let confirm = Change::of(booking, BookingStatus::Confirmed, Actor::Client)?;
    moved(
        booking,
        bookings::change(connection, booking, &confirm, now).await?,
    )?;
    let confirmed = rows::find(connection, &booking.id).await?.ok_or_else(not_found)?;
    let assign = Change::of(&confirmed, BookingStatus::Assigned, Actor::Pro)?.to_master(master);
    moved(
        &confirmed,
        bookings::change(connection, &confirmed, &assign, now).await?,
    )?;
    assigned(connection, &confirmed, master, now).await?;
    Ok(true)
}

/// Whether the pro can do the work that was proposed, beside everything else. What was proposed stands, even if the pro takes no
/// further jobs now.
pub(super) async fn can_come(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<bool> {
    let booking = Booking {
        visit_minutes: proposal.length_minutes.or(booking.visit_minutes),
        ..booking.clone()
    };
    let job = job::read(connection, &booking, current, now, rules).await?;
    let pro = candidates::besides(connection, &proposal.master_id, &booking.id, rules).await?;
    let pro = pro.map(|pro| Candidate { online: true, ..pro });
    Ok(pro.is_some_and(|pro| eligible::fit(&pro, &job, now, rules).is_ok()))
}

/// Ends a proposal that came to nothing: the search goes on without this pro, unless the price rises.
pub(super) async fn give_up(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    outcome: ProposalOutcome,
    by: Actor,
    now: Millis,
) -> Fallible<()> {
    proposals::end(connection, &proposal.id, outcome, now).await?;
    payments_due::end(connection, &booking.id).await?;
    let out = ProOut {
        master_id: proposal.master_id.clone(),
        why: OutWhy::ProposalOver,
        price_pence: proposal.price_pence,
    };
    offers::put_out(connection, &booking.id, &out, now).await?;
    search_again(connection, booking, by, now).await?;
    if by != Actor::Pro {
        master_events::add(
            connection,
            &proposal.master_id,
            MasterEventKind::Withdrawn,
            &booking.id,
            now,
        )
        .await?;
    } else if proposal.approved_at.is_some() {
        // The client was asked to pay for it.
        tell(connection, proposal, MessageKind::ProWithdrew, now).await?;
    }
    Ok(())
}

pub(super) async fn search_again(
    connection: &mut Connection,
    booking: &Booking,
    by: Actor,
    now: Millis,
) -> Fallible<()> {
    let back = Change::of(booking, BookingStatus::Pending, by)?;
    moved(booking, bookings::change(connection, booking, &back, now).await?)
}

/// The booking was locked, so nobody else can have moved it.
fn moved(booking: &Booking, is_moved: bool) -> Fallible<()> {
    if is_moved {
        Ok(())
    } else {
        Err(status::illegal(booking.status))
    }
}

/// Code of the failure below.
pub(super) const NO_PROPOSAL: &str = "no_proposal";

pub(super) fn no_proposal() -> Failure {
    Failure::conflict(NO_PROPOSAL, "There is no proposal to answer any more.")
}

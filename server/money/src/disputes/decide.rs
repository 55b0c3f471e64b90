//! What an operator decides about a dispute: the refund is promised, and what was frozen is taken or given back, in one transaction.

use pricing_core::Pence;

use super::notices::tell;
use super::{Disputes, not_found, note};
use crate::payments::refund;
use crate::refunds;
use callout_base::audit;
use callout_base::frozen::{self, Taken};
use callout_base::goodwill;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::dispute::{BorneBy, DisputeStatus, News, Origin, Shares};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Kind};
use callout_domain::operator::By;
use callout_store as store;
use callout_store::disputes::{self, Dispute, Verdict};
use callout_store::payments::{self, Payment};
use callout_store::{Connection, bookings, clearing, masters};

/// How many disputes a list of the open ones shows.
const AT_ONCE: i64 = 200;

/// A decision.
#[derive(Debug, Clone)]
pub struct Decision {
    /// What the client gets back; everything that was paid and is not back yet where it is not said.
    pub refund: Option<Pence>,
    /// Who bears it.
    pub borne_by: BorneBy,
    /// Why, for both sides to read.
    pub words: String,
}

impl Disputes {
    /// The open disputes, the oldest first.
    pub async fn to_decide(&self) -> Fallible<Vec<Dispute>> {
        Ok(disputes::open(&mut self.db.read().await?, AT_ONCE).await?)
    }

    /// What a dispute's client has paid by card and can be given back.
    pub async fn refundable(&self, dispute: &Dispute) -> Fallible<Pence> {
        let mut connection = self.db.read().await?;
        let paid = payments::of_booking(&mut connection, &dispute.booking_id).await?;
        Ok(refund::free_of(&paid))
    }

    /// Decides a client's dispute, and gives it as it stands then. The running server makes the refund and tells both sides.
    ///
    /// # Errors
    /// 404 when there is none of this id; 409 `dispute_decided`, `bank_decides` for one that the client's bank decides, `payment_due`
    /// while the job is not paid for in full, `refund_too_large`; 422 on `reason`; those of [`audit::note`].
    pub async fn decide(&self, id: &str, decision: Decision, by: By) -> Fallible<Dispute> {
        let decision = Decision {
            words: words("reason", &decision.words)?,
            ..decision
        };
        let (id, now) = (id.to_owned(), self.clock.now());
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let dispute = disputes::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = Entry::new(Act::DisputeDecided, Subject::Dispute(id.clone()));
                audit::check(connection, &by, &entry).await?;
                if dispute.origin == Origin::Bank {
                    return Err(bank_decides());
                }
                carry_out(connection, &dispute, &decision, by.operator_id(), now).await?;
                let decided = disputes::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = entry
                    .is("booking", dispute.booking_id)
                    .is("borne_by", decision.borne_by.as_str())
                    .refunding(Pence(decided.refund_pence.unwrap_or_default()))
                    .because(&decision.words);
                audit::note(connection, &by, &entry, now).await?;
                Ok::<_, Failure>(decided)
            })
        });
        let dispute = decided.await?;
        tracing::info!(dispute = %dispute.id, refund = dispute.refund_pence, "an operator has decided a dispute");
        Ok(dispute)
    }
}

async fn carry_out(
    connection: &mut Connection,
    dispute: &Dispute,
    decision: &Decision,
    decided_by: Option<&str>,
    now: Millis,
) -> Fallible<()> {
    if dispute.status != DisputeStatus::Open {
        return Err(decided_before());
    }
    // Payments are locked first, then the pro, then the booking.
    let charged = payments::lock_of_booking(connection, &dispute.booking_id, now).await?;
    masters::touch(connection, &dispute.master_id, now).await?;
    let booking = bookings::lock(connection, &dispute.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a dispute without its booking"))?;
    if clearing::is_uncollected(connection, &dispute.booking_id).await? {
        return Err(not_paid_for());
    }
    let refund = within(decision.refund, &charged)?;
    let verdict = Verdict {
        refund_pence: refund.0,
        borne_by: decision.borne_by,
        words: &decision.words,
    };
    if !disputes::decide(connection, &dispute.id, verdict, decided_by, now).await? {
        return Err(decided_before());
    }
    let client = Account::Client(booking.made_by.clone());
    let shares = shares(connection, dispute, decision.borne_by, refund).await?;
    if shares.is_none() {
        let booking_id = &dispute.booking_id;
        goodwill::give(connection, &dispute.id, booking_id, refund, client.clone(), now).await?;
    }
    let taken = shares.map(|shares| Taken {
        kind: Kind::TakenBack,
        shares,
        to: client,
    });
    frozen::end(connection, dispute, taken, now).await?;
    refunds::promise(connection, &dispute.id, &charged, refund, now).await?;
    note(connection, dispute, EventKind::DisputeDecided, now).await?;
    tell(connection, dispute, News::Decided, now).await
}

/// What a decision gives back of what was charged: all that is left of it where no amount is said.
pub(super) fn within(refund: Option<Pence>, charged: &[Payment]) -> Fallible<Pence> {
    let back = refund::free_of(charged);
    let refund = refund.unwrap_or(back);
    if refund > back || refund < Pence::ZERO {
        return Err(refund_too_large(back));
    }
    Ok(refund)
}

/// How a refund is taken from what the job earned; none for one that the platform bears.
pub(super) async fn shares(
    connection: &mut Connection,
    dispute: &Dispute,
    borne_by: BorneBy,
    refund: Pence,
) -> Fallible<Option<Shares>> {
    match borne_by {
        BorneBy::Callout => Ok(None),
        BorneBy::Pro => {
            let earned = store::frozen::earned(connection, &dispute.booking_id).await?;
            let shares = earned
                .shares(refund)
                .ok_or_else(|| refund_too_large(earned.paid()))?;
            Ok(Some(shares))
        }
    }
}

fn decided_before() -> Failure {
    Failure::conflict("dispute_decided", "This dispute is decided already.")
}

fn bank_decides() -> Failure {
    Failure::conflict("bank_decides", "The client's bank decides about this.")
}

/// What is frozen becomes the pro's by the decision, and what is charged later would not be given back.
fn not_paid_for() -> Failure {
    Failure::conflict(
        "payment_due",
        "A part of the price is still to be paid by the client, or all of it. Decide once it has been.",
    )
}

fn refund_too_large(most: Pence) -> Failure {
    Failure::conflict("refund_too_large", format!("At most {most} can be given back."))
}

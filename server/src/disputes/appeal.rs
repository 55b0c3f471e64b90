//! An appeal against a decision: either side may, once, and a super admin decides. The decision stands, or the client gets more back.
//! What the pro bears is taken from wherever they have it by then.

use pricing_core::Pence;

use super::decide::{Decision, shares, within};
use super::notices::tell;
use super::{Disputes, not_found, note};
use crate::audit;
use crate::bookings::words;
use crate::clock::Millis;
use crate::domain::appeal::{self, Appellant};
use crate::domain::audit::{Act, Entry, Subject};
use crate::domain::dispute::{News, Origin};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::ledger::Account;
use crate::domain::operator::By;
use crate::refunds::{self, give, lock_charged, promise};
use crate::store::audit::concerns;
use crate::store::disputes::{self as rows, Dispute, Verdict};
use crate::store::{Connection, bookings, masters, operators};

/// How many appeals a list shows.
const AT_ONCE: i64 = 200;

impl Disputes {
    /// The appeals that wait for a decision, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn appeals(&self) -> Fallible<Vec<Dispute>> {
        Ok(rows::appealed(&mut self.db.read().await?, AT_ONCE).await?)
    }

    /// Keeps the appeal of a job's client, or of its pro, where `master_id` says who asks. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when there is no dispute of theirs; 409 `not_decided`, `already_appealed`, `dispute_closed` once the time is over.
    pub async fn appeal(&self, booking_id: &str, master_id: Option<&str>, text: String) -> Fallible<Dispute> {
        let (id, master, now) = (
            booking_id.to_owned(),
            master_id.map(str::to_owned),
            self.clock.now(),
        );
        let appellant = match master {
            Some(_) => Appellant::Pro,
            None => Appellant::Client,
        };
        let appealed = self.db.write(move |connection| {
            Box::pin(async move {
                let booking = bookings::lock(connection, &id).await?;
                let _ = booking.ok_or_else(not_found)?;
                let all = rows::of_booking(connection, &id).await?;
                let own = |dispute: &Dispute| {
                    dispute.origin == Origin::Client
                        && master.as_ref().is_none_or(|master| dispute.master_id == *master)
                };
                let dispute = all.into_iter().find(own).ok_or_else(not_found)?;
                if let Some(said) = &dispute.appeal {
                    let is_same = *said == text && dispute.appealed_by.as_deref() == Some(appellant.as_str());
                    return is_same.then_some(dispute).ok_or_else(already_appealed);
                }
                let decided_at = dispute.decided_at.ok_or_else(not_decided)?;
                if now >= appeal::open_until(decided_at) {
                    return Err(closed());
                }
                if !rows::appeal(connection, &dispute.id, appellant, &text, now).await? {
                    return Err(already_appealed());
                }
                note(connection, &dispute, "dispute_appealed", now).await?;
                tell(connection, &dispute, News::Appealed, now).await?;
                rows::find(connection, &dispute.id).await?.ok_or_else(not_found)
            })
        });
        appealed.await
    }

    /// True when the appeal of a dispute is not for this operator, who decided the dispute, but for another super admin.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_for_another(&self, dispute: &Dispute, operator_id: &str) -> Fallible<bool> {
        is_for_another(&mut self.db.read().await?, dispute, operator_id).await
    }

    /// Decides an appeal: what the client gets back beyond the first decision, nothing where that stands. The running server makes the
    /// refund and tells both sides.
    ///
    /// # Errors
    /// 404 when there is no such dispute; 403 `super_admin_only`; 409 `same_operator` for whoever decided the dispute, as long as
    /// another super admin could decide the appeal, `no_appeal` when none waits, `refund_too_large`, `disputed` while the client's bank
    /// decides; 422 on `reason`; those of [`audit::note`].
    pub async fn decide_appeal(&self, id: &str, decision: Decision, by: By) -> Fallible<Dispute> {
        by.require_super_admin("decide an appeal")?;
        let decision = Decision {
            words: words("reason", &decision.words)?,
            ..decision
        };
        let (id, now) = (id.to_owned(), self.clock.now());
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let dispute = rows::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = Entry::new(Act::AppealDecided, Subject::Dispute(id.clone()));
                audit::check(connection, &by, &entry).await?;
                if let Some(operator) = by.operator_id()
                    && is_for_another(connection, &dispute, operator).await?
                {
                    return Err(same_operator());
                }
                let refund = Box::pin(carry_out(connection, &dispute, &decision, now)).await?;
                let entry = entry
                    .is("booking", dispute.booking_id)
                    .is("borne_by", decision.borne_by.as_str())
                    .refunding(refund)
                    .because(&decision.words);
                audit::note(connection, &by, &entry, now).await?;
                rows::find(connection, &id).await?.ok_or_else(not_found)
            })
        });
        let dispute = decided.await?;
        tracing::info!(dispute = %dispute.id, refund = dispute.appeal_refund_pence, "an appeal is decided");
        Ok(dispute)
    }
}

async fn is_for_another(connection: &mut Connection, dispute: &Dispute, operator_id: &str) -> Fallible<bool> {
    let another = another_could(connection, dispute, operator_id).await?;
    Ok(appeal::is_for_another(
        dispute.decided_by.as_deref(),
        operator_id,
        another,
    ))
}

/// True when there is another super admin, and it is not their own case.
async fn another_could(connection: &mut Connection, dispute: &Dispute, but: &str) -> Fallible<bool> {
    let subject = Subject::Dispute(dispute.id.clone());
    for operator in operators::super_admins(connection).await? {
        if operator.id != but && !concerns(connection, &subject, &operator.email).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn carry_out(
    connection: &mut Connection,
    dispute: &Dispute,
    decision: &Decision,
    now: Millis,
) -> Fallible<Pence> {
    // Payments are locked first, then the pro, then the booking.
    let charged = lock_charged(connection, &dispute.booking_id, now).await?;
    masters::touch(connection, &dispute.master_id, now).await?;
    let booking = bookings::lock(connection, &dispute.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a dispute without its booking"))?;
    if refunds::is_disputed(connection, &dispute.booking_id).await? {
        return Err(refunds::disputed());
    }
    let refund = within(decision, &charged)?;
    let verdict = Verdict {
        refund_pence: refund.0,
        borne_by: decision.borne_by,
        words: &decision.words,
    };
    if !rows::decide_appeal(connection, &dispute.id, verdict, now).await? {
        return Err(no_appeal());
    }
    // A name of its own: what the first decision has posted and promised is not done again under the same one.
    let subject = format!("{}:appeal", dispute.id);
    match shares(connection, dispute, decision.borne_by, refund).await? {
        Some(shares) => refunds::take_back(connection, &booking, shares, &subject, now).await?,
        None => {
            let client = Account::Client(booking.made_by);
            give(connection, &subject, &dispute.booking_id, refund, client, now).await?;
        }
    }
    promise(connection, &subject, &charged, refund, now).await?;
    note(connection, dispute, "appeal_decided", now).await?;
    tell(connection, dispute, News::AppealDecided, now).await?;
    Ok(refund)
}

fn not_decided() -> Failure {
    Failure::conflict("not_decided", "This dispute is not decided yet.")
}

fn already_appealed() -> Failure {
    Failure::conflict(
        "already_appealed",
        "Somebody has appealed against this decision already.",
    )
}

fn closed() -> Failure {
    Failure::conflict("dispute_closed", "The time for this is over.")
}

fn same_operator() -> Failure {
    Failure::conflict(
        "same_operator",
        "You decided this dispute: another super admin decides the appeal.",
    )
}

fn no_appeal() -> Failure {
    Failure::conflict("no_appeal", "No appeal waits here for a decision.")
}

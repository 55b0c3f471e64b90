//! What an operator decides about a payout that waits for it.

use super::send::{give_back, tell_pro};
use super::{Payouts, not_found};
use crate::clock::{DAY, Millis};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::payout::PayoutStatus;
use crate::domain::work::Work;
use crate::store::payouts::{self as rows, Payout, transfers};
use crate::store::{Connection, jobs, masters};

/// A decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is sent.
    Send,
    /// It waits until it is sent or returned.
    Hold,
    /// It goes back to the balance.
    Return,
}

impl Payouts {
    /// The payouts that wait for a decision or have not been sent for a day, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn to_decide(&self) -> Fallible<Vec<Payout>> {
        let before = self.clock.now() - DAY;
        Ok(rows::to_decide(&mut self.db.read().await?, self.provider.name(), before).await?)
    }

    /// Decides about a payout, and gives it as it stands then. The running server sends it.
    ///
    /// # Errors
    /// 404 when there is none of this id; 409 `payout_decided` when it does not wait for this decision.
    pub async fn decide(&self, payout_id: &str, verdict: Verdict) -> Fallible<Payout> {
        let (id, now) = (payout_id.to_owned(), self.clock.now());
        let provider = self.provider.name();
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let payout = rows::find(connection, &id).await?.ok_or_else(not_found)?;
                carry_out(connection, &payout, verdict, provider, now).await?;
                rows::find(connection, &id).await?.ok_or_else(not_found)
            })
        });
        let payout = decided.await?;
        tracing::info!(payout = %payout.id, ?verdict, "an operator has decided about a payout");
        Ok(payout)
    }
}

async fn carry_out(
    connection: &mut Connection,
    payout: &Payout,
    verdict: Verdict,
    provider: &str,
    now: Millis,
) -> Fallible<()> {
    // Nothing of it can be on its way while its provider is not asked.
    let rests = payout.provider != provider;
    let (from, id) = (payout.status, payout.id.as_str());
    let to = match (from, verdict) {
        // Sending again what is being sent does no harm; it helps when the provider was away for days.
        (PayoutStatus::Review | PayoutStatus::Held | PayoutStatus::Pending, Verdict::Send) => {
            PayoutStatus::Pending
        }
        (PayoutStatus::Review, Verdict::Hold) => PayoutStatus::Held,
        (PayoutStatus::Pending, Verdict::Hold) if rests => PayoutStatus::Held,
        (PayoutStatus::Review | PayoutStatus::Held, Verdict::Return) => PayoutStatus::Failed,
        (PayoutStatus::Pending, Verdict::Return) if rests => PayoutStatus::Failed,
        _ => return Err(decided_before(from)),
    };
    if verdict == Verdict::Return {
        // The pro is locked before the payout, as by whoever opens a dispute.
        masters::touch(connection, &payout.master_id, now).await?;
    }
    if !rows::change_status(connection, id, from, to, now).await? {
        return Err(decided_before(from));
    }
    match verdict {
        Verdict::Send => {
            let send = Work::SendPayout {
                payout_id: id.to_owned(),
            };
            jobs::enqueue(connection, &send, None, now, now).await?;
        }
        Verdict::Hold => {}
        Verdict::Return => {
            for transfer in transfers::of_payout(connection, id).await? {
                give_back(connection, payout, &transfer, "returned_by_operator", now).await?;
            }
            tell_pro(connection, id, now).await?;
        }
    }
    Ok(())
}

fn decided_before(status: PayoutStatus) -> Failure {
    Failure::conflict(
        "payout_decided",
        format!("This payout does not wait for that: it is {}.", status.as_str()),
    )
}

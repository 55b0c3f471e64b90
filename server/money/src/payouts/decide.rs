//! What an operator decides about a payout that waits for it.

use pricing_core::Pence;

use super::send::{give_back, tell_pro};
use super::{Payouts, not_found};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::{By, TWO_OPERATORS};
use callout_domain::payment::ProviderName;
use callout_domain::payout::{PayoutStatus, Unsent, Verdict};
use callout_domain::work::Work;
use callout_store::payouts::transfers;
use callout_store::payouts::{self, Payout};
use callout_store::{Connection, jobs, masters, operators};

impl Payouts {
    /// The payouts that wait for a decision or have not been sent for a day, the oldest first.
    pub async fn to_decide(&self) -> Fallible<Vec<Payout>> {
        let before = self.clock.now() - DAY;
        Ok(payouts::to_decide(&mut self.db.read().await?, self.provider.name(), before).await?)
    }

    /// What an operator can decide about a payout as it stands.
    pub async fn verdicts(&self, payout: &Payout) -> Fallible<Vec<Verdict>> {
        let rests = rests(&mut self.db.read().await?, payout, self.provider.name()).await?;
        let all = Verdict::ALL.iter().copied();
        Ok(all
            .filter(|verdict| payout.status.after(*verdict, rests).is_some())
            .collect())
    }

    /// Decides about a payout, and gives it as it stands then. The running server sends it. A large one is sent when a second operator has
    /// approved it; until then it stands where it stood.
    ///
    /// # Errors
    /// 404 when there is none of this id; 409 `payout_decided` when it does not wait for this decision, `second_operator` when the operator
    /// has approved it already, `payout_may_be_sent` when it is to be held or returned and a transfer of it may be on its way; 403 `super_admin_only`, `operator_new` where two decide; 422 on `reason`; those of [`audit::note`].
    pub async fn decide(&self, payout_id: &str, verdict: Verdict, reason: &str, by: By) -> Fallible<Payout> {
        let (id, reason, now) = (payout_id.to_owned(), words("reason", reason)?, self.clock.now());
        let provider = self.provider.name();
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let payout = payouts::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = Entry::new(act(verdict), Subject::Payout(id.clone()));
                audit::check(connection, &by, &entry).await?;
                let rests = rests(connection, &payout, provider).await?;
                let to = payout.status.after(verdict, rests);
                let to = to.ok_or_else(|| decided_before(payout.status))?;
                if verdict != Verdict::Send || is_approved(connection, &payout, &by, now).await? {
                    carry_out(connection, &payout, (verdict, to), provider, now).await?;
                }
                let decided = payouts::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = entry
                    .was("status", payout.status.as_str())
                    .is("status", decided.status.as_str())
                    .is("amount_pence", payout.amount_pence)
                    .because(&reason);
                audit::note(connection, &by, &entry, now).await?;
                Ok::<_, Failure>(decided)
            })
        });
        let payout = decided.await?;
        tracing::info!(payout = %payout.id, ?verdict, "an operator has decided about a payout");
        Ok(payout)
    }
}

const fn act(verdict: Verdict) -> Act {
    match verdict {
        Verdict::Send => Act::PayoutApproved,
        Verdict::Hold => Act::PayoutHeld,
        Verdict::Return => Act::PayoutReturned,
    }
}

/// True when a payout may be sent: one operator sends a small one. Of a large one the first approval is kept, and another operator must
/// follow. What is being sent was approved before.
async fn is_approved(connection: &mut Connection, payout: &Payout, by: &By, now: Millis) -> Fallible<bool> {
    let amount = Pence(payout.amount_pence);
    by.require_payout(amount)?;
    if amount <= TWO_OPERATORS || payout.status == PayoutStatus::Pending {
        return Ok(true);
    }
    // Whoever was added lately is neither of the two: the one who added them would decide alone.
    if let Some(operator) = by.operator_id() {
        let operator = operators::find(connection, operator).await?;
        operator.ok_or_else(Failure::unauthorised)?.require_trust(now)?;
    }
    match &payout.approved_by {
        Some(first) if *first == by.id => Err(second_operator()),
        Some(_) => Ok(true),
        None if payouts::approve(connection, &payout.id, &by.id, payout.status).await? => Ok(false),
        None => Err(decided_before(payout.status)),
    }
}

/// True while nothing of a payout can be on its way: it is for another provider than the one in use, or nothing of it was begun.
async fn rests(connection: &mut Connection, payout: &Payout, provider: ProviderName) -> Fallible<bool> {
    Ok(payout.provider != provider || !transfers::is_begun(connection, &payout.id).await?)
}

async fn carry_out(
    connection: &mut Connection,
    payout: &Payout,
    (verdict, to): (Verdict, PayoutStatus),
    provider: ProviderName,
    now: Millis,
) -> Fallible<()> {
    let (from, id) = (payout.status, payout.id.as_str());
    if verdict == Verdict::Return {
        // The pro is locked before the payout, as by whoever opens a dispute.
        masters::touch(connection, &payout.master_id, now).await?;
    }
    if !payouts::change_status(connection, id, from, to, now).await? {
        return Err(decided_before(from));
    }
    // It is locked now. What was begun before another provider was in use may still have been sent, so that it is not returned.
    let may_be_sent = match verdict {
        Verdict::Send => false,
        Verdict::Hold => from == PayoutStatus::Pending && !rests(connection, payout, provider).await?,
        Verdict::Return => transfers::is_begun(connection, id).await?,
    };
    if may_be_sent {
        return Err(on_its_way());
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
                give_back(connection, payout, &transfer, Unsent::Returned, now).await?;
            }
            tell_pro(connection, id, now).await?;
        }
    }
    Ok(())
}

fn second_operator() -> Failure {
    Failure::conflict(
        "second_operator",
        format!("You have approved it. Above {TWO_OPERATORS} another super admin must approve it, too."),
    )
}

fn on_its_way() -> Failure {
    Failure::conflict(
        "payout_may_be_sent",
        "A part of this payout may be on its way already: returned, it could be paid twice. Send it: what was sent is not sent again, and what \
         the provider refuses goes back to the pro's balance. One for another provider needs that provider's settings first.",
    )
}

fn decided_before(status: PayoutStatus) -> Failure {
    Failure::conflict(
        "payout_decided",
        format!("This payout does not wait for that: it is {}.", status.as_str()),
    )
}

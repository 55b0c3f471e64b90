//! Taking back what was sent to a pro: where a refund that the pro bears leaves them owing, because the job was paid out, its transfers
//! are reversed up to what is owed. What the provider refuses stays the pro's debt.

use pricing_core::Pence;

use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::ids;
use callout_domain::payout::ReversalStatus;
use callout_domain::work::Work;
use callout_store::payouts::reversals::{self, Reversal};
use callout_store::{Connection, jobs, pro_balances};

/// Has up to `taken` asked back of a job's transfers, in the transaction that took it from the balance of the pro, who is locked: no more
/// than they owe now. The job asks for less, or nothing, where later earnings have paid the debt by then.
pub async fn ask_back(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    taken: Pence,
    now: Millis,
) -> Fallible<()> {
    let owed = Pence(-pro_balances::lock(connection, master_id).await?.available_pence);
    let mut left = taken.min(owed);
    if left <= Pence::ZERO {
        return Ok(());
    }
    for transfer in reversals::reversible(connection, booking_id, master_id).await? {
        let part = left.min(Pence(transfer.left_pence));
        if part > Pence::ZERO {
            left = left - part;
            let reversal = Reversal {
                reference: ids::prefixed("reversal-")?,
                master_id: master_id.to_owned(),
                booking_id: booking_id.to_owned(),
                transfer: transfer.reference,
                wanted_pence: part.0,
                amount_pence: 0,
                status: ReversalStatus::Waiting,
                outcome: None,
                made_at: now,
                asked_at: None,
                ended_at: None,
            };
            reversals::add(connection, &reversal).await?;
            enqueue(connection, reversal.reference, now).await?;
        }
    }
    Ok(())
}

/// Goes on with what waited for a transfer, which has just been sent, or has come back.
pub async fn go_on(connection: &mut Connection, transfer: &str, now: Millis) -> Fallible<()> {
    for reference in reversals::waiting_for(connection, transfer).await? {
        enqueue(connection, reference, now).await?;
    }
    Ok(())
}

async fn enqueue(connection: &mut Connection, reference: String, now: Millis) -> Fallible<()> {
    let work = Work::ReverseTransfer { reference };
    Ok(jobs::enqueue(connection, &work, None, now, now).await?)
}

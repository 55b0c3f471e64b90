//! Money of pros that is frozen while a job is disputed: each posting with what it changes in our tables, in the transaction of whoever
//! opens or decides the dispute.
//!
//! The caller has locked the pro, as clearing does, so that nothing becomes available meanwhile.

use pricing_core::Pence;

use crate::reversals;
use crate::unsent;
use callout_domain::clock::Millis;
use callout_domain::dispute::Shares;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_store::disputes::{self, Dispute};
use callout_store::frozen::{self, Earning};
use callout_store::payouts::money;
use callout_store::{Connection, clearing, ledger, pro_balances};

/// Freezes what the pro has earned by a disputed job and was not paid, and takes it out of payouts that have not begun to send it. If
/// some was paid out already or is on its way, the pro's later earnings are frozen up to that amount; a transfer that comes back is frozen too.
pub async fn freeze(connection: &mut Connection, dispute: &Dispute, now: Millis) -> Fallible<()> {
    // Lock the balance: a concurrent payout either waits, or has already deducted its money.
    pro_balances::lock(connection, &dispute.master_id).await?;
    unsent::take_out(connection, &dispute.booking_id, &dispute.master_id, now).await?;
    let mut missing = Pence::ZERO;
    let mut most = at_stake(connection, dispute).await?;
    for earning in frozen::earnings(connection, &dispute.booking_id).await? {
        // What another dispute has frozen already is not missing.
        let frozen = frozen::of_earning(connection, &dispute.master_id, &earning.reference).await?;
        missing = missing + Pence(earning.used_pence) - frozen;
        most = most - earning.left();
    }
    let missing = missing.min(most).max(Pence::ZERO);
    disputes::set_to_freeze(connection, &dispute.id, missing.0).await?;
    freeze_left(connection, dispute, now).await
}

/// Freezes what the disputed job has earned and is free: neither paid out nor on its way, nor frozen.
pub async fn freeze_left(connection: &mut Connection, dispute: &Dispute, now: Millis) -> Fallible<()> {
    pro_balances::lock(connection, &dispute.master_id).await?;
    for earning in frozen::earnings(connection, &dispute.booking_id).await? {
        freeze_part(connection, dispute, &earning, earning.left(), now).await?;
    }
    Ok(())
}

/// Freezes what has just become available to a pro, or come back from a payout, up to what open disputes of jobs that were paid out are about.
pub async fn freeze_later(
    connection: &mut Connection,
    master_id: &str,
    reference: &str,
    now: Millis,
) -> Fallible<()> {
    for dispute in disputes::to_freeze_for(connection, master_id).await? {
        let Some(earning) = frozen::earning(connection, reference).await? else {
            return Ok(());
        };
        let part = earning.left().min(Pence(dispute.to_freeze_pence));
        freeze_part(connection, &dispute, &earning, part, now).await?;
        disputes::set_to_freeze(connection, &dispute.id, dispute.to_freeze_pence - part.0).await?;
    }
    Ok(())
}

/// What the job of a dispute can still lose beyond what is frozen. An earlier decision may have taken what was paid out.
async fn at_stake(connection: &mut Connection, dispute: &Dispute) -> Fallible<Pence> {
    let earned = frozen::earned(connection, &dispute.booking_id).await?.pro;
    Ok(earned - frozen::held(connection, &dispute.id, &dispute.booking_id).await?)
}

/// Freezes what a dispute has just released for others: those of the job that earned it come first, then those of jobs that were paid out.
async fn freeze_again(
    connection: &mut Connection,
    master_id: &str,
    reference: &str,
    now: Millis,
) -> Fallible<()> {
    for dispute in disputes::open_of_earning(connection, reference).await? {
        if let Some(earning) = frozen::earning(connection, reference).await? {
            let part = earning.left().min(at_stake(connection, &dispute).await?);
            freeze_part(connection, &dispute, &earning, part, now).await?;
            // This earning now covers it, so fewer later earnings have to be frozen.
            let left = at_stake(connection, &dispute).await?;
            let later = Pence(dispute.to_freeze_pence).min(left).max(Pence::ZERO);
            disputes::set_to_freeze(connection, &dispute.id, later.0).await?;
        }
    }
    freeze_later(connection, master_id, reference, now).await
}

/// Where a pro has what was earned and is neither frozen nor paid out.
#[must_use]
pub fn account(earning: &Earning, master_id: &str) -> Account {
    match earning.cleared_at {
        Some(_) => Account::Pro(master_id.to_owned()),
        None => Account::ProClearing(master_id.to_owned()),
    }
}

async fn freeze_part(
    connection: &mut Connection,
    dispute: &Dispute,
    earning: &Earning,
    part: Pence,
    now: Millis,
) -> Fallible<()> {
    if part <= Pence::ZERO {
        return Ok(());
    }
    let from = account(earning, &dispute.master_id);
    let frozen = frozen::add(connection, &dispute.id, &earning.reference, part.0).await?;
    let subject = if frozen == part.0 {
        format!("{}:{}", dispute.id, earning.reference)
    } else {
        // A part of it came back from a payout after the rest was frozen.
        format!("{}:{}:{frozen}", dispute.id, earning.reference)
    };
    let posting = Transaction::new(Kind::Frozen, &subject, "GBP").about_booking(&dispute.booking_id);
    post(
        connection,
        posting.transfer(
            part,
            Debit(from),
            Credit(Account::ProFrozen(dispute.master_id.clone())),
        ),
        now,
    )
    .await?;
    clearing::end(connection, &earning.reference, now).await?;
    money::use_up(connection, &earning.reference, part.0).await?;
    Ok(())
}

/// What is taken back of what a disputed job has earned, and for whom.
#[derive(Debug, Clone)]
pub struct Taken {
    /// What happened.
    pub kind: Kind,
    /// Who bears how much.
    pub shares: Shares,
    /// Who gets it.
    pub to: Account,
}

/// Ends the freezing: takes from the pro what is to be taken, the frozen money first and then what the pro has otherwise, and makes the
/// rest available. What is missing is asked back of the job's transfers. Without `taken`, all of it becomes available.
pub async fn end(
    connection: &mut Connection,
    dispute: &Dispute,
    taken: Option<Taken>,
    now: Millis,
) -> Fallible<()> {
    let frozen = frozen::of_dispute(connection, &dispute.id).await?;
    let total = Pence(frozen.iter().map(|(_, pence)| pence).sum());
    let (mut kept, mut missing) = (Pence::ZERO, Pence::ZERO);
    if let Some(Taken { kind, shares, to }) = taken {
        kept = shares.pro.min(total);
        missing = shares.pro - kept;
        let debits = [
            (Account::ProFrozen(dispute.master_id.clone()), kept),
            (Account::Pro(dispute.master_id.clone()), missing),
            (Account::PlatformFees, shares.fees),
        ];
        let whole = shares.pro + shares.fees - shares.promotions;
        let credits = [(Account::PlatformPromotions, shares.promotions), (to, whole)];
        let posting = Transaction::new(kind, &dispute.id, "GBP").about_booking(&dispute.booking_id);
        post(connection, posting.transfer_all(&debits, &credits), now).await?;
    }
    let back = total - kept;
    let mut released = Vec::new();
    for (earning, pence) in frozen {
        let part = kept.min(Pence(pence));
        kept = kept - part;
        money::use_up(connection, &earning, part.0 - pence).await?;
        if part < Pence(pence) {
            released.push(earning);
        }
    }
    let pro = || dispute.master_id.clone();
    let posting = Transaction::new(Kind::Unfrozen, &dispute.id, "GBP").about_booking(&dispute.booking_id);
    let unfrozen = posting.transfer(
        back,
        Debit(Account::ProFrozen(pro())),
        Credit(Account::Pro(pro())),
    );
    post(connection, unfrozen, now).await?;
    for earning in released {
        freeze_again(connection, &dispute.master_id, &earning, now).await?;
    }
    reversals::ask_back(connection, &dispute.booking_id, &dispute.master_id, missing, now).await
}

async fn post(
    connection: &mut Connection,
    posting: Result<Transaction, NegativeTransfer>,
    now: Millis,
) -> Fallible<()> {
    let posting = posting.map_err(|NegativeTransfer| Failure::internal("a negative transfer"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

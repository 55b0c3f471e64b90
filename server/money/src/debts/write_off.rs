//! Writing off what a pro owes, when nobody expects it to be paid.

use pricing_core::Pence;

use super::Debts;
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::operator::By;
use callout_store::payouts::reversals;
use callout_store::{Connection, disputes, ledger, masters, pro_balances, unpaid_jobs};

impl Debts {
    /// Writes off a part of what a pro owes, or all of it, and gives what is left, pence. What the provider is taking back at this moment
    /// cannot be written off as well.
    ///
    /// # Errors
    /// 403 `super_admin_only`; 409 `disputed` while a dispute, an appeal or a decision about a fee may still give some of it back; 422 on `amount` above the debt, and on `reason`; those of [`audit::note`].
    pub async fn write_off(&self, master_id: &str, amount: Pence, reason: &str, by: By) -> Fallible<Pence> {
        by.require_super_admin("write off a debt")?;
        let (master, reason, now) = (master_id.to_owned(), words("reason", reason)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::DebtWrittenOff, Subject::Pro(master.clone()));
                    audit::check(connection, &by, &entry).await?;
                    // Matching goes by what a pro owes; one who has left is looked for no more.
                    masters::touch(connection, &master, now).await?;
                    if is_undecided(connection, &master).await? {
                        return Err(undecided());
                    }
                    let owed = Pence(-pro_balances::lock(connection, &master).await?.available_pence);
                    let most = owed - reversals::reserved(connection, &master).await?;
                    if amount <= Pence::ZERO || amount > most {
                        return Err(too_much(most));
                    }
                    post(connection, master, amount, now).await?;
                    let left = owed - amount;
                    let entry = entry
                        .was("owed_pence", owed.0)
                        .is("owed_pence", left.0)
                        .because(&reason);
                    audit::note(connection, &by, &entry, now).await?;
                    Ok(left)
                })
            })
            .await
    }
}

/// True while a part of what the pro owes may yet be given back in another way.
async fn is_undecided(connection: &mut Connection, master: &str) -> Fallible<bool> {
    let disputes = disputes::undecided_jobs(connection, master, 1).await?;
    let fees = unpaid_jobs::undecided_jobs(connection, master, 1).await?;
    Ok(!disputes.is_empty() || !fees.is_empty())
}

async fn post(connection: &mut Connection, master: String, amount: Pence, now: Millis) -> Fallible<()> {
    let posting = Transaction::new(Kind::DebtWrittenOff, &ids::prefixed("")?, "GBP")
        .transfer(
            amount,
            Debit(Account::PlatformBadDebts),
            Credit(Account::Pro(master)),
        )
        .map_err(|NegativeTransfer| Failure::internal("a debt of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

fn too_much(owed: Pence) -> Failure {
    if owed <= Pence::ZERO {
        return Failure::field("amount", "This pro owes nothing that can be written off.");
    }
    Failure::field("amount", format!("Choose from 1p to {owed}."))
}

fn undecided() -> Failure {
    Failure::conflict(
        "disputed",
        "A dispute, an appeal or the fee of a cash job of this pro is not decided yet: decide it first.",
    )
}

//! Asking for a payout: it leaves the balance in one transaction with its transfers and the job that sends them.

use pricing_core::Pence;

use super::send::alert;
use super::{Payouts, shared};
use callout_domain::booking::Json;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::payout::{Facts, LEAST_BY_HAND, Origin, PayoutStatus, Plan, TransferStatus, plan};
use callout_domain::work::Work;
use callout_store::payout_accounts::{self, PayoutAccount};
use callout_store::payouts::{self, Payout, money, transfers};
use callout_store::{Connection, StoreError, idempotency, jobs, ledger, pro_balances, suspensions, tax};

/// A payout that is wished for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    /// How much; everything available where it is not said.
    pub(super) amount: Option<Pence>,
    /// Who asks.
    pub(super) origin: Origin,
    /// Unix milliseconds.
    pub(super) now: Millis,
}

impl Payouts {
    /// A pro withdraws `amount`, or everything that is available. The same key again gives the same payout.
    ///
    /// # Errors
    /// 409 `payout_details_missing` without bank details, `balance_held` for a suspended pro, `tax_details_missing`, `payout_open` while another payout is open, `balance_too_low`; 422 for less
    /// than the least amount, or a key that was used for something else.
    pub async fn withdraw(
        &self,
        master_id: &str,
        amount: Option<Pence>,
        key: idempotency::Key,
    ) -> Fallible<Payout> {
        if amount.is_some_and(|amount| amount < LEAST_BY_HAND) {
            return Err(Failure::field("amountPence", "The minimum withdrawal is £10."));
        }
        let (master_id, provider) = (master_id.to_owned(), self.provider.name());
        let now = self.clock.now();
        let wish = Wish {
            amount,
            origin: Origin::ByHand,
            now,
        };
        let asked = self.db.write(move |connection| {
            Box::pin(async move {
                let account = payout_accounts::lock(connection, &master_id, provider).await?;
                if let Some(stored) = idempotency::find(connection, &key, now).await? {
                    if stored.request_hash != key.request_hash {
                        return Err(key_reused());
                    }
                    let before = payouts::find(connection, &stored.body).await?;
                    return before.ok_or_else(super::not_found);
                }
                let account = account.filter(|account| account.is_ready);
                let account = account.ok_or_else(details_missing)?;
                if is_held(connection, &master_id, now).await? {
                    return Err(balance_held());
                }
                if tax::find(connection, &master_id).await?.is_none() {
                    return Err(tax_details_missing());
                }
                let payout = ask(connection, &account, wish).await?;
                idempotency::store(connection, &key, 201, &payout.id, now).await?;
                Ok(payout)
            })
        });
        asked.await
    }
}

/// True while a suspension holds a pro's balance.
pub(super) async fn is_held(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<bool> {
    let suspension = suspensions::open(connection, master_id).await?;
    Ok(suspension.is_some_and(|suspension| suspension.holds_balance(now)))
}

/// Asks for a payout to an account that the caller has locked.
pub(super) async fn ask(
    connection: &mut Connection,
    account: &PayoutAccount,
    wish: Wish,
) -> Fallible<Payout> {
    let (master_id, now) = (account.master_id.as_str(), wish.now);
    if payouts::has_open(connection, master_id).await? {
        return Err(payout_open());
    }
    let available = Pence(pro_balances::lock(connection, master_id).await?.available_pence);
    let amount = wish.amount.unwrap_or(available);
    if amount > available || amount < wish.origin.least() {
        return Err(balance_too_low());
    }
    let earnings = money::earnings(connection, master_id).await?;
    let charges = money::charges(connection, master_id, account.provider).await?;
    let facts = Facts {
        amount,
        had_one: payouts::had_one(connection, master_id).await?,
        bank_changed_at: account.bank_changed_at,
        shared: shared::of(connection, master_id).await?,
        was_begun_without_code: money::was_begun_without_code(connection, master_id).await?,
        is_of_other_provider: charges.is_other,
        now,
    };
    let reasons = facts.reasons();
    let payout = Payout {
        id: ids::prefixed("payout-")?,
        master_id: master_id.to_owned(),
        provider: account.provider,
        account_id: account.account_id.clone(),
        amount_pence: amount.0,
        sent_pence: 0,
        status: if reasons.is_empty() {
            PayoutStatus::Pending
        } else {
            PayoutStatus::Review
        },
        origin: wish.origin,
        reasons: Json(reasons),
        asked_at: now,
        updated_at: now,
        approved_by: None,
    };
    payouts::add(connection, &payout).await?;
    write_plan(
        connection,
        &payout.id,
        plan(amount, available, &earnings, &charges.here),
    )
    .await?;
    take_from_balance(connection, &payout, now).await?;
    if payout.status == PayoutStatus::Pending {
        let send = Work::SendPayout {
            payout_id: payout.id.clone(),
        };
        jobs::enqueue(connection, &send, None, now, now).await?;
    } else {
        alert(connection, &payout.id, now).await?;
    }
    Ok(payout)
}

async fn write_plan(connection: &mut Connection, payout_id: &str, plan: Plan) -> Result<(), StoreError> {
    for (number, transfer) in plan.transfers.into_iter().enumerate() {
        let transfer = transfers::Transfer {
            reference: transfers::reference(payout_id, number + 1),
            payout_id: payout_id.to_owned(),
            amount_pence: transfer.amount.0,
            earning: transfer.earning,
            payment_id: transfer.payment_id,
            status: TransferStatus::Pending,
            outcome: None,
            begun_at: None,
            named: None,
        };
        transfers::add(connection, &transfer).await?;
    }
    for (reference, used) in plan.used {
        money::use_up(connection, &reference, used.0).await?;
    }
    Ok(())
}

async fn take_from_balance(connection: &mut Connection, payout: &Payout, now: Millis) -> Fallible<()> {
    let posting = Transaction::new(Kind::Payout, &payout.id, "GBP")
        .transfer(
            Pence(payout.amount_pence),
            Debit(Account::Pro(payout.master_id.clone())),
            Credit(Account::ProPayout(payout.master_id.clone())),
        )
        .map_err(|NegativeTransfer| Failure::internal("a payout of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

fn details_missing() -> Failure {
    Failure::conflict(
        "payout_details_missing",
        "Please add your bank details first. What you have earned is kept for you.",
    )
}

fn balance_held() -> Failure {
    Failure::conflict(
        "balance_held",
        "Your account is suspended, and your balance is held for now. Your home page says for how long.",
    )
}

fn tax_details_missing() -> Failure {
    Failure::conflict(
        "tax_details_missing",
        "Please add your tax details first. What you have earned is kept for you.",
    )
}

fn payout_open() -> Failure {
    Failure::conflict(
        "payout_open",
        "One payout at a time: the last one is still on its way.",
    )
}

fn balance_too_low() -> Failure {
    Failure::conflict("balance_too_low", "That is more than you have available.")
}

fn key_reused() -> Failure {
    Failure::unprocessable(
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request.",
    )
}

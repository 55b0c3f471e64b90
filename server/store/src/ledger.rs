//! The ledger's tables. Append-only: there is one function that writes, and none that changes or deletes.

use std::collections::BTreeMap;

use pricing_core::money::Pence;

use super::pro_balances::{self, ProBalance};
use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::ledger::{Account, Kind, ProPart, Transaction};

record! {
    /// A row of `ledger_entries`.
    pub struct Entry in "ledger_entries" {
        /// Its transaction.
        pub reference: String => FACT,
        /// Its place there.
        pub line: i64 => FACT,
        /// Which account.
        pub account: Account => FACT,
        /// Pence; a debit is positive.
        pub amount_pence: i64 => FACT,
        /// ISO code.
        pub currency: String => FACT,
    }
}

/// Adds a transaction, once for each reference: false when it stands already.
pub async fn post(
    connection: &mut Connection,
    transaction: &Transaction,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into ledger_transactions (reference, kind, booking_id, payment_id, at) values ($1, $2, $3, $4, $5) \
         on conflict (reference) do nothing",
        transaction.reference(),
        transaction.kind(),
        transaction.booking_id(),
        transaction.payment_id(),
        now,
    )?;
    if added == 0 {
        return Ok(false);
    }
    let entries = (0i64..).zip(transaction.entries()).map(|(line, entry)| Entry {
        reference: transaction.reference().to_owned(),
        line,
        account: entry.account.clone(),
        amount_pence: entry.amount.0,
        currency: transaction.currency().to_owned(),
    });
    table::insert_all(connection, &entries.collect::<Vec<_>>(), "").await?;
    for (master_id, change) in changes_of_pros(transaction) {
        pro_balances::add(connection, master_id, change).await?;
    }
    Ok(true)
}

/// What a transaction changes in the balances of pros, in the order in which their rows are locked.
fn changes_of_pros(transaction: &Transaction) -> BTreeMap<&str, ProBalance> {
    let mut changes: BTreeMap<&str, ProBalance> = BTreeMap::new();
    for entry in transaction.entries() {
        if let Some((master_id, part)) = entry.account.of_pro() {
            let change = changes.entry(master_id).or_default();
            // A credit is owed to the pro.
            match part {
                ProPart::Available => change.available_pence -= entry.amount.0,
                ProPart::Clearing => change.clearing_pence -= entry.amount.0,
                ProPart::InTransit => change.in_transit_pence -= entry.amount.0,
                ProPart::Frozen => change.frozen_pence -= entry.amount.0,
            }
        }
    }
    changes
}

/// True when the transaction of a kind about `subject` was posted.
pub async fn stands(connection: &mut Connection, kind: Kind, subject: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select reference from ledger_transactions where reference = $1",
        kind.reference(subject),
    )?;
    Ok(row.is_some())
}

/// What one posting has moved to an account, pence: its debits less its credits.
pub async fn moved_to(
    connection: &mut Connection,
    reference: &str,
    account: &Account,
) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from ledger_entries
         where reference = $1 and account || '' = $2",
        reference,
        account.to_string(),
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What of a booking's payments is its client's, pence: charged, not earned by anybody, and neither given back nor promised.
pub async fn of_client(connection: &mut Connection, booking_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(-sum(ledger_entries.amount_pence), 0)
           - coalesce((select sum(refunds.amount_pence) from refunds join payments on payments.id = refunds.payment_id
               where payments.booking_id = $1 and refunds.status = 'pending'), 0) as bigint)
         from ledger_entries join ledger_transactions on ledger_transactions.reference = ledger_entries.reference
         where ledger_transactions.booking_id = $1
           and (ledger_entries.account like 'client:%' or ledger_entries.account = 'provider:holds')",
        booking_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// Debits less credits of one account, pence.
pub async fn balance(connection: &mut Connection, account: &Account) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from ledger_entries where account = $1",
        account.to_string(),
    )?;
    Ok(Pence(row.map_or(0, |row| row.0)))
}

row! {
    /// A line of the ledger, with its transaction.
    #[derive(Debug, Clone)]
    pub struct Posting {
        /// What the transaction is about.
        pub kind: Kind,
        /// Unix milliseconds.
        pub at: Millis,
        /// Which account.
        pub account: Account,
        /// Pence; a debit is positive.
        pub amount_pence: i64,
    }
}

/// The lines of a booking's transactions, the oldest first, at most `limit`.
pub async fn of_booking(
    connection: &mut Connection,
    booking_id: &str,
    limit: i64,
) -> Result<Vec<Posting>, StoreError> {
    // By a sum, or PostgreSQL may go through everybody's by their index of time until it has found so many.
    fetch_all!(
        connection,
        Posting,
        "select kind, at, account, amount_pence from ledger_transactions
           join ledger_entries on ledger_entries.reference = ledger_transactions.reference
         where booking_id = $1 order by at + 0, ledger_transactions.reference, line limit $2",
        booking_id,
        limit,
    )
}

/// True when some of what a pro owed was written off after a job of theirs was done.
pub async fn was_debt_written_off_since(
    connection: &mut Connection,
    master_id: &str,
    booking_id: &str,
) -> Result<bool, StoreError> {
    let found = fetch_optional!(
        connection,
        (String,),
        "select written.reference from ledger_entries entry
         join ledger_transactions written on written.reference = entry.reference
         where entry.account = 'pro:' || $1 and written.kind = $3
           and written.at >= (select min(at) from ledger_transactions where booking_id = $2 and kind = $4) limit 1",
        master_id,
        booking_id,
        Kind::DebtWrittenOff,
        Kind::Completed,
    )?;
    Ok(found.is_some())
}

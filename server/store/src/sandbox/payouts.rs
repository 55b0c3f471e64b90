//! The sandbox's accounts of pros, and its transfers to them.

use crate::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::sandbox::TestAccountKind;

row! {
    /// A row of `sandbox_accounts`.
    #[derive(Debug, Clone)]
    pub struct SandboxAccount {
        /// `acct_…`.
        pub id: String,
        /// What it does; none until chosen.
        pub kind: Option<TestAccountKind>,
        /// How often that was chosen: each time is another bank account.
        pub changes: i64,
    }
}

/// A transfer to an account.
#[derive(Debug, Clone, Copy)]
pub struct SandboxTransfer<'a> {
    /// What makes it happen once.
    pub reference: &'a str,
    /// The account.
    pub account_id: &'a str,
    /// Pence.
    pub amount_pence: i64,
    /// The intent whose money it is.
    pub intent_id: Option<&'a str>,
    /// Where it is looked for.
    pub group: Option<&'a str>,
}

/// Opens the account of a pro under `id`, and gives the id that it has: another one when there was an account.
pub async fn open(connection: &mut Connection, id: &str, master_id: &str) -> Result<String, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "insert into sandbox_accounts (id, master_id) values ($1, $2)
         on conflict (master_id) do update set master_id = excluded.master_id returning id",
        id,
        master_id,
    )?;
    Ok(row.map_or_else(|| id.to_owned(), |(id,)| id))
}

/// The account of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<SandboxAccount>, StoreError> {
    fetch_optional!(
        connection,
        SandboxAccount,
        "select id, kind, changes from sandbox_accounts where id = $1",
        id,
    )
}

/// Chooses what the account of a pro does; false when there is none.
pub async fn choose(
    connection: &mut Connection,
    master_id: &str,
    kind: TestAccountKind,
) -> Result<bool, StoreError> {
    let chosen = execute!(
        connection,
        "update sandbox_accounts set kind = $2, changes = changes + 1 where master_id = $1",
        master_id,
        kind,
    )?;
    Ok(chosen == 1)
}

/// True when the transfer of this reference was sent.
pub async fn is_sent(connection: &mut Connection, reference: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select reference from sandbox_transfers where reference = $1",
        reference,
    )?;
    Ok(row.is_some())
}

/// Sends a transfer, once for each reference. False when its intent has less left than that; the caller must then undo the
/// transaction.
pub async fn transfer(
    connection: &mut Connection,
    transfer: SandboxTransfer<'_>,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into sandbox_transfers (reference, account_id, amount_pence, intent_id, in_group, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict (reference) do nothing",
        transfer.reference,
        transfer.account_id,
        transfer.amount_pence,
        transfer.intent_id,
        transfer.group,
        now,
    )?;
    let Some(intent_id) = transfer.intent_id.filter(|_| added == 1) else {
        return Ok(true);
    };
    // As at a real provider: all transfers from one charge come to no more than the charge.
    let covered = fetch_optional!(
        connection,
        (String,),
        "select id from sandbox_intents where id = $1 and captured_pence >=
           (select sum(amount_pence) from sandbox_transfers where intent_id = $1)",
        intent_id,
    )?;
    Ok(covered.is_some())
}

/// The transfers of a group, as `(reference, pence)`; without one, that of this reference.
pub async fn in_group(
    connection: &mut Connection,
    group: Option<&str>,
    reference: &str,
) -> Result<Vec<(String, i64)>, StoreError> {
    fetch_all!(
        connection,
        (String, i64),
        "select reference, amount_pence from sandbox_transfers where in_group = $1
         union select reference, amount_pence from sandbox_transfers where reference = $2 -- scans: the sandbox's own books",
        group,
        reference,
    )
}

/// A reversal of a transfer.
#[derive(Debug, Clone, Copy)]
pub struct SandboxReversal<'a> {
    /// What makes it happen once.
    pub reference: &'a str,
    /// The transfer.
    pub transfer: &'a str,
    /// Pence.
    pub amount_pence: i64,
}

/// True when the reversal of this reference was made.
pub async fn is_reversed(connection: &mut Connection, reference: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select reference from sandbox_reversals where reference = $1",
        reference,
    )?;
    Ok(row.is_some())
}

/// Takes back a part of a transfer. False when less than that is left of it; the caller must then undo the transaction.
pub async fn reverse(connection: &mut Connection, reversal: SandboxReversal<'_>) -> Result<bool, StoreError> {
    execute!(
        connection,
        "insert into sandbox_reversals (reference, transfer, amount_pence) values ($1, $2, $3)",
        reversal.reference,
        reversal.transfer,
        reversal.amount_pence,
    )?;
    let covered = fetch_optional!(
        connection,
        (String,),
        "select reference from sandbox_transfers where reference = $1 and amount_pence >=
           (select sum(amount_pence) from sandbox_reversals where transfer = $1)",
        reversal.transfer,
    )?;
    Ok(covered.is_some())
}

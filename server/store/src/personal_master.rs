//! Everything stored about one pro, across the tables: to be exported, and to be erased.

use sqlx::AssertSqlSafe;

use super::kept::{self, Person};
use super::offers::Offer;
use super::proposals::Proposal;
use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;

row! {
    /// A line of the ledger about a pro. Money in pence.
    #[derive(Debug, Clone)]
    pub struct LedgerLine {
        /// What happened.
        pub kind: String,
        /// The booking it was about.
        pub booking_id: Option<String>,
        /// The account.
        pub account: String,
        /// Positive when owed by the pro, negative when earned.
        pub amount_pence: i64,
        /// `GBP`.
        pub currency: String,
        /// When, Unix milliseconds.
        pub at: Millis,
    }
}

/// Every offer to a pro, the newest first.
pub async fn offers(connection: &mut Connection, master_id: &str) -> Result<Vec<Offer>, StoreError> {
    fetch_all!(
        connection,
        Offer,
        table::select::<Offer>("where master_id = $1 order by made_at desc, booking_id"),
        master_id,
    )
}

/// Every proposal of a pro, the newest first.
pub async fn proposals(connection: &mut Connection, master_id: &str) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>("where master_id = $1 order by made_at desc, id"),
        master_id,
    )
}

/// What the ledger says of a pro, the newest first.
pub async fn ledger(connection: &mut Connection, master_id: &str) -> Result<Vec<LedgerLine>, StoreError> {
    fetch_all!(
        connection,
        LedgerLine,
        "select entry.account, entry.amount_pence, entry.currency, happened.kind, happened.booking_id, happened.at
         from ledger_entries entry join ledger_transactions happened on happened.reference = entry.reference
         where entry.account in ('pro:' || $1, 'pro:' || $1 || ':clearing', 'pro:' || $1 || ':payout')
         order by happened.at desc, entry.reference, entry.line",
        master_id,
    )
}

/// A pro's jobs that are not done, and bookings whose client has an answer of theirs; at most `limit`.
pub async fn open_jobs(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let open = statuses::with("status", |facts| facts.is_open);
    let sql = AssertSqlSafe(format!(
        "select id from bookings where assigned_master_id = $1 and {open}
         union all select booking_id from proposals where master_id = $1 and outcome is null limit $2"
    ));
    let rows = fetch_all!(connection, (String,), sql, master_id, limit)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Locks a pro out before the account is closed: codes and password go, and until the transaction ends nobody signs in and no job
/// becomes theirs. False when it is closed already.
pub async fn shut(connection: &mut Connection, master_id: &str, now: Millis) -> Result<bool, StoreError> {
    // Code, identifier, password, then the pro: the same order as a sign-in, so that the two cannot deadlock.
    for sql in [
        "delete from known_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "delete from known_wrong_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "delete from login_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "delete from wrong_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "update identifiers set account_id = account_id where account_id = $1",
        "delete from passwords where account_id = $1",
    ] {
        execute!(connection, sql, master_id)?;
    }
    super::masters::touch(connection, master_id, now).await
}

/// The files of a pro's papers and pictures.
pub async fn files(connection: &mut Connection, master_id: &str) -> Result<Vec<String>, StoreError> {
    let papers = fetch_all!(
        connection,
        (Option<String>,),
        "select file_id from master_documents where master_id = $1",
        master_id,
    )?;
    let pictures = fetch_optional!(
        connection,
        (Option<String>, Option<String>),
        "select avatar_id, logo_id from masters where id = $1",
        master_id,
    )?;
    let (avatar, logo) = pictures.unwrap_or_default();
    let papers = papers.into_iter().map(|(file,)| file);
    Ok(papers.chain([avatar, logo]).flatten().collect())
}

/// Closes a pro's account: what it says of the person, their keys, and their words go. Jobs, offers and the ledger stay, without a
/// name; so do the photos of the work, with the client's booking.
pub async fn end(connection: &mut Connection, master_id: &str, now: Millis) -> Result<(), StoreError> {
    kept::erase(connection, Person::Pro, master_id).await?;
    execute!(
        connection,
        "update uploads set attached_to = null, doomed = 1 where private_to = $1",
        master_id,
    )?;
    execute!(
        connection,
        "update masters set activated_at = null, online = 0, changed_at = $2, ended_at = $2 where id = $1",
        master_id,
        now,
    )?;
    Ok(())
}

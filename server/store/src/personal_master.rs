//! Everything stored about one pro, across the tables: to be exported, and to be erased.

use sqlx::AssertSqlSafe;

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
        "delete from login_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "delete from wrong_codes where role = 'master' and identifier in (select value from identifiers where account_id = $1)",
        "update identifiers set account_id = account_id where account_id = $1",
        "delete from passwords where account_id = $1",
    ] {
        execute!(connection, sql, master_id)?;
    }
    super::masters::touch(connection, master_id, now).await
}

/// Deletes a pro's papers and takes the pictures off the profile, and gives the files of all of them.
pub async fn let_go_of_files(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<String>, StoreError> {
    let papers = fetch_all!(
        connection,
        (Option<String>,),
        "delete from master_documents where master_id = $1 returning file_id",
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
/// name.
pub async fn end(connection: &mut Connection, master_id: &str, now: Millis) -> Result<(), StoreError> {
    super::chat::delete_words_of_pro(connection, master_id).await?;
    super::push_subscriptions::delete_of_person(connection, master_id).await?;
    super::message_choices::delete_of_person(connection, master_id).await?;
    super::suspensions::delete_words_of_pro(connection, master_id).await?;
    super::support::delete_of_person(connection, master_id).await?;
    for sql in [
        "delete from identifiers where account_id = $1",
        "delete from master_positions where master_id = $1",
        "delete from master_events where master_id = $1",
        "delete from idempotency_keys where principal = $1",
        "update proposals set message = null where master_id = $1",
        "update change_orders set note = null where master_id = $1",
        // What clients wrote of the pro is about a person, too.
        "update reviews set text = '', reply = null, replied_at = null where master_id = $1",
        "update disputes set answer = null, answer_photos = '[]', appeal = case when appealed_by = 'pro' then null else appeal end
         where master_id = $1",
        "update missed_visits set text = case when text is null then null else '' end where master_id = $1",
        "update unpaid_jobs set text = case when text is null then null else '' end, verdict_words = null where master_id = $1",
        // The photos of the work stay with the client's booking for their time; the words go.
        "update bookings set started_without = '' where assigned_master_id = $1 and started_without is not null",
        "update bookings set not_photographed = '' where assigned_master_id = $1 and not_photographed is not null",
        "delete from training where master_id = $1",
        "delete from payout_accounts where master_id = $1",
        "update debt_payments set card_fingerprint = null where master_id = $1",
    ] {
        execute!(connection, sql, master_id)?;
    }
    execute!(
        connection,
        "update masters set email = '', first_name = null, last_name = null, phone = null, experience_years = null,
           legal_name = null, trading_address = null, call_out_pence = null, hourly_pence = null, radius_km = null,
           base_postcode = null, base_lat = null, base_lng = null, company_name = null, company_number = null,
           vat_number = null, skills = '[]', avatar_id = null, logo_id = null, activated_at = null, online = 0,
           changed_at = $2, ended_at = $2 where id = $1",
        master_id,
        now,
    )?;
    Ok(())
}

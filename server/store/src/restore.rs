//! What the database knows of what the payment provider has, and the holds on payouts after a restore.

use pricing_core::Pence;

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::ledger::Kind;
use callout_domain::restore::{Known, Record, RecordKind, stands, words};

/// Whether our tables know what a record was made for: we write that down before the provider is asked, so that what is not known was
/// made after the backup from which the database comes.
pub async fn knows_reference(connection: &mut Connection, record: &Record) -> Result<bool, StoreError> {
    let reference = record.reference.as_deref().unwrap_or_default();
    let sql = match record.kind {
        RecordKind::Intent => {
            "select id from bookings where quote_id = $1 union select id from debt_payments where id = $1
             union select id from payments where id = $2"
        }
        RecordKind::Refund => "select reference from refunds where reference in ($1, $2)",
        RecordKind::Transfer => {
            "select reference from payout_transfers where reference = $1
             union select reference from payout_transfers where named = $1
             union select reference from payout_transfers where outcome = $2 and reference = $1"
        }
        RecordKind::Chargeback => "select id from chargebacks where id in ($1, $2)",
    };
    let row = fetch_optional!(connection, (String,), sql, reference, record.id.as_str())?;
    Ok(row.is_some())
}

/// How our tables stand to a record.
pub async fn known(connection: &mut Connection, record: &Record) -> Result<Known, StoreError> {
    let here = match record.kind {
        RecordKind::Intent => intent(connection, &record.id).await?,
        RecordKind::Refund => refund(connection, record).await?,
        RecordKind::Transfer => transfer(connection, record).await?,
        RecordKind::Chargeback => chargeback(connection, &record.id).await?,
    };
    let Some((state, moved)) = here else {
        return Ok(Known::No);
    };
    let here = stands(record.kind, &state, moved);
    Ok(if here == words(record) {
        Known::Same
    } else {
        Known::Otherwise(here)
    })
}

/// True when a booking or a debt is paid by this intent.
pub async fn knows_intent(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    Ok(intent(connection, id).await?.is_some())
}

/// A state in the provider's word, and what was moved.
type Here = Option<(String, Pence)>;

async fn intent(connection: &mut Connection, id: &str) -> Result<Here, StoreError> {
    let row = fetch_optional!(
        connection,
        (String, i64),
        "select status, captured_pence from payments where id = $1
         union all select case when paid_at is not null then 'succeeded' when ended_at is not null then 'canceled'
             else 'requires_payment_method' end, case when paid_at is null then 0 else amount_pence end
           from debt_payments where intent_id = $1",
        id,
    )?;
    Ok(row.map(|(state, pence)| (state, Pence(pence))))
}

async fn refund(connection: &mut Connection, record: &Record) -> Result<Here, StoreError> {
    let reference = record.reference.as_deref().unwrap_or(&record.id);
    let row = fetch_optional!(
        connection,
        (String,),
        "select case status when 'done' then 'succeeded' when 'refused' then 'failed' else status end from refunds where reference = $1
         union all select 'succeeded' from ledger_transactions where reference = $2",
        reference,
        Kind::DebtReturned.reference(&record.id),
    )?;
    let provider = |word: String| match (word.as_str(), record.state.as_str()) {
        // On its way, in both our words.
        ("succeeded" | "pending", "pending" | "succeeded" | "requires_action") => record.state.clone(),
        ("failed" | "superseded", "failed" | "canceled") => record.state.clone(),
        _ => word,
    };
    Ok(row.map(|(word,)| (provider(word), Pence::ZERO)))
}

async fn transfer(connection: &mut Connection, record: &Record) -> Result<Here, StoreError> {
    let name = record.reference.as_deref().unwrap_or_default();
    let row = fetch_optional!(
        connection,
        (String, i64),
        "select status, cast(coalesce((select sum(amount_pence) from transfer_reversals
             where transfer = made.reference and transfer_reversals.status = 'done'), 0) as bigint)
         from (select reference, status from payout_transfers where named = $1
           union select reference, status from payout_transfers where reference = $1) as made
         order by case status when 'sent' then 0 else 1 end limit 1",
        name,
    )?;
    Ok(row.map(|(state, pence)| (state, Pence(pence))))
}

async fn chargeback(connection: &mut Connection, id: &str) -> Result<Here, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select status from chargebacks where id = $1
         union all select 'open' from ledger_transactions where reference = $2",
        id,
        Kind::DebtReturned.reference(id),
    )?;
    Ok(row.map(|(state,)| (state, Pence::ZERO)))
}

/// When something last moved money, Unix milliseconds; none before anything has.
pub async fn last_moved(connection: &mut Connection) -> Result<Option<Millis>, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select at from ledger_transactions order by at desc limit 1 -- scans: its last row, by its index",
    )?;
    Ok(row.map(|(at,)| at))
}

row! {
    /// Payouts wait, since the provider had something that we did not know. Times in Unix milliseconds.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Hold {
        /// The provider's id of that.
        pub found: String,
        /// From when both are compared.
        pub since: Millis,
        /// When it was found.
        pub found_at: Millis,
        /// When an operator last compared them.
        pub checked_at: Option<Millis>,
    }
}

/// The holds that nobody has let go, the oldest first.
pub async fn holds(connection: &mut Connection) -> Result<Vec<Hold>, StoreError> {
    fetch_all!(
        connection,
        Hold,
        "select found, since, found_at, checked_at from money_holds where released_at is null
         order by found_at, found -- scans: those that are open",
    )
}

/// Holds payouts for what was found; false when that was found before, and perhaps let go.
pub async fn hold(
    connection: &mut Connection,
    found: &str,
    since: Millis,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into money_holds (found, since, found_at) values ($1, $2, $3) on conflict (found) do nothing",
        found,
        since,
        now,
    )?;
    Ok(added == 1)
}

/// Notes that an operator has compared both.
pub async fn note_checked(connection: &mut Connection, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update money_holds set checked_at = $1 where released_at is null -- scans: those that are open",
        now,
    )?;
    Ok(())
}

/// Lets payouts go; false when nothing holds them.
pub async fn release(connection: &mut Connection, now: Millis) -> Result<bool, StoreError> {
    let released = execute!(
        connection,
        "update money_holds set released_at = $1 where released_at is null -- scans: those that are open",
        now,
    )?;
    Ok(released > 0)
}

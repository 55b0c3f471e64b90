//! Durable jobs: what must happen later, or again until it succeeds.

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError, Wake, to_json};
use crate::clock::Millis;
use crate::domain::dispute::{News, Reader};
use crate::domain::ids;
use crate::domain::money_alert::MoneyAlert;
use crate::domain::work::{Pool, Work};
use crate::record::row;

/// A job to add.
pub struct NewJob<'a> {
    /// Its id.
    pub id: &'a str,
    /// What to do, as JSON.
    pub work: &'a str,
    /// Which pool does it.
    pub pool: Pool,
    /// A job with the same key is added once.
    pub dedupe_key: Option<&'a str>,
    /// When, Unix milliseconds.
    pub run_at: Millis,
}

row! {
    /// A job that was leased to this worker.
    #[derive(Debug, Clone)]
    pub struct Leased {
        /// Its id.
        pub id: String,
        /// What to do, as JSON.
        pub work: String,
        /// How often it was started, this time included; identifies the lease.
        pub attempts: i64,
    }
}

/// Adds a job, in the transaction of what it follows from. False when one with its key is there.
///
/// # Errors
/// When the database fails.
pub async fn add(connection: &mut Connection, job: &NewJob<'_>, now: Millis) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into jobs (id, work, pool, dedupe_key, run_at, created_at) values ($1, $2, $3, $4, $5, $6) \
         on conflict (dedupe_key) do nothing",
        job.id,
        job.work,
        job.pool.as_str(),
        job.dedupe_key,
        job.run_at,
        now,
    )?;
    if added == 1 && job.run_at <= now {
        connection.wake_after_commit(Wake::Jobs(job.pool));
    }
    Ok(added == 1)
}

/// Enqueues work for `run_at` (Unix milliseconds) in the caller's transaction. Work with the same
/// `dedupe_key` is enqueued once.
///
/// # Errors
/// When the database fails.
pub async fn enqueue(
    connection: &mut Connection,
    work: &Work,
    dedupe_key: Option<&str>,
    run_at: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    let id = ids::prefixed("job-").map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let stored = to_json(work)?;
    add(
        connection,
        &NewJob {
            id: &id,
            work: &stored,
            pool: work.pool(),
            dedupe_key,
            run_at,
        },
        now,
    )
    .await?;
    Ok(())
}

/// Has whoever looks after the money told of something, once, in the caller's transaction.
///
/// # Errors
/// When the database fails.
pub async fn alert(connection: &mut Connection, alert: MoneyAlert, now: Millis) -> Result<(), StoreError> {
    let key = format!("money-alert:{}", alert.key());
    enqueue(connection, &Work::MoneyAlert { alert }, Some(&key), now, now).await
}

/// Has somebody told about a dispute, in the caller's transaction.
///
/// # Errors
/// When the database fails.
pub async fn tell_of_dispute(
    connection: &mut Connection,
    dispute_id: &str,
    news: News,
    reader: Reader,
    now: Millis,
) -> Result<(), StoreError> {
    let message = Work::DisputeMessage {
        dispute_id: dispute_id.to_owned(),
        news,
        reader,
    };
    enqueue(connection, &message, None, now, now).await
}

/// Ids of up to `most` jobs of the pool that are due at `now` and not leased, the oldest first. A read, so that an idle worker
/// writes nothing.
///
/// # Errors
/// When the database fails.
pub async fn due(
    connection: &mut Connection,
    pool: Pool,
    most: i64,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from jobs where pool = $2 and done_at is null and dead_at is null and run_at <= $1 \
         and (leased_until is null or leased_until <= $1) order by run_at, created_at, id limit $3",
        now,
        pool.as_str(),
        most,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Leases a job until `until`; none when it is no longer due at `now`, or another worker was faster.
///
/// # Errors
/// When the database fails.
pub async fn lease(
    connection: &mut Connection,
    id: &str,
    now: Millis,
    until: Millis,
) -> Result<Option<Leased>, StoreError> {
    fetch_optional!(
        connection,
        Leased,
        "update jobs set leased_until = $3, attempts = attempts + 1 where id = $1 and done_at is null \
         and dead_at is null and run_at <= $2 and (leased_until is null or leased_until <= $2) \
         returning id, work, attempts",
        id,
        now,
        until,
    )
}

/// Renews the lease of a running job until `until`; nothing when the job has ended or its lease has passed to another worker.
///
/// # Errors
/// When the database fails.
pub async fn renew(connection: &mut Connection, job: &Leased, until: Millis) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set leased_until = $3 where id = $1 and attempts = $2 and done_at is null and leased_until is not null",
        job.id.as_str(),
        job.attempts,
        until,
    )
}

/// Releases every lease; only for a caller that is sure no worker runs.
///
/// # Errors
/// When the database fails.
pub async fn clear_leases(connection: &mut Connection) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set leased_until = null where leased_until is not null"
    )
}

/// Ends a leased job; nothing when the lease has passed to another worker.
///
/// # Errors
/// When the database fails.
pub async fn finish(connection: &mut Connection, job: &Leased, now: Millis) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set done_at = $3, leased_until = null, last_error = null where id = $1 and attempts = $2 and done_at is null",
        job.id.as_str(),
        job.attempts,
        now,
    )
}

/// Puts a leased job off until `run_at`; nothing when the lease has passed to another worker.
///
/// # Errors
/// When the database fails.
pub async fn put_off(
    connection: &mut Connection,
    job: &Leased,
    run_at: Millis,
    error: &str,
) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set run_at = $3, leased_until = null, last_error = $4 where id = $1 and attempts = $2 and done_at is null",
        job.id.as_str(),
        job.attempts,
        run_at,
        error,
    )
}

/// Gives a leased job up: it is never begun again. Nothing when the lease has passed to another worker.
///
/// # Errors
/// When the database fails.
pub async fn give_up(
    connection: &mut Connection,
    job: &Leased,
    now: Millis,
    error: &str,
) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set dead_at = $3, leased_until = null, last_error = $4 where id = $1 and attempts = $2 and done_at is null",
        job.id.as_str(),
        job.attempts,
        now,
        error,
    )
}

/// Deletes jobs that were done before `before` (Unix milliseconds).
///
/// # Errors
/// When the database fails.
pub async fn forget_done(connection: &mut Connection, before: Millis) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from jobs where done_at is not null and done_at < $1",
        before
    )
}

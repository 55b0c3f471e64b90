//! Durable jobs: what must happen later, or again until it succeeds.

use std::iter;

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, Wake, table, to_json};
use callout_db::{Column as _, execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::dispute::{News, Reader};
use callout_domain::ids;
use callout_domain::kept::{Class, FACT, OWN};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::work::{Pool, Work};

record! {
    /// A job to add.
    pub struct NewJob in "jobs" {
        /// Its id.
        pub id: String => FACT,
        /// What to do, as JSON.
        pub work: String => OWN.not_copied(),
        /// Which pool does it.
        pub pool: Pool => FACT,
        /// A job with the same key is added once.
        pub dedupe_key: Option<String> => FACT,
        /// When, Unix milliseconds.
        pub run_at: Millis => FACT,
        /// When it was added, Unix milliseconds.
        pub created_at: Millis => FACT,
    }
}

impl NewJob {
    /// Work for `run_at` (Unix milliseconds). Work with the same `dedupe_key` is added once.
    ///
    /// # Errors
    /// When the operating system's random number generator fails.
    pub fn new(
        work: &Work,
        dedupe_key: Option<String>,
        run_at: Millis,
        now: Millis,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            id: ids::prefixed("job-").map_err(|error| StoreError::Corrupt(error.to_string()))?,
            work: to_json(work)?,
            pool: work.pool(),
            dedupe_key,
            run_at,
            created_at: now,
        })
    }
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

/// Adds jobs, in the transaction of what they follow from; not those whose key is there.
pub async fn add(connection: &mut Connection, jobs: &[NewJob]) -> Result<(), StoreError> {
    if table::insert_all(connection, jobs, "on conflict (dedupe_key) do nothing").await? == 0 {
        return Ok(());
    }
    for job in jobs.iter().filter(|job| job.run_at <= job.created_at) {
        connection.tell_after_commit(Wake::Jobs(job.pool));
    }
    Ok(())
}

/// Enqueues work for `run_at` (Unix milliseconds) in the caller's transaction. Work with the same
/// `dedupe_key` is enqueued once.
pub async fn enqueue(
    connection: &mut Connection,
    work: &Work,
    dedupe_key: Option<&str>,
    run_at: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    let job = NewJob::new(work, dedupe_key.map(str::to_owned), run_at, now)?;
    add(connection, &[job]).await
}

/// Whether a job with this key was added, and is still remembered.
pub async fn is_known(connection: &mut Connection, dedupe_key: &str) -> Result<bool, StoreError> {
    let known = fetch_optional!(
        connection,
        (String,),
        "select id from jobs where dedupe_key = $1",
        dedupe_key
    )?;
    Ok(known.is_some())
}

/// Drops the job with this key, if it was never begun and is not running; false when there is none.
pub async fn drop_waiting(connection: &mut Connection, dedupe_key: &str) -> Result<bool, StoreError> {
    let dropped = execute!(
        connection,
        "delete from jobs where dedupe_key = $1 and attempts = 0 and done_at is null",
        dedupe_key,
    )?;
    Ok(dropped > 0)
}

/// Has whoever looks after the money told of something, once, in the caller's transaction.
pub async fn alert(connection: &mut Connection, alert: MoneyAlert, now: Millis) -> Result<(), StoreError> {
    let key = format!("money-alert:{}", alert.key());
    enqueue(connection, &Work::MoneyAlert { alert }, Some(&key), now, now).await
}

/// Has somebody told about a dispute, in the caller's transaction.
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

/// What a job must be to be leased at `$1` (Unix milliseconds).
const DUE: &str = "pool = $2 and done_at is null and dead_at is null and run_at <= $1 \
     and (leased_until is null or leased_until <= $1)";

/// Whether a job of the pool is due at `now` and not leased. A read, so that an idle worker writes nothing.
pub async fn any_due(connection: &mut Connection, pool: Pool, now: Millis) -> Result<bool, StoreError> {
    let sql = AssertSqlSafe(format!("select id from jobs where {DUE} limit 1"));
    let row = fetch_optional!(connection, (String,), sql, now, pool.as_str())?;
    Ok(row.is_some())
}

/// Leases up to `most` jobs of the pool that are due at `now` and not leased, the oldest first, until `until`.
pub async fn lease(
    connection: &mut Connection,
    pool: Pool,
    most: i64,
    now: Millis,
    until: Millis,
) -> Result<Vec<Leased>, StoreError> {
    // SQLite has one writer. On PostgreSQL the workers of several servers come at once: each takes what no other has locked.
    let alone = match connection.is_postgres() {
        false => "",
        true => "for update skip locked",
    };
    let sql = AssertSqlSafe(format!(
        "with due as (select id from jobs where {DUE} order by run_at limit $3 {alone}) \
         update jobs set leased_until = $4, attempts = attempts + 1 where id in (select id from due) \
         returning id, work, attempts"
    ));
    fetch_all!(connection, Leased, sql, now, pool.as_str(), most, until)
}

/// Renews the lease of a running job until `until`; nothing when the job has ended or its lease has passed to another worker.
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
pub async fn clear_leases(connection: &mut Connection) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update jobs set leased_until = null where leased_until is not null -- scans: at the start, and jobs go after a week"
    )
}

/// Ends leased jobs, but for those whose lease has passed to another worker; gives the number of those that ended.
pub async fn finish(connection: &mut Connection, jobs: &[Leased], now: Millis) -> Result<u64, StoreError> {
    if jobs.is_empty() {
        return Ok(0);
    }
    // Not `(id, attempts) in (values …)`, for which SQLite walks the whole table.
    let sql = format!(
        "with ended (id, attempts) as (values {}) \
         update jobs set done_at = $1, leased_until = null, last_error = null from ended \
         where jobs.id = ended.id and jobs.attempts = ended.attempts and jobs.done_at is null\n\
         -- scans: where very many end at once, PostgreSQL may walk all",
        table::places(jobs.len(), 2, 1)
    );
    let leases = jobs
        .iter()
        .flat_map(|job| [job.id.to_value(), job.attempts.to_value()]);
    let values = iter::once(now.to_value()).chain(leases).collect();
    table::run(connection, sql, values, jobs.len()).await
}

/// Puts a leased job off until `run_at`; nothing when the lease has passed to another worker.
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

//! Cash jobs whose clients did not pay.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both};
use callout_domain::unpaid::Verdict;

record! {
    /// A row of `unpaid_jobs`. Times in Unix milliseconds.
    pub struct UnpaidJob in "unpaid_jobs" {
        /// The booking.
        pub booking_id: String => FACT,
        /// Its pro.
        pub master_id: String => FACT,
        /// What the pro says; none where nobody asked.
        pub text: Option<String> => both("case when text is null then null else '' end").kept_for(TWO_YEARS),
        /// When the pro said so.
        pub reported_at: Option<Millis> => FACT,
        /// What an operator decided.
        pub verdict: Option<Verdict> => FACT,
        /// Why, for the pro to read.
        pub verdict_words: Option<String> => both("null").kept_for(TWO_YEARS),
        /// What of the fee was waived, pence.
        pub waived_pence: i64 => FACT,
        /// When that was decided.
        pub decided_at: Option<Millis> => FACT,
    }
}

/// Adds what is said of a booking; false when something is said already.
pub async fn add(connection: &mut Connection, job: &UnpaidJob) -> Result<bool, StoreError> {
    Ok(table::insert(connection, job, "on conflict (booking_id) do nothing").await? == 1)
}

/// What is said of a booking.
pub async fn find(connection: &mut Connection, booking_id: &str) -> Result<Option<UnpaidJob>, StoreError> {
    fetch_optional!(
        connection,
        UnpaidJob,
        table::select::<UnpaidJob>("where booking_id = $1"),
        booking_id
    )
}

/// Those that wait for an operator, the oldest first.
pub async fn to_decide(connection: &mut Connection, limit: i64) -> Result<Vec<UnpaidJob>, StoreError> {
    fetch_all!(
        connection,
        UnpaidJob,
        table::select::<UnpaidJob>(
            "where verdict is null order by reported_at, booking_id limit $1 -- scans: all that wait"
        ),
        limit,
    )
}

/// What a pro said of jobs, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<UnpaidJob>, StoreError> {
    fetch_all!(
        connection,
        UnpaidJob,
        table::select::<UnpaidJob>("where master_id = $1 order by reported_at desc, booking_id"),
        master_id,
    )
}

/// What pros said of a client's jobs.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<UnpaidJob>, StoreError> {
    fetch_all!(
        connection,
        UnpaidJob,
        table::select::<UnpaidJob>("where booking_id in (select id from bookings where client_id = $1)"),
        client_id,
    )
}

/// Cash jobs of a pro where an operator is to decide about what the pro says; at most `limit`.
pub async fn undecided_jobs(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select booking_id from unpaid_jobs where master_id = $1 and coalesce(verdict, '') = '' order by booking_id limit $2",
        master_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|(booking,)| booking).collect())
}

/// Stores what an operator decided, once; false when that was done.
pub async fn decide(
    connection: &mut Connection,
    booking_id: &str,
    verdict: Verdict,
    words: &str,
    waived_pence: i64,
    now: Millis,
) -> Result<bool, StoreError> {
    let decided = execute!(
        connection,
        "update unpaid_jobs set verdict = $2, verdict_words = $3, waived_pence = $4, decided_at = $5
         where booking_id = $1 and verdict is null",
        booking_id,
        verdict,
        words,
        waived_pence,
        now,
    )?;
    Ok(decided == 1)
}

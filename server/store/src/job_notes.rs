//! What pros keep about jobs for themselves.

use super::{Connection, StoreError, table};
use callout_db::{fetch_all, fetch_optional, record};
use callout_domain::booking::Json;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both};

record! {
    /// A row of `job_notes`.
    pub struct JobNotes in "job_notes" {
        /// The job.
        pub booking_id: String => FACT,
        /// Whose notes they are.
        pub master_id: String => FACT,
        /// Words.
        pub text: String => both("''").kept_for(TWO_YEARS).for_pro_alone(),
        /// Photos from before the work, by their ids.
        pub photos: Json<Vec<String>> => both("'[]'").kept_for(TWO_YEARS).not_copied(),
        /// When they last changed (Unix milliseconds).
        pub changed_at: Millis => FACT,
    }
}

/// What a pro keeps of a job.
pub async fn find(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
) -> Result<Option<JobNotes>, StoreError> {
    fetch_optional!(
        connection,
        JobNotes,
        table::select::<JobNotes>("where booking_id = $1 and master_id = $2"),
        booking_id,
        master_id,
    )
}

/// What every pro who has had a job keeps of it.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<JobNotes>, StoreError> {
    fetch_all!(
        connection,
        JobNotes,
        table::select::<JobNotes>("where booking_id = $1 order by changed_at, master_id"),
        booking_id,
    )
}

/// What a pro keeps of all jobs, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<JobNotes>, StoreError> {
    fetch_all!(
        connection,
        JobNotes,
        table::select::<JobNotes>("where master_id = $1 order by changed_at desc, booking_id"),
        master_id,
    )
}

/// Keeps notes in place of those that there are.
pub async fn save(connection: &mut Connection, notes: &JobNotes) -> Result<(), StoreError> {
    table::insert(
        connection,
        notes,
        "on conflict (booking_id, master_id) do update
           set text = excluded.text, photos = excluded.photos, changed_at = excluded.changed_at",
    )
    .await?;
    Ok(())
}

//! Visits that put right what was done, from the asking to the end.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both};
use callout_domain::put_right::{ANSWER_WITHIN, Outcome, Side};

record! {
    /// A row of `put_rights`. Times in Unix milliseconds.
    pub struct PutRight in "put_rights" {
        /// `right-…`.
        pub id: String => FACT,
        /// The job that was done.
        pub booking_id: String => FACT,
        /// Counts those of its booking, from 1.
        pub number: i64 => FACT,
        /// The pro who did it.
        pub master_id: String => FACT,
        /// Who asked.
        pub asked_by: Side => FACT,
        /// What is to be put right, without phones and emails.
        pub text: String => both("''").kept_for(TWO_YEARS),
        /// Who named the window that stands; the other one agrees.
        pub named_by: Side => FACT,
        /// `YYYY-MM-DD-N`.
        pub slot_id: String => FACT,
        /// Start of the window.
        pub slot_start: Millis => FACT,
        /// End of the window.
        pub slot_end: Millis => FACT,
        /// When it was asked.
        pub asked_at: Millis => FACT,
        /// The visit, once both agree.
        pub visit_id: Option<String> => FACT,
        /// How it ended; none while it is open.
        pub outcome: Option<Outcome> => FACT,
        /// When that was.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl PutRight {
    /// True while it waits to be agreed.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.outcome.is_none() && self.visit_id.is_none()
    }

    /// When it ends unless somebody answers.
    #[must_use]
    pub fn lapses_at(&self) -> Millis {
        self.slot_end + ANSWER_WITHIN
    }
}

/// Adds one.
///
/// # Errors
/// `Duplicate` when its job has an open one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, asked: &PutRight) -> Result<(), StoreError> {
    table::insert(connection, asked, "").await?;
    Ok(())
}

/// One by its id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<PutRight>, StoreError> {
    fetch_optional!(
        connection,
        PutRight,
        table::select::<PutRight>("where id = $1"),
        id
    )
}

/// The last one of a job.
pub async fn last(connection: &mut Connection, booking_id: &str) -> Result<Option<PutRight>, StoreError> {
    fetch_optional!(
        connection,
        PutRight,
        table::select::<PutRight>("where booking_id = $1 order by number desc limit 1"),
        booking_id
    )
}

/// All of a job, in order.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<PutRight>, StoreError> {
    fetch_all!(
        connection,
        PutRight,
        table::select::<PutRight>("where booking_id = $1 order by number"),
        booking_id
    )
}

/// The one whose visit this booking is; `parent_id` is the job that it puts right.
pub async fn of_visit(
    connection: &mut Connection,
    parent_id: &str,
    visit_id: &str,
) -> Result<Option<PutRight>, StoreError> {
    fetch_optional!(
        connection,
        PutRight,
        table::select::<PutRight>("where booking_id = $1 and visit_id = $2"),
        parent_id,
        visit_id
    )
}

/// All of a pro's, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<PutRight>, StoreError> {
    fetch_all!(
        connection,
        PutRight,
        table::select::<PutRight>("where master_id = $1 order by asked_at desc, id desc"),
        master_id
    )
}

/// All of a client's jobs, in order.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<PutRight>, StoreError> {
    fetch_all!(
        connection,
        PutRight,
        table::select::<PutRight>(
            "where booking_id in (select id from bookings where client_id = $1) order by booking_id, number"
        ),
        client_id
    )
}

/// Names another window; nothing once both have agreed.
pub async fn name_window(connection: &mut Connection, asked: &PutRight) -> Result<(), StoreError> {
    execute!(
        connection,
        "update put_rights set named_by = $2, slot_id = $3, slot_start = $4, slot_end = $5
         where id = $1 and outcome is null and visit_id is null",
        asked.id.as_str(),
        asked.named_by,
        asked.slot_id.as_str(),
        asked.slot_start,
        asked.slot_end,
    )?;
    Ok(())
}

/// Keeps the visit that both have agreed on.
pub async fn agreed(connection: &mut Connection, id: &str, visit_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update put_rights set visit_id = $2 where id = $1 and outcome is null",
        id,
        visit_id,
    )?;
    Ok(())
}

/// Ends one; false when it has ended already.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: Outcome,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update put_rights set outcome = $2, ended_at = $3 where id = $1 and outcome is null",
        id,
        outcome,
        now,
    )?;
    Ok(ended == 1)
}

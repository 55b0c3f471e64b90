//! Reports that a job is not what was booked.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both, client};
use callout_domain::mismatch::{Choice, Outcome};

record! {
    /// A row of `mismatches`. Money in pence, times in Unix milliseconds.
    pub struct Mismatch in "mismatches" {
        /// `mismatch-…`.
        pub id: String => FACT,
        /// The job.
        pub booking_id: String => FACT,
        /// Counts those of its booking, from 1.
        pub number: i64 => FACT,
        /// The pro who says so.
        pub master_id: String => FACT,
        /// What is different, without phones and emails.
        pub text: String => both("''").kept_for(TWO_YEARS),
        /// The pro's photo of it.
        pub photo_id: Option<String> => client("null").kept_for(TWO_YEARS).not_copied(),
        /// What the job would cost in all, before a coupon; none where the pro would not do it.
        pub price_pence: Option<i64> => FACT,
        /// When it was said.
        pub made_at: Millis => FACT,
        /// When the time to choose ends.
        pub until: Millis => FACT,
        /// What the client chose, while that waits to be paid or once it is done.
        pub choice: Option<Choice> => FACT,
        /// The change order by which the other price is paid.
        pub order_id: Option<String> => FACT,
        /// How it ended; none while it is open.
        pub outcome: Option<Outcome> => FACT,
        /// When that was.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl Mismatch {
    /// True while nothing but the payment of the other price is missing.
    #[must_use]
    pub fn awaits_payment(&self) -> bool {
        self.outcome.is_none() && self.choice == Some(Choice::Price)
    }
}

/// Adds a report.
///
/// # Errors
/// `Duplicate` when its job has an open one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, mismatch: &Mismatch) -> Result<(), StoreError> {
    table::insert(connection, mismatch, "").await?;
    Ok(())
}

/// One by its id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Mismatch>, StoreError> {
    fetch_optional!(
        connection,
        Mismatch,
        table::select::<Mismatch>("where id = $1"),
        id
    )
}

/// One by the change order that pays its price.
pub async fn of_order(connection: &mut Connection, order_id: &str) -> Result<Option<Mismatch>, StoreError> {
    fetch_optional!(
        connection,
        Mismatch,
        table::select::<Mismatch>("where order_id = $1 and order_id is not null"),
        order_id
    )
}

/// Those of a job, in order.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<Mismatch>, StoreError> {
    fetch_all!(
        connection,
        Mismatch,
        table::select::<Mismatch>("where booking_id = $1 order by number"),
        booking_id
    )
}

/// The open one of a job.
pub async fn open(connection: &mut Connection, booking_id: &str) -> Result<Option<Mismatch>, StoreError> {
    fetch_optional!(
        connection,
        Mismatch,
        table::select::<Mismatch>("where booking_id = $1 and outcome is null"),
        booking_id
    )
}

/// All of a pro's, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Mismatch>, StoreError> {
    fetch_all!(
        connection,
        Mismatch,
        table::select::<Mismatch>("where master_id = $1 order by made_at desc, id desc"),
        master_id
    )
}

/// All of a client's jobs, in order.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Mismatch>, StoreError> {
    fetch_all!(
        connection,
        Mismatch,
        table::select::<Mismatch>(
            "where booking_id in (select id from bookings where client_id = $1) order by booking_id, number"
        ),
        client_id
    )
}

/// How many a pro has made since then.
pub async fn count_since(
    connection: &mut Connection,
    master_id: &str,
    since: Millis,
) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from mismatches where master_id = $1 and made_at > $2",
        master_id,
        since,
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Notes that the client chose the other price, which this change order pays; or, without one, that they choose anew.
pub async fn set_price_chosen(
    connection: &mut Connection,
    id: &str,
    order_id: Option<&str>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update mismatches set choice = $2, order_id = $3 where id = $1 and outcome is null",
        id,
        order_id.map(|_| Choice::Price),
        order_id,
    )?;
    Ok(())
}

/// Ends a report; false when it has ended already.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: Outcome,
    now: Millis,
) -> Result<bool, StoreError> {
    let choice = match outcome {
        Outcome::Replaced => Some(Choice::Price),
        Outcome::Ended => Some(Choice::End),
        Outcome::Talked => Some(Choice::Talk),
        Outcome::Withdrawn | Outcome::Over => None,
    };
    let ended = execute!(
        connection,
        "update mismatches set outcome = $2, choice = $3, ended_at = $4 where id = $1 and outcome is null",
        id,
        outcome,
        choice,
        now,
    )?;
    Ok(ended == 1)
}

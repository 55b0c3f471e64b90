//! Visits that came to nothing.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both, client};
use callout_domain::missed_visit::{self, Kind, Verdict};

record! {
    /// A row of `missed_visits`. Money in pence, times in Unix milliseconds.
    pub struct MissedVisit in "missed_visits" {
        /// `visit-…`.
        pub id: String => FACT,
        /// The booking.
        pub booking_id: String => FACT,
        /// The pro who says so.
        pub master_id: String => FACT,
        /// What they say.
        pub kind: Kind => FACT,
        /// When they first did.
        pub made_at: Millis => FACT,
        /// When they said that they were at the door.
        pub arrived_at: Option<Millis> => FACT,
        /// What an operator reads, without phones and emails.
        pub text: Option<String> => both("case when text is null then null else '' end").kept_for(TWO_YEARS),
        /// When it was written.
        pub reported_at: Option<Millis> => FACT,
        /// When the booking moved on.
        pub closed_at: Option<Millis> => FACT,
        /// What an operator decided.
        pub verdict: Option<Verdict> => FACT,
        /// Why.
        pub verdict_words: Option<String> => client("null").kept_for(TWO_YEARS),
        /// What the pro is paid by the platform, or what the client pays.
        pub amount_pence: i64 => FACT,
        /// When that was decided.
        pub decided_at: Option<Millis> => FACT,
    }
}

impl MissedVisit {
    /// From when on the pro may report that nobody is at home, Unix milliseconds; none where that was done, or is over.
    #[must_use]
    pub fn report_from(&self) -> Option<Millis> {
        let arrived = self
            .arrived_at
            .filter(|_| self.text.is_none() && self.closed_at.is_none())?;
        Some(missed_visit::report_from(arrived))
    }

    /// True while an operator is to decide about it.
    #[must_use]
    pub const fn waits(&self) -> bool {
        self.text.is_some() && self.verdict.is_none() && self.closed_at.is_none()
    }
}

/// Adds what a pro says.
///
/// # Errors
/// [`StoreError::Duplicate`] when they say so already; when the database fails.
pub async fn add(connection: &mut Connection, visit: &MissedVisit) -> Result<(), StoreError> {
    table::insert(connection, visit, "").await?;
    Ok(())
}

/// One by its id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<MissedVisit>, StoreError> {
    fetch_optional!(
        connection,
        MissedVisit,
        table::select::<MissedVisit>("where id = $1"),
        id
    )
}

/// What a pro last said of a booking.
pub async fn last(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    kind: Kind,
) -> Result<Option<MissedVisit>, StoreError> {
    fetch_optional!(
        connection,
        MissedVisit,
        table::select::<MissedVisit>(
            "where booking_id = $1 and master_id = $2 and kind = $3 order by made_at desc, id desc limit 1"
        ),
        booking_id,
        master_id,
        kind,
    )
}

/// Those that wait for an operator, the oldest first.
pub async fn to_decide(connection: &mut Connection, limit: i64) -> Result<Vec<MissedVisit>, StoreError> {
    fetch_all!(
        connection,
        MissedVisit,
        table::select::<MissedVisit>(
            "where verdict is null and closed_at is null and reported_at is not null order by reported_at, id limit $1"
        ),
        limit,
    )
}

/// What a pro said of all visits, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<MissedVisit>, StoreError> {
    fetch_all!(
        connection,
        MissedVisit,
        table::select::<MissedVisit>("where master_id = $1 order by made_at desc, id desc"),
        master_id,
    )
}

/// What pros said of visits to a client, the oldest first.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<MissedVisit>, StoreError> {
    fetch_all!(
        connection,
        MissedVisit,
        table::select::<MissedVisit>(
            "where booking_id in (select id from bookings where client_id = $1) order by made_at, id"
        ),
        client_id,
    )
}

/// Jobs of a pro where an operator is to decide about a visit; at most `limit`.
pub async fn undecided_jobs(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select booking_id from missed_visits
         where master_id = $1 and verdict is null and closed_at is null and reported_at is not null
         order by reported_at, id limit $2",
        master_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|(booking,)| booking).collect())
}

/// Keeps what the pro writes of a client who is not at home.
pub async fn report(
    connection: &mut Connection,
    id: &str,
    text: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update missed_visits set text = $2, reported_at = $3 where id = $1",
        id,
        text,
        now,
    )?;
    Ok(())
}

/// Closes what is said of clients of a booking who are not at home, since it has moved on; what was decided stays decided.
pub async fn close(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update missed_visits set closed_at = $2 where booking_id = $1 and kind = 'not_home' and closed_at is null",
        booking_id,
        now,
    )?;
    Ok(())
}

/// What an operator decided.
#[derive(Debug, Clone, Copy)]
pub struct Decided<'a> {
    /// What.
    pub verdict: Verdict,
    /// Why.
    pub words: &'a str,
    /// What the pro is paid by the platform, or what the client pays, pence.
    pub amount_pence: i64,
}

/// Stores what an operator decided, once; false when that was done, or there is nothing to decide any more.
pub async fn decide(
    connection: &mut Connection,
    id: &str,
    decided: Decided<'_>,
    now: Millis,
) -> Result<bool, StoreError> {
    let changed = execute!(
        connection,
        "update missed_visits set verdict = $2, verdict_words = $3, amount_pence = $4, decided_at = $5
         where id = $1 and verdict is null and closed_at is null and reported_at is not null",
        id,
        decided.verdict,
        decided.words,
        decided.amount_pence,
        now,
    )?;
    Ok(changed == 1)
}

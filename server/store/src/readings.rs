//! What became of what was read from clients' words.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::dispute::Reason;
use callout_domain::reading::{OnTheWay, Reading, ReadingEntry};

row! {
    /// What became of all readings of a type, or with an entry.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Tally {
        /// `type`, or the kind of the entry.
        pub kind: String,
        /// The type's code, or the entry.
        pub entry: String,
        /// Bookings that ended.
        pub bookings: i64,
        /// Those that were done and had an instant price.
        pub priced: i64,
        /// Those of them whose price was the shown one at the end.
        pub held: i64,
        /// Those where the client chose another type.
        pub overruled: i64,
        /// Those for which a pro proposed another price.
        pub proposed: i64,
        /// Those with extra work.
        pub extended: i64,
        /// Those whose price was disputed.
        pub disputed: i64,
    }
}

/// Which type was chosen instead, and how often: kind, entry, chosen type, bookings.
pub type Instead = (String, String, String, i64);

/// Keeps a reading and what it was read from; nothing where its booking has one already.
pub async fn add(
    connection: &mut Connection,
    reading: &Reading,
    entries: &[ReadingEntry],
) -> Result<(), StoreError> {
    if table::insert(connection, reading, "on conflict (booking_id) do nothing").await? == 1 {
        table::insert_all(connection, entries, "on conflict do nothing").await?;
    }
    Ok(())
}

/// What happened on the way to a booking's end. The caller has locked the booking, as does whoever disputes it.
pub async fn on_the_way(connection: &mut Connection, booking_id: &str) -> Result<OnTheWay, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64),
        "select (select count(*) from proposals where booking_id = $1 and delta_pence <> 0 and length_minutes is null),
           (select count(*) from disputes where booking_id = $1 and reason = $2)",
        booking_id,
        Reason::Price,
    )?;
    let (proposals, disputes) = row.unwrap_or_default();
    Ok(OnTheWay {
        proposals,
        is_price_disputed: disputes > 0,
    })
}

/// Notes that the price of a booking is disputed, where it has a reading already.
pub async fn dispute_price(connection: &mut Connection, booking_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update readings set price_disputed = 1 where booking_id = $1",
        booking_id,
    )?;
    Ok(())
}

/// Lets go of the bookings that ended before then.
pub async fn unlink(connection: &mut Connection, before: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update readings set booking_id = null where ended_at < $1 and booking_id is not null",
        before,
    )?;
    Ok(())
}

/// Since when there are readings, Unix milliseconds.
pub async fn since(connection: &mut Connection) -> Result<Option<Millis>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Millis,),
        "select ended_at from readings order by ended_at limit 1 -- scans: stops at the first",
    )?;
    Ok(row.map(|(since,)| since))
}

/// What became of the readings since then, by the type that was shown; the most frequent first.
pub async fn by_type(connection: &mut Connection, since: Millis) -> Result<Vec<Tally>, StoreError> {
    let sql = format!(
        "select 'type' as kind, problem_type as entry, {} from readings where ended_at >= $1
         group by problem_type order by bookings desc, problem_type",
        counts()
    );
    fetch_all!(connection, Tally, AssertSqlSafe(sql), since)
}

/// The same by what they were read from, at most `most`.
pub async fn by_entry(
    connection: &mut Connection,
    since: Millis,
    most: i64,
) -> Result<Vec<Tally>, StoreError> {
    let sql = format!(
        "select kind, entry, {} from {JOINED}
         group by kind, entry order by bookings desc, kind, entry limit $2",
        counts()
    );
    fetch_all!(connection, Tally, AssertSqlSafe(sql), since, most)
}

/// What was chosen instead since then, by the type that was shown; the most frequent first.
pub async fn instead_of_type(connection: &mut Connection, since: Millis) -> Result<Vec<Instead>, StoreError> {
    fetch_all!(
        connection,
        Instead,
        "select 'type' as kind, problem_type, chosen_type, count(*) as bookings from readings
         where ended_at >= $1 and chosen_type is not null
         group by problem_type, chosen_type order by bookings desc, chosen_type",
        since,
    )
}

/// The same by what they were read from.
pub async fn instead_of_entry(
    connection: &mut Connection,
    since: Millis,
) -> Result<Vec<Instead>, StoreError> {
    let sql = format!(
        "select kind, entry, chosen_type, count(*) as bookings from {JOINED} and chosen_type is not null
         group by kind, entry, chosen_type order by bookings desc, chosen_type"
    );
    fetch_all!(connection, Instead, AssertSqlSafe(sql), since)
}

/// Readings with their entries, both found by their end: neither table is read as a whole for the other.
const JOINED: &str = "readings join reading_entries on reading_entries.reading_id = readings.id
         where readings.ended_at >= $1 and reading_entries.ended_at >= $1";

/// What is counted, as the columns of a [`Tally`].
fn counts() -> String {
    let done = statuses::with("status", |facts| facts.is_done);
    format!(
        "count(*) as bookings, count(case when {done} and shown_pence is not null then 1 end) as priced,
           count(case when {done} and final_pence = shown_pence then 1 end) as held, count(chosen_type) as overruled,
           count(case when proposals > 0 then 1 end) as proposed, count(case when extra_pence > 0 then 1 end) as extended,
           count(case when price_disputed = 1 then 1 end) as disputed"
    )
}

//! When and for what pros work: weekly hours, times away, clients they do not work for.

use super::{Connection, StoreError, table};
use callout_db::{SqlSafeStr as _, Value, execute, fetch_all, fetch_optional, record, row};
use callout_domain::booking::Json;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};
use callout_domain::matching::diary::AwayKind;
use callout_domain::matching::hours::Weekly;

record! {
    /// A row of `diaries`.
    pub struct DiaryRow in "diaries" {
        /// The pro.
        pub master_id: String => FACT,
        /// The hours of each week; none: always.
        pub weekly: Json<Option<Weekly>> => OWN,
        /// Emergencies are welcome outside them, too.
        pub emergencies_any_time: bool => OWN,
        /// The least price, pence.
        pub minimum_pence: Option<i64> => OWN,
        /// No push at night for what can wait.
        pub quiet_at_night: bool => OWN,
        /// When that was said last, Unix milliseconds.
        pub changed_at: Millis => FACT,
    }
}

record! {
    /// A row of `times_away`. Times in Unix milliseconds.
    pub struct TimeAwayRow in "times_away" {
        /// The pro.
        pub master_id: String => FACT,
        /// Made by the app; the pro's own.
        pub id: String => FACT,
        /// Why.
        pub kind: AwayKind => FACT,
        /// When it begins.
        pub starts_at: Millis => OWN,
        /// When it ends.
        pub ends_at: Millis => OWN,
        /// For the pro alone.
        pub note: String => OWN,
    }
}

record! {
    /// A row of `blocked_clients`.
    pub struct BlockedClientRow in "blocked_clients" {
        /// The pro.
        pub master_id: String => FACT,
        /// A booking of the client's.
        pub booking_id: String => FACT,
        /// When, Unix milliseconds.
        pub blocked_at: Millis => FACT,
    }
}

row! {
    /// A client whom a pro does not work for, as the pro is shown them.
    #[derive(Debug, Clone)]
    pub struct BlockedSeen {
        /// The booking.
        pub booking_id: String,
        /// When they were blocked, Unix milliseconds.
        pub blocked_at: Millis,
        /// The client's name; empty once they are erased.
        pub customer_name: String,
        /// What the job was.
        pub readable_name: String,
    }
}

/// What a pro has said of their hours.
pub async fn find(connection: &mut Connection, master_id: &str) -> Result<Option<DiaryRow>, StoreError> {
    fetch_optional!(
        connection,
        DiaryRow,
        table::select::<DiaryRow>("where master_id = $1"),
        master_id
    )
}

/// Keeps what a pro says of their hours, in place of what they said before.
pub async fn put(connection: &mut Connection, diary: &DiaryRow) -> Result<(), StoreError> {
    table::insert(
        connection,
        diary,
        "on conflict (master_id) do update set weekly = excluded.weekly,
           emergencies_any_time = excluded.emergencies_any_time, minimum_pence = excluded.minimum_pence,
           quiet_at_night = excluded.quiet_at_night, changed_at = excluded.changed_at",
    )
    .await?;
    Ok(())
}

/// The times away of a pro that end after `since` (Unix milliseconds), the earliest first.
pub async fn times_away(
    connection: &mut Connection,
    master_id: &str,
    since: Millis,
) -> Result<Vec<TimeAwayRow>, StoreError> {
    fetch_all!(
        connection,
        TimeAwayRow,
        table::select::<TimeAwayRow>("where master_id = $1 and ends_at > $2 order by starts_at, id"),
        master_id,
        since,
    )
}

/// Keeps a time away, in place of the one of the same id.
pub async fn put_away(connection: &mut Connection, away: &TimeAwayRow) -> Result<(), StoreError> {
    table::insert(
        connection,
        away,
        "on conflict (master_id, id) do update set kind = excluded.kind, starts_at = excluded.starts_at,
           ends_at = excluded.ends_at, note = excluded.note",
    )
    .await?;
    Ok(())
}

/// Deletes a time away; nothing when there is none of this id.
pub async fn delete_away(connection: &mut Connection, master_id: &str, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from times_away where master_id = $1 and id = $2",
        master_id,
        id
    )?;
    Ok(())
}

/// Deletes the times away of a pro that ended before then (Unix milliseconds).
pub async fn forget_away(
    connection: &mut Connection,
    master_id: &str,
    before: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from times_away where master_id = $1 and ends_at < $2",
        master_id,
        before,
    )?;
    Ok(())
}

/// Notes that a pro does not work for the client of a booking any more.
pub async fn block(connection: &mut Connection, blocked: &BlockedClientRow) -> Result<(), StoreError> {
    table::insert(
        connection,
        blocked,
        "on conflict (master_id, booking_id) do nothing",
    )
    .await?;
    Ok(())
}

/// Takes that back.
pub async fn unblock(
    connection: &mut Connection,
    master_id: &str,
    booking_id: &str,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from blocked_clients where master_id = $1 and booking_id = $2",
        master_id,
        booking_id,
    )?;
    Ok(())
}

/// The clients whom a pro does not work for, the newest first.
pub async fn blocked(connection: &mut Connection, master_id: &str) -> Result<Vec<BlockedSeen>, StoreError> {
    fetch_all!(
        connection,
        BlockedSeen,
        "select booking_id, blocked_at, bookings.customer_name, bookings.readable_name
         from blocked_clients join bookings on bookings.id = blocked_clients.booking_id
         where master_id = $1 order by blocked_at desc, booking_id",
        master_id,
    )
}

/// What several pros have said.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// Of their hours.
    pub hours: Vec<DiaryRow>,
    /// When they are away.
    pub away: Vec<TimeAwayRow>,
    /// Clients they do not work for: the pro, the client's id, the phone of the booking.
    pub blocked: Vec<(String, String, String)>,
}

/// Everything that these pros have said of their hours. `condition` is one on `masters`, with `values`.
pub(crate) async fn of_pros(
    connection: &mut Connection,
    condition: &str,
    values: &[Value],
) -> Result<Said, StoreError> {
    let meant = format!("where master_id in (select id from masters where {condition})");
    let hours = connection
        .fetch_all::<DiaryRow>(table::select::<DiaryRow>(&meant).into_sql_str(), values.to_vec())
        .await?;
    let away = connection
        .fetch_all::<TimeAwayRow>(
            table::select::<TimeAwayRow>(&meant).into_sql_str(),
            values.to_vec(),
        )
        .await?;
    let sql = sqlx::AssertSqlSafe(format!(
        "select master_id, bookings.client_id, bookings.phone
         from blocked_clients join bookings on bookings.id = blocked_clients.booking_id {meant}"
    ));
    let blocked = connection
        .fetch_all::<(String, String, String)>(sql.into_sql_str(), values.to_vec())
        .await?;
    Ok(Said { hours, away, blocked })
}

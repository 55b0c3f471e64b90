//! The bookings of a pro.

use sqlx::AssertSqlSafe;

use crate::{Connection, StoreError, statuses, table};
use callout_db::{fetch_all, fetch_optional};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;

/// Which of a pro's jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// To be done.
    Active,
    /// Done.
    Completed,
    /// Cancelled after they were assigned.
    Cancelled,
}

/// A page of a pro's jobs, the newest first. `before` is `(created_at, id)` of the last one seen.
pub async fn page(
    connection: &mut Connection,
    master_id: &str,
    filter: Filter,
    before: (Millis, &str),
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let wanted = statuses::with(
        "status",
        match filter {
            Filter::Active => |facts| facts.has_pro && facts.is_open,
            Filter::Completed => |facts| facts.is_done,
            Filter::Cancelled => |facts| facts.is_called_off,
        },
    );
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where assigned_master_id = $1 and {wanted} and (created_at < $2 or (created_at = $2 and id < $3))
             order by created_at desc, id desc limit $4"
        )),
        master_id,
        before.0,
        before.1,
        limit,
    )
}

/// How many jobs a pro has done; no more than `most` are counted.
pub async fn done(connection: &mut Connection, master_id: &str, most: i64) -> Result<i64, StoreError> {
    let done = statuses::with("status || ''", |facts| facts.is_done);
    let sql = AssertSqlSafe(format!(
        "select count(*) from (select id from bookings where assigned_master_id = $1 and parent_id is null and {done} limit $2) as counted"
    ));
    let row = fetch_optional!(connection, (i64,), sql, master_id, most)?;
    Ok(row.map_or(0, |(count,)| count))
}

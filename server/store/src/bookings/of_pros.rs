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

impl Filter {
    /// The statuses that are meant.
    fn statuses(self) -> String {
        statuses::with(
            "status",
            match self {
                Self::Active => |facts| facts.has_pro && facts.is_open,
                Self::Completed => |facts| facts.is_done,
                Self::Cancelled => |facts| facts.is_called_off,
            },
        )
    }

    /// The time that the list is in the order of; an emergency is for now, whenever it was booked.
    #[must_use]
    pub fn time_of(self, booking: &Booking) -> Millis {
        match self {
            Self::Active => booking.slot_start.unwrap_or_default(),
            Self::Completed | Self::Cancelled => booking.created_at,
        }
    }
}

/// A page of a pro's jobs: those to be done by their visits, emergencies first; the others from the newest on. `after` is the time
/// ([`Filter::time_of`]) and id of the last one seen.
pub async fn page(
    connection: &mut Connection,
    master_id: &str,
    filter: Filter,
    after: Option<(Millis, &str)>,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let wanted = filter.statuses();
    let (from, rest) = match filter {
        Filter::Active => (
            (Millis::MIN, ""),
            "(coalesce(slot_start, 0) > $2 or (coalesce(slot_start, 0) = $2 and id > $3))
             order by coalesce(slot_start, 0), id",
        ),
        Filter::Completed | Filter::Cancelled => (
            (Millis::MAX, ""),
            "(created_at < $2 or (created_at = $2 and id < $3)) order by created_at desc, id desc",
        ),
    };
    let (at, id) = after.unwrap_or(from);
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where assigned_master_id = $1 and {wanted} and {rest} limit $4"
        )),
        master_id,
        at,
        id,
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

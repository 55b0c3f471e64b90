//! Where pros' own calendars read their jobs.

use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, SECRET};

record! {
    /// A row of `calendar_links`.
    pub struct CalendarLink in "calendar_links" {
        /// The pro.
        pub master_id: String => FACT,
        /// Of the link's token.
        pub token_hash: String => SECRET,
        /// Whether names, addresses and phones of clients are in it.
        pub shows_clients: bool => FACT,
        /// When it was made, Unix milliseconds.
        pub made_at: Millis => FACT,
    }
}

/// The link of a pro.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Option<CalendarLink>, StoreError> {
    fetch_optional!(
        connection,
        CalendarLink,
        table::select::<CalendarLink>("where master_id = $1"),
        master_id
    )
}

/// The link whose token has this hash.
pub async fn by_hash(connection: &mut Connection, hash: &str) -> Result<Option<CalendarLink>, StoreError> {
    fetch_optional!(
        connection,
        CalendarLink,
        table::select::<CalendarLink>("where token_hash = $1"),
        hash
    )
}

/// Makes a link, in place of the one before.
pub async fn put(connection: &mut Connection, link: &CalendarLink) -> Result<(), StoreError> {
    table::insert(
        connection,
        link,
        "on conflict (master_id) do update set token_hash = excluded.token_hash,
           shows_clients = excluded.shows_clients, made_at = excluded.made_at",
    )
    .await?;
    Ok(())
}

/// Ends the link of a pro.
pub async fn delete(connection: &mut Connection, master_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from calendar_links where master_id = $1",
        master_id
    )?;
    Ok(())
}

/// The jobs of a pro that may lie between these instants (Unix milliseconds): by their windows, and those without one by when they became
/// the pro's; at most `limit`, the latest first.
pub async fn jobs(
    connection: &mut Connection,
    master_id: &str,
    from: Millis,
    to: Millis,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let wanted = statuses::with("status || ''", |facts| {
        (facts.has_pro && facts.is_open) || facts.is_done
    });
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where assigned_master_id = $1 and {wanted}
               and coalesce(slot_start, assigned_at, created_at) between $2 and $3
             order by coalesce(slot_start, assigned_at, created_at) desc, id limit $4"
        )),
        master_id,
        from,
        to,
        limit,
    )
}

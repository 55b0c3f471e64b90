//! Open bookings that were made before work on gas was read from their words.

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_all, row};
use sqlx::AssertSqlSafe;

row! {
    /// Such a booking.
    #[derive(Debug, Clone)]
    pub struct Unread {
        /// `C-…`.
        pub id: String,
        /// What the client wrote.
        pub description: String,
        /// Its pro.
        pub assigned_master_id: Option<String>,
        /// Whether we have verified a Gas Safe registration of that pro that has not expired.
        pub is_gas_safe: bool,
    }
}

/// Up to `limit` of them, on the London day `today` (`YYYY-MM-DD`).
pub async fn unread(connection: &mut Connection, today: &str, limit: i64) -> Result<Vec<Unread>, StoreError> {
    let open = statuses::with("status", |facts| facts.is_open);
    let sql = AssertSqlSafe(format!(
        "select id, description, assigned_master_id,
           (select count(*) from (select 1 from master_documents where master_id = bookings.assigned_master_id
              and kind = 'gas_safe' and verified_at is not null
              and expires_on >= $1 limit 1) papers) as is_gas_safe
         from bookings where {open} and gas_work is null limit $2 -- scans: all that are open, at a start"
    ));
    fetch_all!(connection, Unread, sql, today, limit)
}

/// Keeps what was read.
pub async fn set(connection: &mut Connection, id: &str, gas_work: bool) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set gas_work = $2 where id = $1",
        id,
        gas_work
    )?;
    Ok(())
}

//! Files of pros that no row names: on their way in, or let go. Whatever is listed here is deleted when its time comes.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all};
use callout_domain::clock::Millis;

/// Lists a file, to be deleted at `delete_at` (Unix milliseconds).
pub async fn add(connection: &mut Connection, id: &str, delete_at: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into loose_files (id, delete_at) values ($1, $2)",
        id,
        delete_at,
    )?;
    Ok(())
}

/// Takes a file off the list: because a row names it now, or because it is gone. False when it was not listed.
pub async fn remove(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    Ok(execute!(connection, "delete from loose_files where id = $1", id)? == 1)
}

/// Up to `most` files that are to be deleted by `now` (Unix milliseconds).
pub async fn due(connection: &mut Connection, now: Millis, most: i64) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from loose_files where delete_at <= $1 order by delete_at limit $2",
        now,
        most,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

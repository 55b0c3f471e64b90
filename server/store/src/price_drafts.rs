//! Price books that operators work on.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::prices::Draft;

/// Adds a draft.
pub async fn add(connection: &mut Connection, draft: &Draft) -> Result<(), StoreError> {
    table::insert(connection, draft, "").await?;
    Ok(())
}

/// A draft.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Draft>, StoreError> {
    fetch_optional!(connection, Draft, table::select::<Draft>("where id = $1"), id,)
}

/// All drafts, the last changed first.
pub async fn all(connection: &mut Connection) -> Result<Vec<Draft>, StoreError> {
    fetch_all!(
        connection,
        Draft,
        table::select::<Draft>("order by changed_at desc, id"),
    )
}

/// Puts another text into a draft.
pub async fn set(
    connection: &mut Connection,
    id: &str,
    body: &str,
    by: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update price_drafts set body = $2, changed_by = $3, changed_at = $4 where id = $1",
        id,
        body,
        by,
        now,
    )?;
    Ok(())
}

/// Deletes a draft.
pub async fn delete(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(connection, "delete from price_drafts where id = $1", id)?;
    Ok(())
}

/// Deletes a draft that still reads like this; false when it was changed or is gone.
pub async fn take(connection: &mut Connection, id: &str, body: &str) -> Result<bool, StoreError> {
    let deleted = execute!(
        connection,
        "delete from price_drafts where id = $1 and body = $2",
        id,
        body,
    )?;
    Ok(deleted == 1)
}

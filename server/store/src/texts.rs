//! How many texts were sent in each hour, by all servers together.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::texts::Texts;

/// What the day's sum takes: the hours from this many before on.
const HOURS_BEFORE: i64 = 23;

/// Those of the hour and the 23 before.
pub async fn sent(connection: &mut Connection, hour: i64) -> Result<Texts, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64),
        "select cast(coalesce(sum(case when hour = $1 then texts end), 0) as bigint), cast(coalesce(sum(texts), 0) as bigint)
         from texts_sent where hour between $2 and $1",
        hour,
        hour - HOURS_BEFORE,
    )?;
    let (hour, day) = row.unwrap_or_default();
    Ok(Texts { hour, day })
}

/// Counts one more. The row is held until the end of the transaction, so that no two count the same one.
pub async fn count(connection: &mut Connection, hour: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into texts_sent (hour, texts) values ($1, 1) on conflict (hour) do update set texts = texts_sent.texts + 1",
        hour,
    )?;
    Ok(())
}

/// Forgets the hours that count no longer.
pub async fn forget(connection: &mut Connection, hour: i64) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from texts_sent where hour < $1",
        hour - HOURS_BEFORE
    )
}

//! Keyed hashes of the emails and phones that erased clients had proved: whoever comes back with one has booked before.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::{DAY, Millis};
use callout_domain::keys::Key;

/// How long they are kept, milliseconds: twelve months.
pub const KEEP: Millis = 365 * DAY;

/// Remembers a normalised email or phone by its hash under `key`; from now on, if it was known before.
pub async fn add(connection: &mut Connection, key: &Key, value: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into erased_identifiers (hash, erased_at) values ($1, $2)
         on conflict (hash) do update set erased_at = excluded.erased_at",
        key.text(value.as_bytes()),
        now,
    )?;
    Ok(())
}

/// True when one of these normalised emails and phones was an erased client's within the last twelve months.
pub async fn knows(
    connection: &mut Connection,
    key: &Key,
    values: &[&str],
    now: Millis,
) -> Result<bool, StoreError> {
    for value in values {
        let known = fetch_optional!(
            connection,
            (i64,),
            "select erased_at from erased_identifiers where hash = $1 and erased_at > $2",
            key.text(value.as_bytes()),
            now - KEEP,
        )?;
        if known.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

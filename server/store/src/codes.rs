//! One-time codes: one for each identifier and role, stored as a MAC. A try is counted before it is compared, by one conditional
//! update.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::{HOUR, Millis};
use callout_domain::role::Role;

/// How often a code may be tried.
const TRIES: i64 = 5;

/// Stores the code of an identifier; an earlier one becomes void.
pub async fn put(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
    mac: &str,
    expires_at: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into login_codes (role, identifier, mac, tries, expires_at) values ($1, $2, $3, 0, $4)
         on conflict (role, identifier) do update set mac = excluded.mac, tries = 0, expires_at = excluded.expires_at",
        role,
        identifier,
        mac,
        expires_at,
    )?;
    Ok(())
}

/// True when the identifier has a code that can still be tried. A read, so that a flood of guesses at a dead code writes nothing.
pub async fn is_live(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from login_codes
         where role = $1 and identifier = $2 and tries < $3 and expires_at > $4",
        role,
        identifier,
        TRIES,
        now,
    )?;
    Ok(row.is_some())
}

/// Counts one try and gives the MAC to compare with; `None` when there is no code, it has been tried too often, or is too old.
pub async fn try_once(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
    now: Millis,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "update login_codes set tries = tries + 1
         where role = $1 and identifier = $2 and tries < $3 and expires_at > $4 returning mac",
        role,
        identifier,
        TRIES,
        now,
    )?;
    Ok(row.map(|(mac,)| mac))
}

/// Deletes the code of an identifier: it was used, or its owner is gone.
pub async fn delete(connection: &mut Connection, role: Role, identifier: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from login_codes where role = $1 and identifier = $2",
        role,
        identifier,
    )?;
    Ok(())
}

/// Records a wrong code for an identifier. They are counted per hour, starting with the first.
pub async fn note_wrong(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into wrong_codes (role, identifier, began_at, tries) values ($1, $2, $3, 1)
         on conflict (role, identifier) do update set
           tries = case when wrong_codes.began_at <= $4 then 1 else wrong_codes.tries + 1 end,
           began_at = case when wrong_codes.began_at <= $4 then excluded.began_at else wrong_codes.began_at end",
        role,
        identifier,
        now,
        now - HOUR,
    )?;
    Ok(())
}

/// How many wrong codes were tried for an identifier in the hour that includes `now`, and when that hour began; `None` if none.
pub async fn wrong(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
    now: Millis,
) -> Result<Option<(i64, Millis)>, StoreError> {
    fetch_optional!(
        connection,
        (i64, Millis),
        "select tries, began_at from wrong_codes where role = $1 and identifier = $2 and began_at > $3",
        role,
        identifier,
        now - HOUR,
    )
}

//! One-time codes, stored as MACs: one for each identifier and role that strangers asked for, and one that the account's own browsers
//! asked for, so that no stranger replaces it or uses up its tries. A try is counted before it is compared, by one conditional update.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::{HOUR, Millis};
use callout_domain::role::Role;

/// Who asked for a code, and whose tries are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// Anybody.
    Stranger,
    /// A browser with a session or a device cookie of the account.
    Known,
}

impl Asker {
    /// How often a code may be tried. Of strangers one address has five tries (see `limits::CODE_TRIES`), and all together so many that
    /// no single one uses up what was sent to the owner.
    const fn tries(self) -> i64 {
        match self {
            Self::Stranger => 25,
            Self::Known => 5,
        }
    }
}

/// A statement about the codes, or the wrong codes, of either kind; its table stands between the texts.
macro_rules! either {
    ($asker:expr, $before:literal codes $after:literal) => {
        match $asker {
            Asker::Stranger => concat!($before, " login_codes ", $after),
            Asker::Known => concat!($before, " known_codes ", $after),
        }
    };
    ($asker:expr, $before:literal wrong $after:literal) => {
        match $asker {
            Asker::Stranger => concat!($before, " wrong_codes ", $after),
            Asker::Known => concat!($before, " known_wrong_codes ", $after),
        }
    };
}

/// Stores the code of an identifier; an earlier one of this kind becomes void.
pub async fn put(
    connection: &mut Connection,
    asker: Asker,
    (role, identifier): (Role, &str),
    mac: &str,
    expires_at: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        either!(asker, "insert into" codes "(role, identifier, mac, tries, expires_at) values ($1, $2, $3, 0, $4)
         on conflict (role, identifier) do update set mac = excluded.mac, tries = 0, expires_at = excluded.expires_at"),
        role,
        identifier,
        mac,
        expires_at,
    )?;
    Ok(())
}

/// Until when the identifier has a code that can still be tried, and its MAC, which tells it from others. A read, so that a flood of guesses at a dead code writes nothing.
pub async fn live(
    connection: &mut Connection,
    asker: Asker,
    (role, identifier): (Role, &str),
    now: Millis,
) -> Result<Option<(Millis, String)>, StoreError> {
    fetch_optional!(
        connection,
        (Millis, String),
        either!(asker, "select expires_at, mac from" codes "where role = $1 and identifier = $2 and tries < $3 and expires_at > $4"),
        role,
        identifier,
        asker.tries(),
        now,
    )
}

/// Counts one try and gives the MAC to compare with; `None` when there is no code, it has been tried too often, or is too old.
pub async fn try_once(
    connection: &mut Connection,
    asker: Asker,
    (role, identifier): (Role, &str),
    now: Millis,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        either!(asker, "update" codes "set tries = tries + 1
         where role = $1 and identifier = $2 and tries < $3 and expires_at > $4 returning mac"),
        role,
        identifier,
        asker.tries(),
        now,
    )?;
    Ok(row.map(|(mac,)| mac))
}

/// Deletes the code of an identifier, which was used.
pub async fn delete(
    connection: &mut Connection,
    asker: Asker,
    (role, identifier): (Role, &str),
) -> Result<(), StoreError> {
    execute!(
        connection,
        either!(asker, "delete from" codes "where role = $1 and identifier = $2"),
        role,
        identifier,
    )?;
    Ok(())
}

/// Records a wrong code for an identifier. They are counted per hour, starting with the first.
pub async fn note_wrong(
    connection: &mut Connection,
    asker: Asker,
    (role, identifier): (Role, &str),
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        either!(asker, "insert into" wrong "as counted (role, identifier, began_at, tries) values ($1, $2, $3, 1)
         on conflict (role, identifier) do update set
           tries = case when counted.began_at <= $4 then 1 else counted.tries + 1 end,
           began_at = case when counted.began_at <= $4 then excluded.began_at else counted.began_at end"),
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
    asker: Asker,
    (role, identifier): (Role, &str),
    now: Millis,
) -> Result<Option<(i64, Millis)>, StoreError> {
    fetch_optional!(
        connection,
        (i64, Millis),
        either!(asker, "select tries, began_at from" wrong "where role = $1 and identifier = $2 and began_at > $3"),
        role,
        identifier,
        now - HOUR,
    )
}

//! Passkeys of operators and pros, and what their authenticators were asked.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN, SECRET};
use callout_domain::passkey::{Holder, Owner, Purpose};

record! {
    /// A row of `passkeys`.
    pub struct Passkey in "passkeys" {
        /// Ours.
        pub id: String => FACT,
        /// What its owner is.
        pub holder: Holder => FACT,
        /// Whose it is.
        pub owner_id: String => FACT,
        /// What its owner calls it.
        pub name: String => OWN,
        /// What its authenticator calls it, base64url.
        pub credential_id: String => SECRET,
        /// Its public key and counter, JSON.
        pub credential: String => SECRET,
        /// Unix milliseconds.
        pub created_at: Millis => FACT,
        /// When it was last shown, Unix milliseconds.
        pub used_at: Option<Millis> => FACT,
    }
}

impl Passkey {
    /// Whose it is.
    #[must_use]
    pub fn owner(&self) -> Owner {
        Owner {
            holder: self.holder,
            id: self.owner_id.clone(),
        }
    }
}

record! {
    /// A row of `passkey_ceremonies`.
    pub struct Ceremony in "passkey_ceremonies" {
        /// SHA-256 of what the browser was given.
        pub hash: String => SECRET,
        /// What for.
        pub purpose: Purpose => FACT,
        /// Of which kind of account.
        pub holder: Holder => FACT,
        /// Of which account; empty while nobody is known.
        pub owner_id: String => FACT,
        /// What the answer is held against, JSON.
        pub state: String => SECRET,
        /// Until when, Unix milliseconds.
        pub expires_at: Millis => FACT,
    }
}

/// Locks an account until the transaction ends, so that passkeys added at once count each other. False when it is closed or has ended.
pub async fn lock_owner(connection: &mut Connection, owner: &Owner) -> Result<bool, StoreError> {
    let sql = match owner.holder {
        Holder::Pro => "update masters set email = email where id = $1 and ended_at is null",
        Holder::Operator => "update operators set email = email where id = $1 and ended_at is null",
    };
    Ok(execute!(connection, sql, owner.id.as_str())? == 1)
}

/// Adds a passkey.
///
/// # Errors
/// [`StoreError::Duplicate`] when somebody has it already, or the database fails.
pub async fn add(connection: &mut Connection, passkey: &Passkey) -> Result<(), StoreError> {
    table::insert(connection, passkey, "").await.map(drop)
}

/// An account's passkeys, the oldest first.
pub async fn of(connection: &mut Connection, owner: &Owner) -> Result<Vec<Passkey>, StoreError> {
    fetch_all!(
        connection,
        Passkey,
        table::select::<Passkey>("where holder = $1 and owner_id = $2 order by created_at, id"),
        owner.holder,
        owner.id.as_str(),
    )
}

/// How many an account has.
pub async fn count(connection: &mut Connection, owner: &Owner) -> Result<i64, StoreError> {
    let counted = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from passkeys where holder = $1 and owner_id = $2",
        owner.holder,
        owner.id.as_str(),
    )?;
    Ok(counted.map_or(0, |(count,)| count))
}

/// The passkey that an authenticator calls so.
pub async fn by_credential(
    connection: &mut Connection,
    credential_id: &str,
) -> Result<Option<Passkey>, StoreError> {
    fetch_optional!(
        connection,
        Passkey,
        table::select::<Passkey>("where credential_id = $1"),
        credential_id,
    )
}

/// Notes that a passkey was shown: its counter moves on from what it `was`. False when it is gone, or was shown meanwhile.
pub async fn shown(
    connection: &mut Connection,
    passkey: &Passkey,
    was: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let noted = execute!(
        connection,
        "update passkeys set credential = $2, used_at = $3 where id = $1 and credential = $4",
        passkey.id.as_str(),
        passkey.credential.as_str(),
        now,
        was,
    )?;
    Ok(noted == 1)
}

/// Removes one of an account's passkeys, and gives its name; none when there is no such.
pub async fn remove(
    connection: &mut Connection,
    owner: &Owner,
    id: &str,
) -> Result<Option<String>, StoreError> {
    let removed = fetch_optional!(
        connection,
        (String,),
        "delete from passkeys where id = $1 and holder = $2 and owner_id = $3 returning name",
        id,
        owner.holder,
        owner.id.as_str(),
    )?;
    Ok(removed.map(|(name,)| name))
}

/// Removes all of an account's passkeys, and gives how many there were.
pub async fn remove_all(connection: &mut Connection, owner: &Owner) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from passkeys where holder = $1 and owner_id = $2",
        owner.holder,
        owner.id.as_str(),
    )
}

/// Keeps what an authenticator was asked.
pub async fn begin(connection: &mut Connection, ceremony: &Ceremony) -> Result<(), StoreError> {
    table::insert(connection, ceremony, "").await.map(drop)
}

/// True when something was asked under this hash, and not too long ago. A read, so that a flood of made-up ones writes nothing.
pub async fn is_asked(connection: &mut Connection, hash: &str, now: Millis) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from passkey_ceremonies where hash = $1 and expires_at > $2",
        hash,
        now,
    )?;
    Ok(row.is_some())
}

/// Takes what was asked: once, and in time.
pub async fn take(
    connection: &mut Connection,
    hash: &str,
    now: Millis,
) -> Result<Option<(Purpose, Owner, String)>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Purpose, Holder, String, String),
        "delete from passkey_ceremonies where hash = $1 and expires_at > $2 returning purpose, holder, owner_id, state",
        hash,
        now,
    )?;
    Ok(row.map(|(purpose, holder, id, state)| (purpose, Owner { holder, id }, state)))
}

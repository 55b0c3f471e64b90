//! Passwords, as argon2id hashes.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, SECRET};
use callout_domain::role::Role;

record! {
    /// An account's password.
    pub struct Password in "passwords" {
        /// The account.
        pub account_id: String => FACT,
        /// PHC form.
        pub hash: String => SECRET,
        /// When it was set, Unix milliseconds.
        pub set_at: Millis => FACT,
    }
}

/// The password of the account that an identifier signs in to.
pub async fn find(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
) -> Result<Option<Password>, StoreError> {
    fetch_optional!(
        connection,
        Password,
        "select passwords.* from identifiers
         join passwords on passwords.account_id = identifiers.account_id
         where identifiers.role = $1 and identifiers.value = $2",
        role,
        identifier,
    )
}

/// Sets the password of a new account.
pub async fn set(connection: &mut Connection, password: &Password) -> Result<(), StoreError> {
    table::insert(connection, password, "").await?;
    Ok(())
}

/// Sets the password of an account in the place of the one it has, if any.
pub async fn replace(connection: &mut Connection, password: &Password) -> Result<(), StoreError> {
    table::insert(
        connection,
        password,
        "on conflict (account_id) do update set hash = excluded.hash, set_at = excluded.set_at",
    )
    .await?;
    Ok(())
}

/// True while this is the account's password; locks it until the transaction ends.
pub async fn hold(connection: &mut Connection, password: &Password) -> Result<bool, StoreError> {
    let held = execute!(
        connection,
        "update passwords set hash = hash where account_id = $1 and hash = $2",
        password.account_id.as_str(),
        password.hash.as_str(),
    )?;
    Ok(held == 1)
}

/// True when the account has a password.
pub async fn exists(connection: &mut Connection, account_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from passwords where account_id = $1",
        account_id
    )?;
    Ok(row.is_some())
}

/// Makes an account's password void.
pub async fn delete(connection: &mut Connection, account_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from passwords where account_id = $1",
        account_id
    )?;
    Ok(())
}

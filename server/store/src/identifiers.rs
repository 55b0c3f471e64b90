//! Which account an email or phone signs in to. A row without `verified_at` is the claim of a registration with a password:
//! whoever proves the identifier takes it over.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::role::Role;

row! {
    /// An identifier and the account that has it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Identifier {
        /// Normalised email or `+447…`.
        pub value: String,
        /// The account.
        pub account_id: String,
        /// When it was proved; `None` for a registration's claim.
        pub verified_at: Option<Millis>,
    }
}

/// True when an account of this role has the identifier, proved or as a registration's claim.
pub async fn exists(connection: &mut Connection, role: Role, value: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from identifiers where role = $1 and value = $2",
        role,
        value,
    )?;
    Ok(row.is_some())
}

/// The holder of an identifier.
pub async fn find(
    connection: &mut Connection,
    role: Role,
    value: &str,
) -> Result<Option<Identifier>, StoreError> {
    fetch_optional!(
        connection,
        Identifier,
        "select value, account_id, verified_at from identifiers where role = $1 and value = $2",
        role,
        value,
    )
}

/// Claims an identifier without proof; false when an account has it already.
pub async fn claim(
    connection: &mut Connection,
    role: Role,
    value: &str,
    account_id: &str,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into identifiers (role, value, account_id) values ($1, $2, $3) on conflict (role, value) do nothing",
        role,
        value,
        account_id,
    )?;
    Ok(added == 1)
}

/// The holder of the identifier, locked until the transaction ends; if there is none, it is claimed for `otherwise`.
pub async fn hold(
    connection: &mut Connection,
    role: Role,
    value: &str,
    otherwise: &str,
) -> Result<Identifier, StoreError> {
    let held = fetch_optional!(
        connection,
        Identifier,
        "insert into identifiers (role, value, account_id) values ($1, $2, $3)
         on conflict (role, value) do update set account_id = identifiers.account_id
         returning value, account_id, verified_at",
        role,
        value,
        otherwise,
    )?;
    held.ok_or_else(|| StoreError::Corrupt("an identifier that is neither there nor new".to_owned()))
}

/// Gives an identifier that the transaction holds to the account that proved it.
pub async fn prove(
    connection: &mut Connection,
    role: Role,
    value: &str,
    account_id: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update identifiers set account_id = $3, verified_at = $4 where role = $1 and value = $2",
        role,
        value,
        account_id,
        now,
    )?;
    Ok(())
}

/// Every identifier of an account.
pub async fn of_account(
    connection: &mut Connection,
    account_id: &str,
) -> Result<Vec<Identifier>, StoreError> {
    fetch_all!(
        connection,
        Identifier,
        "select value, account_id, verified_at from identifiers where account_id = $1 order by value",
        account_id,
    )
}

/// The emails and phones that an account has proved.
pub async fn proved(connection: &mut Connection, account_id: &str) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select value from identifiers where account_id = $1 and verified_at is not null order by value",
        account_id,
    )?;
    Ok(rows.into_iter().map(|(value,)| value).collect())
}

/// True when an account of this role has proved this identifier.
pub async fn is_proved(
    connection: &mut Connection,
    role: Role,
    value: &str,
    account_id: &str,
) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from identifiers \
         where role = $1 and value = $2 and account_id = $3 and verified_at is not null",
        role,
        value,
        account_id,
    )?;
    Ok(row.is_some())
}

/// True when an account of this role has proved this email or phone or, as a client, somebody has booked under it.
pub async fn is_somebodys(connection: &mut Connection, role: Role, value: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint)
         where exists (select 1 from identifiers where role = $1 and value = $2 and verified_at is not null)
           or ($1 = 'client' and (exists (select 1 from bookings where email = $2)
             or exists (select 1 from bookings where phone = $2)))",
        role,
        value,
    )?;
    Ok(row.is_some())
}

/// True when an account has proved an email or phone.
pub async fn any_proved(connection: &mut Connection, account_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from identifiers where account_id = $1 and verified_at is not null limit 1",
        account_id,
    )?;
    Ok(row.is_some())
}

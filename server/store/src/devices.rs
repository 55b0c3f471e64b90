//! Which number the device cookies of an account carry. None is stored while it is the first.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional, row};
use callout_domain::role::Role;

row! {
    /// The account of an identifier, as device cookies know it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Holder {
        /// The account.
        pub account_id: String,
        /// The number that its cookies carry.
        pub generation: i64,
    }
}

/// The account that an identifier signs in to.
pub async fn of_identifier(
    connection: &mut Connection,
    role: Role,
    identifier: &str,
) -> Result<Option<Holder>, StoreError> {
    fetch_optional!(
        connection,
        Holder,
        "select identifiers.account_id, coalesce(device_generations.generation, 0) as generation
         from identifiers left join device_generations on device_generations.account_id = identifiers.account_id
         where identifiers.role = $1 and identifiers.value = $2",
        role,
        identifier,
    )
}

/// The number that an account's new cookies carry.
pub async fn generation(connection: &mut Connection, account_id: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select generation from device_generations where account_id = $1",
        account_id
    )?;
    Ok(row.map_or(0, |(generation,)| generation))
}

/// Makes the cookies void that an account's browsers have.
pub async fn end_all(connection: &mut Connection, account_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into device_generations (account_id, generation) values ($1, 1)
         on conflict (account_id) do update set generation = device_generations.generation + 1",
        account_id,
    )?;
    Ok(())
}

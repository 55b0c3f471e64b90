//! Training modules that pros have completed.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all};
use callout_domain::clock::Millis;

/// The ids of the modules that a pro has completed.
pub async fn completed(connection: &mut Connection, master_id: &str) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select module_id from training where master_id = $1 order by module_id",
        master_id,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes that a pro has completed a module; once is enough.
pub async fn complete(
    connection: &mut Connection,
    master_id: &str,
    module_id: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into training (master_id, module_id, completed_at) values ($1, $2, $3) on conflict do nothing",
        master_id,
        module_id,
        now,
    )?;
    Ok(())
}

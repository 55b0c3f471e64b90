//! Price books, and when each of them is in force.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::prices::Activation;

/// The JSON of the book in force at `now`, if any was stored.
pub async fn in_force(connection: &mut Connection, now: Millis) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select b.body from price_activations a join price_books b on b.version = a.version \
         where a.active_from <= $1 and a.cancelled_at is null \
         order by a.active_from desc, a.made_at desc, a.id desc limit 1",
        now,
    )?;
    Ok(row.map(|(body,)| body))
}

/// The JSON of the book of this version, if it was stored.
pub async fn of_version(connection: &mut Connection, version: &str) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select body from price_books where version = $1",
        version,
    )?;
    Ok(row.map(|(body,)| body))
}

/// The versions of all stored books.
pub async fn versions(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(connection, (String,), "select version from price_books")?;
    Ok(rows.into_iter().map(|(version,)| version).collect())
}

/// Stores a book. False when there is one of this version.
pub async fn add(
    connection: &mut Connection,
    version: &str,
    body: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into price_books (version, body, created_at) values ($1, $2, $3) on conflict (version) do nothing",
        version,
        body,
        now,
    )?;
    Ok(added == 1)
}

/// Notes from when on a stored book is in force. An activation of the same id changes nothing.
pub async fn activate(connection: &mut Connection, activation: &Activation) -> Result<(), StoreError> {
    table::insert(connection, activation, "on conflict (id) do nothing").await?;
    Ok(())
}

/// The newest activations, the latest to begin first.
pub async fn activations(connection: &mut Connection, most: i64) -> Result<Vec<Activation>, StoreError> {
    fetch_all!(
        connection,
        Activation,
        table::select::<Activation>("order by active_from desc, made_at desc, id desc limit $1"),
        most,
    )
}

/// The first activation after `at` that is not called off.
pub async fn next_after(connection: &mut Connection, at: Millis) -> Result<Option<Activation>, StoreError> {
    fetch_optional!(
        connection,
        Activation,
        table::select::<Activation>(
            "where active_from > $1 and cancelled_at is null order by active_from, made_at limit 1"
        ),
        at,
    )
}

/// True when this version was ever activated.
pub async fn was_activated(connection: &mut Connection, version: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from price_activations where version = $1",
        version,
    )?;
    Ok(row.is_some_and(|(count,)| count > 0))
}

/// Calls off an activation that has not begun at `now`, and returns it; none when there is no such activation to come.
pub async fn call_off(
    connection: &mut Connection,
    id: &str,
    now: Millis,
) -> Result<Option<Activation>, StoreError> {
    let changed = execute!(
        connection,
        "update price_activations set cancelled_at = $2 where id = $1 and active_from > $2 and cancelled_at is null",
        id,
        now,
    )?;
    if changed == 0 {
        return Ok(None);
    }
    fetch_optional!(
        connection,
        Activation,
        table::select::<Activation>("where id = $1"),
        id,
    )
}

//! Suspensions of pros.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::suspension::Suspension;

/// Adds a suspension.
///
/// # Errors
/// `Duplicate` when the pro is suspended already; otherwise when the database fails.
pub async fn add(connection: &mut Connection, suspension: &Suspension) -> Result<(), StoreError> {
    table::insert(connection, suspension, "").await?;
    Ok(())
}

/// The suspension of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Suspension>, StoreError> {
    fetch_optional!(
        connection,
        Suspension,
        table::select::<Suspension>("where id = $1"),
        id
    )
}

/// The suspension that a pro is under.
pub async fn open(connection: &mut Connection, master_id: &str) -> Result<Option<Suspension>, StoreError> {
    fetch_optional!(
        connection,
        Suspension,
        table::select::<Suspension>("where master_id = $1 and ended_at is null"),
        master_id,
    )
}

/// Every suspension of a pro, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Suspension>, StoreError> {
    fetch_all!(
        connection,
        Suspension,
        table::select::<Suspension>("where master_id = $1 order by suspended_at desc, id"),
        master_id,
    )
}

/// The suspensions that pros with an account are under: first those whose appeal waits longest, then the newest; at most `limit`.
pub async fn all_open(connection: &mut Connection, limit: i64) -> Result<Vec<Suspension>, StoreError> {
    fetch_all!(
        connection,
        Suspension,
        table::select::<Suspension>(
            "where ended_at is null and (select masters.ended_at from masters where masters.id = master_id) is null
             order by case when appealed_at is not null and decided_at is null then appealed_at else 9223372036854775807 end,
               suspended_at desc, id limit $1 -- scans: all that are open"
        ),
        limit,
    )
}

/// Keeps what a pro says to a suspension, and until when the balance is held with it (Unix milliseconds).
pub async fn appeal(
    connection: &mut Connection,
    id: &str,
    text: &str,
    held_until: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update suspensions set appeal = $2, held_until = $3, appealed_at = $4 where id = $1",
        id,
        text,
        held_until,
        now,
    )?;
    Ok(())
}

/// Notes what was decided: from now on the balance is no longer held. Without `ends` the suspension stays.
pub async fn decide(
    connection: &mut Connection,
    id: &str,
    words: &str,
    ends: bool,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update suspensions set verdict = $2, held_until = $3, decided_at = $3, ended_at = $4 where id = $1",
        id,
        words,
        now,
        ends.then_some(now),
    )?;
    Ok(())
}

//! Operators and their recovery codes.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::operator::{Operator, OperatorRole};

/// Adds an operator.
///
/// # Errors
/// [`StoreError::Duplicate`] when the email is taken, or the database fails.
pub async fn add(connection: &mut Connection, operator: &Operator) -> Result<(), StoreError> {
    table::insert(connection, operator, "").await.map(drop)
}

/// The operator of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Operator>, StoreError> {
    fetch_optional!(
        connection,
        Operator,
        table::select::<Operator>("where id = $1"),
        id
    )
}

/// The operator of this email, lower case.
pub async fn by_email(connection: &mut Connection, email: &str) -> Result<Option<Operator>, StoreError> {
    fetch_optional!(
        connection,
        Operator,
        table::select::<Operator>("where email = $1"),
        email
    )
}

/// All of them, those who may sign in first.
pub async fn all(connection: &mut Connection) -> Result<Vec<Operator>, StoreError> {
    fetch_all!(
        connection,
        Operator,
        table::select::<Operator>("order by case when ended_at is null then 0 else 1 end, email")
    )
}

/// The super admins who may sign in.
pub async fn super_admins(connection: &mut Connection) -> Result<Vec<Operator>, StoreError> {
    fetch_all!(
        connection,
        Operator,
        table::select::<Operator>("where role = 'super_admin' and ended_at is null order by email")
    )
}

/// Locks the super admins who may sign in, and counts them.
pub async fn lock_super_admins(connection: &mut Connection) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update operators set role = role where role = 'super_admin' and ended_at is null"
    )
}

/// Gives an operator another role.
pub async fn set_role(connection: &mut Connection, id: &str, role: OperatorRole) -> Result<(), StoreError> {
    execute!(
        connection,
        "update operators set role = $2 where id = $1",
        id,
        role
    )
    .map(drop)
}

/// Ends an operator's access, or gives it back (`None`).
pub async fn set_ended(
    connection: &mut Connection,
    id: &str,
    ended_at: Option<Millis>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update operators set ended_at = $2 where id = $1",
        id,
        ended_at
    )
    .map(drop)
}

/// Gives an operator who never chose a password another first one.
pub async fn set_first_password(
    connection: &mut Connection,
    id: &str,
    hash: &str,
    until: Millis,
    trusted_from: Millis,
) -> Result<bool, StoreError> {
    let given = execute!(
        connection,
        "update operators set password_hash = $2, first_password_until = $3, trusted_from = $4
         where id = $1 and first_password_until is not null and ended_at is null",
        id,
        hash,
        until,
        trusted_from,
    )?;
    Ok(given == 1)
}

/// True while this is the password of an operator who may sign in; locks it until the transaction ends.
pub async fn hold_password(connection: &mut Connection, id: &str, hash: &str) -> Result<bool, StoreError> {
    let held = execute!(
        connection,
        "update operators set password_hash = password_hash where id = $1 and password_hash = $2 and ended_at is null",
        id,
        hash,
    )?;
    Ok(held == 1)
}

/// Sets the hash of a password of the operator's own.
pub async fn set_password(connection: &mut Connection, id: &str, hash: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update operators set password_hash = $2, first_password_until = null where id = $1",
        id,
        hash
    )
    .map(drop)
}

/// Sets the second factor of an operator who has none; false when there is one, or the access has ended.
pub async fn set_factor(
    connection: &mut Connection,
    id: &str,
    sealed: &str,
    step: i64,
) -> Result<bool, StoreError> {
    let set = execute!(
        connection,
        "update operators set factor_secret = $2, factor_step = $3, factor_tries = 0, factor_tries_from = 0 \
         where id = $1 and factor_secret is null and ended_at is null",
        id,
        sealed,
        step,
    )?;
    Ok(set == 1)
}

/// The operators with a second factor, as `(id, sealed)`.
pub async fn factors(connection: &mut Connection) -> Result<Vec<(String, String)>, StoreError> {
    fetch_all!(
        connection,
        (String, String),
        "select id, factor_secret from operators where factor_secret is not null order by id -- scans: all operators",
    )
}

/// Keeps the second factor that an operator has, sealed anew.
pub async fn reseal_factor(connection: &mut Connection, id: &str, sealed: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update operators set factor_secret = $2 where id = $1 and factor_secret is not null",
        id,
        sealed,
    )?;
    Ok(())
}

/// Takes the second factor of an operator away, with its recovery codes; the last step stays used. False when the access has ended.
pub async fn reset_factor(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    let reset = execute!(
        connection,
        "update operators set factor_secret = null, factor_tries = 0, factor_tries_from = 0 \
         where id = $1 and ended_at is null",
        id,
    )?;
    execute!(
        connection,
        "delete from operator_recovery_codes where operator_id = $1",
        id
    )?;
    Ok(reset == 1)
}

/// Counts one try of the second factor; false when `most` were wrong since `since`.
pub async fn count_try(
    connection: &mut Connection,
    id: &str,
    most: i64,
    since: Millis,
    now: Millis,
) -> Result<bool, StoreError> {
    let counted = execute!(
        connection,
        "update operators set
           factor_tries = case when factor_tries_from > $3 then factor_tries + 1 else 1 end,
           factor_tries_from = case when factor_tries_from > $3 then factor_tries_from else $4 end
         where id = $1 and (factor_tries_from <= $3 or factor_tries < $2)",
        id,
        most,
        since,
        now,
    )?;
    Ok(counted == 1)
}

/// Remembers the step whose code was used; false when it, or a later one, was used before.
pub async fn use_step(connection: &mut Connection, id: &str, step: i64) -> Result<bool, StoreError> {
    let used = execute!(
        connection,
        "update operators set factor_step = $2, factor_tries = 0, factor_tries_from = 0 where id = $1 and factor_step < $2",
        id,
        step,
    )?;
    Ok(used == 1)
}

/// Adds a recovery code by its hash.
pub async fn add_recovery(connection: &mut Connection, id: &str, hash: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into operator_recovery_codes (operator_id, hash) values ($1, $2)",
        id,
        hash
    )
    .map(drop)
}

/// Uses up a recovery code; false when there is none of that hash.
pub async fn use_recovery(
    connection: &mut Connection,
    id: &str,
    hash: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let used = execute!(
        connection,
        "update operator_recovery_codes set used_at = $3 where operator_id = $1 and hash = $2 and used_at is null",
        id,
        hash,
        now,
    )?;
    if used == 1 {
        execute!(
            connection,
            "update operators set factor_tries = 0, factor_tries_from = 0 where id = $1",
            id
        )?;
    }
    Ok(used == 1)
}

/// How many recovery codes are left.
pub async fn recovery_left(connection: &mut Connection, id: &str) -> Result<i64, StoreError> {
    let left = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from operator_recovery_codes where operator_id = $1 and used_at is null",
        id
    )?;
    Ok(left.map_or(0, |(count,)| count))
}

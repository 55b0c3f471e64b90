//! Emails as they were stored before all of them were cleaned at the door. For the one command that cleans them.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, identifiers};
use callout_db::{execute, fetch_all};
use callout_domain::role::Role;

/// How many emails are read at a time.
const PAGE: i64 = 1_000;

/// Where emails of people of a role stand.
const COLUMNS: [(Role, &str, &str); 5] = [
    (Role::Client, "identifiers", "value"),
    (Role::Master, "identifiers", "value"),
    (Role::Client, "clients", "email"),
    (Role::Client, "bookings", "email"),
    (Role::Master, "masters", "email"),
];

/// How renaming an email went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Renamed {
    /// It has its new spelling wherever it stood.
    Done,
    /// Two accounts have the two spellings: nothing was changed.
    Taken {
        /// The account with the old spelling.
        account: String,
        /// The account with the new one.
        by: String,
    },
}

/// Every email of a role for which `is_odd`, once.
pub async fn odd(
    connection: &mut Connection,
    is_odd: impl Fn(&str) -> bool,
) -> Result<Vec<(Role, String)>, StoreError> {
    let mut found = Vec::new();
    for (role, table, column) in COLUMNS {
        let of_role = if table == "identifiers" {
            format!("role = '{}' and ", role.as_str())
        } else {
            String::new()
        };
        let sql = format!(
            "select {column} from {table} where {of_role}{column} > $1 group by {column} order by {column} limit $2"
        );
        let mut after = String::new();
        loop {
            let page = fetch_all!(connection, (String,), AssertSqlSafe(sql.clone()), &after, PAGE)?;
            let Some((last,)) = page.last() else {
                break;
            };
            after.clone_from(last);
            let odd = page
                .into_iter()
                .map(|(email,)| email)
                .filter(|email| is_odd(email));
            found.extend(odd.map(|email| (role, email)));
        }
    }
    found.sort_by(|one, other| (one.0.as_str(), &one.1).cmp(&(other.0.as_str(), &other.1)));
    found.dedup();
    Ok(found)
}

/// Gives an email its new spelling, unless another account has that already.
pub async fn rename(
    connection: &mut Connection,
    role: Role,
    old: &str,
    new: &str,
) -> Result<Renamed, StoreError> {
    let held = identifiers::find(connection, role, old).await?;
    let wanted = identifiers::find(connection, role, new).await?;
    match (held, wanted) {
        (Some(held), Some(wanted)) if held.account_id != wanted.account_id => {
            return Ok(Renamed::Taken {
                account: held.account_id,
                by: wanted.account_id,
            });
        }
        // One account has both: the clean one stays.
        (Some(held), Some(_)) => {
            execute!(
                connection,
                "update identifiers set verified_at = coalesce(verified_at, $3) where role = $1 and value = $2",
                role,
                new,
                held.verified_at,
            )?;
            execute!(
                connection,
                "delete from identifiers where role = $1 and value = $2",
                role,
                old
            )?;
        }
        _ => {
            execute!(
                connection,
                "update identifiers set value = $3 where role = $1 and value = $2",
                role,
                old,
                new,
            )?;
        }
    }
    for (_, table, column) in COLUMNS
        .iter()
        .filter(|(of, table, _)| *of == role && *table != "identifiers")
    {
        let sql = AssertSqlSafe(format!("update {table} set {column} = $2 where {column} = $1"));
        execute!(connection, sql, old, new)?;
    }
    Ok(Renamed::Done)
}

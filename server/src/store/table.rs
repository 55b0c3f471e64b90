//! Statements made from a record's list of columns.

use sqlx::AssertSqlSafe;

use super::connection::Database;
use super::{Connection, StoreError};
use crate::record::{Record, Value};

/// Adds a row; gives the number of rows added. `conflict` is what follows the values, such as `on conflict (id) do nothing`,
/// or nothing.
///
/// # Errors
/// `Duplicate` when the row breaks a uniqueness rule; otherwise when the database fails.
pub(super) async fn insert<R: Record>(
    connection: &mut Connection,
    record: &R,
    conflict: &'static str,
) -> Result<u64, StoreError> {
    let places: Vec<String> = (1..=R::COLUMNS.len()).map(|place| format!("${place}")).collect();
    // Table, columns and clause are texts of this program, never input.
    let sql = AssertSqlSafe(format!(
        "insert into {} ({}) values ({}) {conflict}",
        R::TABLE,
        R::COLUMNS.join(", "),
        places.join(", "),
    ));
    macro_rules! run {
        ($connection:expr) => {{
            let mut query = sqlx::query(sql);
            for value in record.values() {
                query = match value {
                    Value::Text(text) => query.bind(text),
                    Value::Integer(number) => query.bind(number),
                    Value::Real(number) => query.bind(number),
                };
            }
            query.execute(&mut **$connection).await?.rows_affected()
        }};
    }
    Ok(match &mut connection.database {
        Database::Sqlite(inner) => run!(inner),
        Database::Postgres(inner) => run!(inner),
    })
}

/// `select` of whole records, every column by its name; `rest` says which rows.
pub(super) fn select<R: Record>(rest: &str) -> AssertSqlSafe<String> {
    // Like those of `insert`, all of it is text of this program.
    AssertSqlSafe(format!(
        "select {} from {} {rest}",
        R::COLUMNS.join(", "),
        R::TABLE
    ))
}

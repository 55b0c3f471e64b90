//! Statements made from a record's list of columns.

use sqlx::{AssertSqlSafe, SqlSafeStr as _};

use crate::{Connection, Record, StoreError, Value};

/// The most rows of a statement that is kept prepared: each number of rows is another statement, and a connection keeps a few hundred.
const KEPT: usize = 4;

/// Values that one statement may carry: SQLite takes 32,766, PostgreSQL 65,535.
const MOST_VALUES: usize = 32_766;

/// Adds a row; gives the number of rows added. `conflict` is what follows the values, such as `on conflict (id) do nothing`,
/// or nothing.
///
/// # Errors
/// `Duplicate` when the row breaks a uniqueness rule; otherwise when the database fails.
pub async fn insert<R: Record>(
    connection: &mut Connection,
    record: &R,
    conflict: &'static str,
) -> Result<u64, StoreError> {
    insert_all(connection, std::slice::from_ref(record), conflict).await
}

/// Adds rows of a kind in one statement (as many as fit), as [`insert`] does one; no rows, no statement.
///
/// # Errors
/// `Duplicate` when one of them breaks a uniqueness rule; otherwise when the database fails.
pub async fn insert_all<R: Record>(
    connection: &mut Connection,
    records: &[R],
    conflict: &'static str,
) -> Result<u64, StoreError> {
    let mut added = 0;
    for some in records.chunks(MOST_VALUES / R::COLUMNS.len()) {
        let sql = format!(
            "insert into {} ({}) values {} {conflict}",
            R::TABLE,
            R::COLUMNS.join(", "),
            places(some.len(), R::COLUMNS.len(), 0),
        );
        let values = some.iter().flat_map(Record::values).collect();
        added += run(connection, sql, values, some.len()).await?;
    }
    Ok(added)
}

/// The places of the values of so many rows, for `values`, after so many other values: `($2, $3), ($4, $5)` are two rows of two after one.
#[must_use]
pub fn places(rows: usize, width: usize, after: usize) -> String {
    let row = |row: usize| {
        let first = after + row * width + 1;
        let places: Vec<String> = (first..first + width).map(|place| format!("${place}")).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    rows.join(", ")
}

/// Runs a statement about so many rows; gives the number of those it changed. The statement is a text of this program, never input.
pub async fn run(
    connection: &mut Connection,
    sql: String,
    values: Vec<Value>,
    rows: usize,
) -> Result<u64, StoreError> {
    let sql = AssertSqlSafe(sql).into_sql_str();
    connection.run(sql, values, rows <= KEPT).await
}

/// `select` of whole records, every column by its name; `rest` says which rows.
#[must_use]
pub fn select<R: Record>(rest: &str) -> AssertSqlSafe<String> {
    // Like those of `insert`, all of it is text of this program.
    AssertSqlSafe(format!(
        "select {} from {} {rest}",
        R::COLUMNS.join(", "),
        R::TABLE
    ))
}

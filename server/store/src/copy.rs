//! Copies a whole database into another one: from SQLite to PostgreSQL or back. What there is to copy is read from the databases'
//! own catalogues, so a new table or column needs nothing here.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteLockingMode};
use sqlx::{AssertSqlSafe, ColumnIndex, ConnectOptions as _, Connection as _, Database, Decode, Row, Type};

use super::StoreError;
use super::migrations;
use callout_db::{is_postgres, sqlite_path};

/// Values that one insert carries at most. SQLite takes 32,766, PostgreSQL 65,535.
const VALUES: usize = 10_000;

/// A table, as both catalogues describe it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
    /// The tables that its rows refer to.
    parents: BTreeSet<String>,
}

/// What a column holds; the schema has no other types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Text,
    Integer,
    Real,
}

enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(Option<f64>),
}

/// One of the two databases.
enum End {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Runs the same on either end.
macro_rules! on {
    ($end:expr, $inner:ident => $done:expr) => {
        match $end {
            End::Sqlite($inner) => $done,
            End::Postgres($inner) => $done,
        }
    };
}

/// Copies every row of `from` to `to` (addresses as in `DATABASE_URL`) in one transaction, and returns each table with its number
/// of rows. No server may run on either. Jobs that were under way are free to be started again.
///
/// # Errors
/// A sentence for the operator, and `to` is unchanged: one of them cannot be opened, is in use or not migrated; `to` is not
/// empty; a row cannot be read or written.
pub async fn copy(from: &str, to: &str) -> Result<Vec<(String, i64)>, String> {
    let (mut source, mut target) = (End::open(from).await?, End::open(to).await?);
    let tables = source.tables().await?;
    if tables != target.tables().await? {
        return Err("the two databases do not have the same tables and columns".to_owned());
    }
    for table in &tables {
        if target.count(table).await? > 0 {
            return Err(format!(
                "the target is not empty: there are rows in {}. Copy into a database that was only migrated",
                table.name
            ));
        }
    }
    let mut copied = Vec::with_capacity(tables.len());
    for table in parents_first(tables)? {
        copy_table(&mut source, &mut target, &table)
            .await
            .map_err(|error| format!("{}: {}", table.name, StoreError::from(error)))?;
        let (there, here) = (source.count(&table).await?, target.count(&table).await?);
        if there != here {
            return Err(format!("{}: {there} rows became {here}", table.name));
        }
        copied.push((table.name, here));
    }
    target
        .execute("update jobs set leased_until = null -- scans: a copy")
        .await?;
    target.execute("commit").await?;
    target.close().await?;
    source.close().await?;
    Ok(copied)
}

async fn copy_table(source: &mut End, target: &mut End, table: &Table) -> Result<(), sqlx::Error> {
    let rows = VALUES / table.columns.len().max(1);
    let mut chunks = source.rows(table).try_chunks(rows);
    while let Some(chunk) = chunks.try_next().await.map_err(|error| error.1)? {
        target.insert(table, chunk).await?;
    }
    Ok(())
}

/// Each table after those that its rows refer to.
fn parents_first(mut waiting: Vec<Table>) -> Result<Vec<Table>, String> {
    let mut ordered: Vec<Table> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let (next, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|table| {
            let mut parents = table.parents.iter().filter(|parent| **parent != table.name);
            parents.all(|parent| ordered.iter().any(|done| done.name == *parent))
        });
        if next.is_empty() {
            return Err("the tables refer to each other in a circle".to_owned());
        }
        ordered.extend(next);
        waiting = later;
    }
    Ok(ordered)
}

impl Table {
    fn column_list(&self) -> String {
        let quoted: Vec<_> = self.columns.iter().map(|(name, _)| quoted(name)).collect();
        quoted.join(", ")
    }

    /// The text that inserts so many rows.
    fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |row: usize| {
            let places: Vec<_> = (1..=width)
                .map(|column| format!("${}", row * width + column))
                .collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<_> = (0..rows).map(row).collect();
        let (name, columns) = (quoted(&self.name), self.column_list());
        format!("insert into {name} ({columns}) values {}", rows.join(", "))
    }
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

impl End {
    /// Opens a migrated database, and begins the transaction that everything happens in.
    async fn open(url: &str) -> Result<Self, String> {
        let postgres = is_postgres(url);
        // An address may carry a password: it is not repeated.
        let name = if postgres { "the PostgreSQL database" } else { url };
        let failed = |error: sqlx::Error| match &error {
            sqlx::Error::Database(cause) if !postgres && cause.code().as_deref() == Some("5") => {
                format!("{name}: another process has it open. Stop the server first")
            }
            _ => format!("{name}: {}", StoreError::from(error)),
        };
        let mut end = if postgres {
            Self::Postgres(PgConnection::connect(url).await.map_err(failed)?)
        } else {
            let options = SqliteConnectOptions::new()
                .filename(sqlite_path(url))
                .foreign_keys(true)
                // Refused while anybody else has the file open.
                .locking_mode(SqliteLockingMode::Exclusive)
                .busy_timeout(Duration::from_millis(200));
            Self::Sqlite(options.connect().await.map_err(failed)?)
        };
        let begin = match &end {
            Self::Sqlite(_) => "begin exclusive",
            // A consistent snapshot of all tables.
            Self::Postgres(_) => "begin isolation level repeatable read",
        };
        on!(&mut end, inner => sqlx::query(begin).execute(inner).await.map(drop)).map_err(failed)?;
        // Without the migrations table it is not one of our databases.
        let versions = on!(&mut end, inner => {
            let query = sqlx::query_scalar::<_, i64>("select version from _sqlx_migrations where success order by version");
            query.fetch_all(inner).await
        });
        let wanted: Vec<i64> = migrations::all()
            .iter()
            .map(|migration| migration.version)
            .collect();
        if versions.unwrap_or_default() != wanted {
            return Err(format!(
                "{name}: not up to date. Run `callout migrate` on it first"
            ));
        }
        Ok(end)
    }

    async fn close(self) -> Result<(), String> {
        on!(self, inner => inner.close().await).map_err(|error| error.to_string())
    }

    async fn execute(&mut self, sql: &'static str) -> Result<(), String> {
        on!(self, inner => sqlx::query(sql).execute(inner).await.map(drop))
            .map_err(|error| StoreError::from(error).to_string())
    }

    async fn count(&mut self, table: &Table) -> Result<i64, String> {
        let sql = format!("select count(*) from {} -- scans: a copy", quoted(&table.name));
        on!(self, inner => sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).fetch_one(inner).await)
            .map_err(|error| format!("{}: {}", table.name, StoreError::from(error)))
    }

    /// Every table of ours, sorted by name.
    async fn tables(&mut self) -> Result<Vec<Table>, String> {
        let mut tables = Vec::new();
        for name in self.list(self.catalogue().tables, None).await? {
            let mut columns = Vec::new();
            for column in self.list(self.catalogue().columns, Some(&name)).await? {
                let (column, kind) = column.split_once(' ').unwrap_or((&column, ""));
                columns.push((
                    column.to_owned(),
                    Kind::of(kind).ok_or_else(|| {
                        format!("{name}.{column} is of type '{kind}', which cannot be copied")
                    })?,
                ));
            }
            columns.sort();
            let parents = self.list(self.catalogue().parents, Some(&name)).await?;
            tables.push(Table {
                name,
                columns,
                parents: parents.into_iter().collect(),
            });
        }
        tables.sort();
        Ok(tables)
    }

    async fn list(&mut self, sql: &'static str, table: Option<&str>) -> Result<Vec<String>, String> {
        let listed = on!(self, inner => {
            let query = sqlx::query_scalar::<_, String>(sql);
            let query = match table {
                Some(table) => query.bind(table),
                None => query,
            };
            query.fetch_all(inner).await
        });
        listed.map_err(|error| StoreError::from(error).to_string())
    }

    const fn catalogue(&self) -> Catalogue {
        match self {
            Self::Sqlite(_) => SQLITE,
            Self::Postgres(_) => POSTGRES,
        }
    }

    fn rows<'c>(&'c mut self, table: &'c Table) -> BoxStream<'c, Result<Vec<Value>, sqlx::Error>> {
        let sql = AssertSqlSafe(format!(
            "select {} from {} -- scans: a copy",
            table.column_list(),
            quoted(&table.name)
        ));
        on!(self, inner => sqlx::query(sql).fetch(inner).map(|row| read(&row?, table)).boxed())
    }

    async fn insert(&mut self, table: &Table, rows: Vec<Vec<Value>>) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(table.insert(rows.len()));
        on!(self, inner => {
            let mut query = sqlx::query(sql);
            for value in rows.into_iter().flatten() {
                query = match value {
                    Value::Text(text) => query.bind(text),
                    Value::Integer(integer) => query.bind(integer),
                    Value::Real(real) => query.bind(real),
                };
            }
            query.execute(inner).await.map(drop)
        })
    }
}

fn read<R>(row: &R, table: &Table) -> Result<Vec<Value>, sqlx::Error>
where
    R: Row,
    usize: ColumnIndex<R>,
    for<'r> String: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> i64: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> f64: Decode<'r, R::Database> + Type<R::Database>,
    R::Database: Database,
{
    let columns = table.columns.iter().enumerate();
    columns
        .map(|(at, (_, kind))| {
            Ok(match kind {
                Kind::Text => Value::Text(row.try_get(at)?),
                Kind::Integer => Value::Integer(row.try_get(at)?),
                Kind::Real => Value::Real(row.try_get(at)?),
            })
        })
        .collect()
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        match name {
            "text" => Some(Self::Text),
            "bigint" => Some(Self::Integer),
            "double precision" => Some(Self::Real),
            _ => None,
        }
    }
}

/// What asks a database for its tables; for the columns of `$1`, each as 'name type'; and for the tables that `$1` refers to.
#[derive(Clone, Copy)]
struct Catalogue {
    tables: &'static str,
    columns: &'static str,
    parents: &'static str,
}

const SQLITE: Catalogue = Catalogue {
    tables: "select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!' and name <> '_sqlx_migrations'",
    columns: "select name || ' ' || lower(type) from pragma_table_info($1)",
    parents: "select distinct \"table\" from pragma_foreign_key_list($1)",
};

const POSTGRES: Catalogue = Catalogue {
    tables: "select table_name::text from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> '_sqlx_migrations'",
    columns: "select column_name || ' ' || data_type from information_schema.columns
        where table_schema = current_schema() and table_name = $1",
    parents: "select distinct parent.relname::text from pg_constraint
        join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
        where contype = 'f' and child.relname = $1 and child.relnamespace = current_schema()::regnamespace",
};

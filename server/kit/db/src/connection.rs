//! One connection of either database, and the macros that run one SQL text on both.

use std::any::Any;
use std::sync::Arc;

use futures_util::StreamExt as _;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{Encode, Postgres, SqlStr, Sqlite, Type};

use crate::counts::Counter;
use crate::news::News;
use crate::{FromRow, Row, StoreError, Value, execute};

/// Counter: rows left out of a list that anybody may see, because they cannot be read.
pub const LEFT_OUT: &str = "rows_left_out_total";

/// A connection, inside a transaction or not, that the functions of a store take.
pub struct Connection {
    pub(crate) database: Database,
    /// What others are told once the transaction is on disk.
    news: Vec<News>,
    counter: Arc<Counter>,
}

/// Which database the connection leads to.
pub(crate) enum Database {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    pub(crate) fn sqlite(connection: PoolConnection<Sqlite>, counter: Arc<Counter>) -> Self {
        Self::new(Database::Sqlite(connection), counter)
    }

    pub(crate) fn postgres(connection: PoolConnection<Postgres>, counter: Arc<Counter>) -> Self {
        Self::new(Database::Postgres(connection), counter)
    }

    fn new(database: Database, counter: Arc<Counter>) -> Self {
        Self {
            database,
            news: Vec::new(),
            counter,
        }
    }

    /// True for PostgreSQL, false for SQLite.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// Remembers what others are told once the transaction is on disk; if it is rolled back, they are not.
    pub fn tell_after_commit<T: PartialEq + Send + Sync + 'static>(&mut self, news: T) {
        let is_known = |kept: &News| kept.downcast_ref::<T>() == Some(&news);
        if !self.news.iter().any(is_known) {
            self.news.push(Box::new(news) as Box<dyn Any + Send + Sync>);
        }
    }

    /// Takes what the transaction has collected.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Runs a statement and gives the number of rows it changed; `execute!` is the way to call it.
    pub async fn execute(&mut self, sql: SqlStr, values: Vec<Value>) -> Result<u64, StoreError> {
        self.run(sql, values, true).await
    }

    /// The same; one that is not to come again is not `kept` prepared.
    pub(crate) async fn run(
        &mut self,
        sql: SqlStr,
        values: Vec<Value>,
        kept: bool,
    ) -> Result<u64, StoreError> {
        self.counter.statement();
        let changed = match &mut self.database {
            Database::Sqlite(inner) => {
                let query = query(sql, values).persistent(kept);
                query.execute(&mut **inner).await?.rows_affected()
            }
            Database::Postgres(inner) => {
                let query = query(sql, values).persistent(kept);
                query.execute(&mut **inner).await?.rows_affected()
            }
        };
        Ok(changed)
    }

    /// Commits the transaction.
    pub(crate) async fn commit(&mut self) -> Result<(), StoreError> {
        execute!(self, "commit")?;
        self.counter.commit();
        Ok(())
    }

    /// Reads at most one row; `fetch_optional!` is the way to call it.
    pub async fn fetch_optional<T: FromRow>(
        &mut self,
        sql: SqlStr,
        values: Vec<Value>,
    ) -> Result<Option<T>, StoreError> {
        let row = self.row(sql, values).await?;
        Ok(row.map(|row| T::from_row(&row)).transpose()?)
    }

    /// Reads every row; `fetch_all!` is the way to call it.
    pub async fn fetch_all<T: FromRow>(
        &mut self,
        sql: SqlStr,
        values: Vec<Value>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.rows(sql, values).await?;
        Ok(rows.iter().map(T::from_row).collect::<Result<_, _>>()?)
    }

    /// Reads every row that can be read: one with a value that its field cannot be, such as a word that only a newer version knows, is left
    /// out, written down and counted. For lists that anybody may see, which one such row must not end; `fetch_known!` is the way to call it.
    pub async fn fetch_known<T: FromRow>(
        &mut self,
        sql: SqlStr,
        values: Vec<Value>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.rows(sql, values).await?;
        let known = rows.iter().map(T::from_row).filter_map(|row| match row {
            Err(error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_))) => {
                tracing::error!(%error, "a row is left out of a list");
                metrics::counter!(LEFT_OUT).increment(1);
                None
            }
            row => Some(row),
        });
        Ok(known.collect::<Result<_, _>>()?)
    }

    async fn row(&mut self, sql: SqlStr, values: Vec<Value>) -> Result<Option<Row>, StoreError> {
        self.counter.statement();
        Ok(match &mut self.database {
            Database::Sqlite(inner) => query(sql, values)
                .fetch_optional(&mut **inner)
                .await?
                .map(Row::Sqlite),
            Database::Postgres(inner) => query(sql, values)
                .fetch_optional(&mut **inner)
                .await?
                .map(Row::Postgres),
        })
    }

    async fn rows(&mut self, sql: SqlStr, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        self.counter.statement();
        let mut rows = Vec::new();
        match &mut self.database {
            Database::Sqlite(inner) => {
                let mut found = query(sql, values).fetch(&mut **inner);
                while let Some(row) = found.next().await {
                    rows.push(Row::Sqlite(row?));
                }
            }
            Database::Postgres(inner) => {
                let mut found = query(sql, values).fetch(&mut **inner);
                while let Some(row) = found.next().await {
                    rows.push(Row::Postgres(row?));
                }
            }
        }
        Ok(rows)
    }
}

/// The statement with its values bound.
fn query<'q, DB>(sql: SqlStr, values: Vec<Value>) -> Query<'q, DB, DB::Arguments>
where
    DB: sqlx::Database,
    Option<String>: Encode<'q, DB> + Type<DB>,
    Option<i64>: Encode<'q, DB> + Type<DB>,
    Option<f64>: Encode<'q, DB> + Type<DB>,
{
    let mut query = sqlx::query(sql);
    for value in values {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Integer(number) => query.bind(number),
            Value::Real(number) => query.bind(number),
        };
    }
    query
}

/// Runs a statement and gives the number of rows it changed: `execute!(connection, "update …", a, b)`.
#[macro_export]
macro_rules! execute {
    ($connection:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        $connection
            .execute($crate::SqlSafeStr::into_sql_str($sql), vec![$($crate::Value::from($bind)),*])
            .await
    };
}

/// Reads at most one row: `fetch_optional!(connection, Row, "select …", a)`. A scalar is a row of one: `(i64,)`.
#[macro_export]
macro_rules! fetch_optional {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $connection
            .fetch_optional::<$row>($crate::SqlSafeStr::into_sql_str($sql), vec![$($crate::Value::from($bind)),*])
            .await
    };
}

/// Reads every row that can be read: `fetch_known!(connection, Row, "select …", a)`.
#[macro_export]
macro_rules! fetch_known {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $connection
            .fetch_known::<$row>($crate::SqlSafeStr::into_sql_str($sql), vec![$($crate::Value::from($bind)),*])
            .await
    };
}

/// Reads every row: `fetch_all!(connection, Row, "select …", a)`.
#[macro_export]
macro_rules! fetch_all {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $connection
            .fetch_all::<$row>($crate::SqlSafeStr::into_sql_str($sql), vec![$($crate::Value::from($bind)),*])
            .await
    };
}

//! One connection of either database, and the three macros that run one SQL text on both.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite};

/// A connection, inside a transaction or not, that the functions of the store take.
pub enum Connection {
    /// SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// PostgreSQL.
    Postgres(PoolConnection<Postgres>),
}

/// Runs a statement and gives the number of rows it changed: `execute!(connection, "update …", a, b)`.
macro_rules! execute {
    ($connection:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        match $connection {
            $crate::store::Connection::Sqlite(inner) => sqlx::query($sql)$(.bind($bind))*
                .execute(&mut **inner).await.map(|done| done.rows_affected()),
            $crate::store::Connection::Postgres(inner) => sqlx::query($sql)$(.bind($bind))*
                .execute(&mut **inner).await.map(|done| done.rows_affected()),
        }
        .map_err($crate::store::StoreError::from)
    };
}

/// Reads at most one row: `fetch_optional!(connection, Row, "select …", a)`. A scalar is a row of one: `(i64,)`.
macro_rules! fetch_optional {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        match $connection {
            $crate::store::Connection::Sqlite(inner) => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
                .fetch_optional(&mut **inner).await,
            $crate::store::Connection::Postgres(inner) => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
                .fetch_optional(&mut **inner).await,
        }
        .map_err($crate::store::StoreError::from)
    };
}

/// Reads every row: `fetch_all!(connection, Row, "select …", a)`.
macro_rules! fetch_all {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        match $connection {
            $crate::store::Connection::Sqlite(inner) => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
                .fetch_all(&mut **inner).await,
            $crate::store::Connection::Postgres(inner) => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*
                .fetch_all(&mut **inner).await,
        }
        .map_err($crate::store::StoreError::from)
    };
}

/// Runs two statements: `execute_both!(connection, "insert …", "insert …", [a, b], [c])`. The first takes every value as `$1`,
/// `$2` …, the second only those of the first list. On SQLite they are one text and make one trip to the connection's thread,
/// which costs more than what a small statement does there; PostgreSQL takes one statement at a time.
macro_rules! execute_both {
    ($connection:expr, $first:literal, $second:literal, [$($shared:expr),* $(,)?], [$($more:expr),* $(,)?] $(,)?) => {
        match $connection {
            $crate::store::Connection::Sqlite(inner) => sqlx::query(concat!($first, "; ", $second))
                $(.bind($shared))*$(.bind($more))*.execute(&mut **inner).await.map(|_| ()),
            $crate::store::Connection::Postgres(inner) => {
                match sqlx::query($first)$(.bind($shared))*$(.bind($more))*.execute(&mut **inner).await {
                    Ok(_) => sqlx::query($second)$(.bind($shared))*.execute(&mut **inner).await.map(|_| ()),
                    Err(error) => Err(error),
                }
            }
        }
        .map_err($crate::store::StoreError::from)
    };
}

pub(crate) use {execute, execute_both, fetch_all, fetch_optional};

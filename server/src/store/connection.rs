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

pub(crate) use {execute, fetch_all, fetch_optional};

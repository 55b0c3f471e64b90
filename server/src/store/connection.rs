//! One connection of either database, and the macros that run one SQL text on both.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite};

use super::Wake;

/// A connection, inside a transaction or not, that the functions of the store take.
pub struct Connection {
    /// The connection itself.
    pub database: Database,
    /// Who must be woken once the transaction is on disk.
    wakes: Vec<Wake>,
}

/// Which database the connection leads to.
pub enum Database {
    /// SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// PostgreSQL.
    Postgres(PoolConnection<Postgres>),
}

impl Connection {
    pub(super) fn sqlite(connection: PoolConnection<Sqlite>) -> Self {
        Self {
            database: Database::Sqlite(connection),
            wakes: Vec::new(),
        }
    }

    pub(super) fn postgres(connection: PoolConnection<Postgres>) -> Self {
        Self {
            database: Database::Postgres(connection),
            wakes: Vec::new(),
        }
    }

    /// Remembers whom to wake once the transaction is on disk; if it is rolled back, nobody is woken.
    pub fn wake_after_commit(&mut self, wake: Wake) {
        if !self.wakes.contains(&wake) {
            self.wakes.push(wake);
        }
    }

    /// Takes what the transaction has collected.
    pub(super) fn take_wakes(&mut self) -> Vec<Wake> {
        std::mem::take(&mut self.wakes)
    }
}

/// Runs a statement and gives the number of rows it changed: `execute!(connection, "update …", a, b)`.
macro_rules! execute {
    ($connection:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::connection::run!(
            $connection,
            query => sqlx::query($sql)$(.bind($bind))*,
            inner => query.execute(inner).await.map(|done| done.rows_affected())
        )
    };
}

/// Reads at most one row: `fetch_optional!(connection, Row, "select …", a)`. A scalar is a row of one: `(i64,)`.
macro_rules! fetch_optional {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::connection::run!(
            $connection,
            query => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*,
            inner => query.fetch_optional(inner).await
        )
    };
}

/// Reads every row: `fetch_all!(connection, Row, "select …", a)`.
macro_rules! fetch_all {
    ($connection:expr, $row:ty, $sql:expr $(, $bind:expr)* $(,)?) => {
        $crate::store::connection::run!(
            $connection,
            query => sqlx::query_as::<_, $row>($sql)$(.bind($bind))*,
            inner => query.fetch_all(inner).await
        )
    };
}

/// Runs one query on whichever database it is.
macro_rules! run {
    ($connection:expr, $query:ident => $make:expr, $inner:ident => $done:expr) => {
        match &mut $connection.database {
            $crate::store::connection::Database::Sqlite(connection) => {
                let $inner = &mut **connection;
                let $query = $make;
                $done
            }
            $crate::store::connection::Database::Postgres(connection) => {
                let $inner = &mut **connection;
                let $query = $make;
                $done
            }
        }
        .map_err($crate::store::StoreError::from)
    };
}

pub(crate) use {execute, fetch_all, fetch_optional, run};

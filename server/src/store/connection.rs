//! One connection of either database, and the macros that run one SQL text on both.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite, SqliteConnection};

/// A connection, inside a transaction or not, that the functions of the store take.
pub enum Connection {
    /// SQLite.
    Sqlite(SqliteHold),
    /// PostgreSQL.
    Postgres(PoolConnection<Postgres>),
}

/// A connection to SQLite, and what opens the savepoint of the writer's next work on it. That travels with the work's first
/// statement where it can: a trip to the connection's thread costs more than what a small statement does there.
pub struct SqliteHold {
    connection: PoolConnection<Sqlite>,
    pub(super) opening: Option<Opening>,
}

/// What has to run before the next statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// The transaction itself is yet to begin.
    Transaction,
    /// The savepoint of the work before is done with.
    NextWork,
}

/// The statements of an [`Opening`], with more behind them.
macro_rules! after_opening {
    (Transaction $(, $more:expr)*) => { concat!("begin immediate; savepoint work" $(, "; ", $more)*) };
    (NextWork $(, $more:expr)*) => { concat!("release work; savepoint work" $(, "; ", $more)*) };
}

impl SqliteHold {
    pub(super) fn new(connection: PoolConnection<Sqlite>) -> Self {
        Self {
            connection,
            opening: None,
        }
    }

    /// The connection, once what must run first has run.
    ///
    /// # Errors
    /// When that fails.
    pub async fn opened(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let (opening, connection) = self.unopened();
        let first = match opening {
            None => return Ok(connection),
            Some(Opening::Transaction) => after_opening!(Transaction),
            Some(Opening::NextWork) => after_opening!(NextWork),
        };
        sqlx::query(first).execute(&mut *connection).await?;
        Ok(connection)
    }

    /// The connection, and what the caller runs on it first.
    pub(crate) fn unopened(&mut self) -> (Option<Opening>, &mut SqliteConnection) {
        (self.opening.take(), &mut self.connection)
    }

    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        self.connection.close().await
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
        match $connection {
            $crate::store::Connection::Sqlite(hold) => match hold.opened().await {
                Ok($inner) => {
                    let $query = $make;
                    $done
                }
                Err(error) => Err(error),
            },
            $crate::store::Connection::Postgres(connection) => {
                let $inner = &mut **connection;
                let $query = $make;
                $done
            }
        }
        .map_err($crate::store::StoreError::from)
    };
}

/// Runs several statements and reads the rows that the last of them returns:
/// `fetch_last!(connection, Row, ["update …"; "insert …"; "insert …"; "update … returning …"], [a, b], [c])`. The one between
/// the first two semicolons takes every value as `$1`, `$2` …, the others only those of the first list. On SQLite they are one
/// text and make one trip to the connection's thread, together with what opens the work; PostgreSQL takes one at a time.
macro_rules! fetch_last {
    (
        $connection:expr, $row:ty,
        [$($before:literal),*; $main:literal; $($after:literal),*; $last:literal], $shared:tt, $more:tt $(,)?
    ) => {
        async {
            use $crate::store::connection::{Opening, after_opening, bind};
            match $connection {
                $crate::store::Connection::Sqlite(hold) => {
                    let (opening, inner) = hold.unopened();
                    let text = match opening {
                        None => concat!($($before, "; ",)* $main, "; ", $($after, "; ",)* $last),
                        Some(Opening::Transaction) => after_opening!(Transaction $(, $before)*, $main $(, $after)*, $last),
                        Some(Opening::NextWork) => after_opening!(NextWork $(, $before)*, $main $(, $after)*, $last),
                    };
                    let query = bind!(sqlx::query_as::<_, $row>(text), $shared);
                    bind!(query, $more).fetch_all(inner).await
                }
                $crate::store::Connection::Postgres(inner) => {
                    $(bind!(sqlx::query($before), $shared).execute(&mut **inner).await?;)*
                    let query = bind!(sqlx::query($main), $shared);
                    bind!(query, $more).execute(&mut **inner).await?;
                    $(bind!(sqlx::query($after), $shared).execute(&mut **inner).await?;)*
                    bind!(sqlx::query_as::<_, $row>($last), $shared).fetch_all(&mut **inner).await
                }
            }
        }
        .await
        .map_err(|error: sqlx::Error| $crate::store::StoreError::from(error))
    };
}

macro_rules! bind {
    ($query:expr, [$($bind:expr),* $(,)?]) => { $query$(.bind($bind))* };
}

pub(crate) use {after_opening, bind, execute, fetch_all, fetch_last, fetch_optional, run};

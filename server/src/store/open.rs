//! Opening either database, bringing it up to date, and the two ways in: `read` and `write`.

use std::io;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};

use super::audit;
use super::connection::{Database, execute};
use super::health::{self, Health};
use super::log::Log;
use super::migrations;
use super::wake::Subscribers;
use super::writer::Writer;
use super::{Connection, StoreError, Wake, WriteError, says_exhausted};
use crate::clock::Millis;
pub(super) use crate::config::is_postgres;
use crate::private;

/// Statements kept prepared on each connection.
const STATEMENT_CACHE: usize = 200;

/// Pages that a SQLite connection keeps in memory, as SQLite writes KiB: 16 MiB, when they are used at all. By default it is 2,
/// which the indexes of a few thousand bookings outgrow.
const CACHE: &str = "-16384";

/// Pages in the write-ahead log before they are moved into the file: 16 MiB, so that a page that many bookings change is moved
/// (and both files are synced) a quarter as often as by default.
const CHECKPOINT: &str = "4096";

/// Bytes that the write-ahead log keeps on disk once it has been moved into the file: as many as those pages. One transaction
/// of an unusual size does not hold on to its space for ever.
const LOG_SIZE: &str = "16777216";

/// How long a call waits for a connection. Whoever holds one must not wait for another: when all are held so, everybody waits this
/// long. The API tests run with a single one for reading, where such a mistake fails at once.
const ACQUIRE_WAIT: Duration = Duration::from_secs(5);

/// How long a probe of readiness may take.
const PROBE_WAIT: Duration = Duration::from_secs(5);

/// The database; cloning it is cheap.
#[derive(Clone)]
pub struct Db {
    pools: Pools,
    subscribers: Subscribers,
    upkeep: Upkeep,
}

#[derive(Clone)]
enum Pools {
    /// One file, one writer, several readers.
    Sqlite {
        /// Read-only connections.
        readers: SqlitePool,
        /// The one connection that writes, for migrations and shutdown.
        writer_pool: SqlitePool,
        /// The queue in front of it.
        writer: Writer,
    },
    /// PostgreSQL, or what speaks its protocol.
    Postgres(PgPool),
}

/// What is looked after beside reading and writing.
#[derive(Clone)]
pub struct Upkeep {
    health: Arc<Health>,
    /// SQLite's alone.
    log: Option<Arc<Log>>,
}

impl Db {
    /// Opens `url` (`sqlite:path` or `postgres://…`) and runs the migrations.
    ///
    /// # Errors
    /// When the database cannot be opened, or a migration fails.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, None).await
    }

    /// The same with so many connections: for reading on SQLite, in all on PostgreSQL.
    ///
    /// # Errors
    /// When the database cannot be opened, or a migration fails.
    pub async fn open_with(url: &str, connections: Option<u32>) -> Result<Self, StoreError> {
        if is_postgres(url) {
            Self::open_postgres(url, connections.unwrap_or(16)).await
        } else {
            Self::open_sqlite(sqlite_path(url), connections.unwrap_or(4)).await
        }
    }

    async fn open_sqlite(path: &str, connections: u32) -> Result<Self, StoreError> {
        if let Some(folder) = Path::new(path).parent()
            && !folder.exists()
        {
            private::folder(folder).map_err(|error| cannot_open(folder, &error))?;
        }
        // Files that SQLite makes later get the permissions of the first.
        for part in ["", "-wal", "-shm"].map(|end| format!("{path}{end}")) {
            let part = Path::new(&part);
            if part.exists() || part == Path::new(path) {
                private::file(part).map_err(|error| cannot_open(part, &error))?;
            }
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged booking survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .pragma("cache_size", CACHE)
            .pragma("wal_autocheckpoint", CHECKPOINT)
            .pragma("journal_size_limit", LOG_SIZE)
            // Deleted data is overwritten, so that an erased person cannot be read in the file's free pages.
            .pragma("secure_delete", "on")
            // What a savepoint would undo is kept in memory: the file that it went to beyond 64 KiB cost more than the rows.
            .pragma("temp_store", "memory")
            .statement_cache_capacity(STATEMENT_CACHE);
        let upkeep = Upkeep {
            health: Arc::default(),
            log: Some(Arc::new(Log::new(options.clone()))),
        };
        let writer_pool = SqlitePoolOptions::new()
            .max_connections(1)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await?;
        migrate(migrations::all().run(&writer_pool).await)?;
        audit::protect(&mut Connection::sqlite(writer_pool.acquire().await?)).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_WAIT)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let subscribers = Subscribers::default();
        let writer = Writer::start(
            writer_pool.clone(),
            subscribers.clone(),
            Arc::clone(&upkeep.health),
        )
        .await?;
        Ok(Self {
            pools: Pools::Sqlite {
                readers,
                writer_pool,
                writer,
            },
            subscribers,
            upkeep,
        })
    }

    async fn open_postgres(url: &str, connections: u32) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(STATEMENT_CACHE);
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_WAIT)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        migrate(migrations::all().run(&pool).await)?;
        audit::protect(&mut Connection::postgres(pool.acquire().await?)).await?;
        Ok(Self {
            pools: Pools::Postgres(pool),
            subscribers: Subscribers::default(),
            upkeep: Upkeep {
                health: Arc::default(),
                log: None,
            },
        })
    }

    /// A connection for reading, outside any transaction.
    ///
    /// # Errors
    /// When no connection can be had.
    pub async fn read(&self) -> Result<Connection, StoreError> {
        Ok(match &self.pools {
            Pools::Sqlite { readers, .. } => Connection::sqlite(readers.acquire().await?),
            Pools::Postgres(pool) => Connection::postgres(pool.acquire().await?),
        })
    }

    /// Runs `work` in one write transaction: kept when it answers `Ok`, undone when it answers `Err` or panics.
    ///
    /// # Errors
    /// What `work` answers, or that the database failed.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: WriteError + Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let result = match &self.pools {
            Pools::Sqlite { writer, .. } => writer.write(work).await,
            Pools::Postgres(pool) => {
                let (pool, subscribers) = (pool.clone(), self.subscribers.clone());
                let health = Arc::clone(&self.upkeep.health);
                // In its own task: a caller that goes away does not cut the transaction short.
                let task = tokio::spawn(async move {
                    let inner = pool
                        .acquire()
                        .await
                        .map_err(StoreError::from)
                        .inspect_err(|_| health.write_failed())?;
                    write_postgres(Connection::postgres(inner), &health, &subscribers, work).await
                });
                task.await.unwrap_or_else(|_| Err(StoreError::Stopped.into()))
            }
        };
        if let Err(error) = &result
            && error.is_exhausted()
        {
            self.ran_out_of_space();
        }
        result
    }

    /// Notes it for readiness, and has SQLite's log emptied: on a small disk the log alone may be what fills it.
    fn ran_out_of_space(&self) {
        let upkeep = &self.upkeep;
        upkeep.health.write_failed();
        if let Some(log) = upkeep.log.clone() {
            tokio::spawn(async move {
                if let Err(error) = log.empty().await {
                    tracing::warn!(%error, "the write-ahead log could not be emptied");
                }
            });
        }
    }

    /// Moves SQLite's write-ahead log into its file and empties it, so that what was erased is not to be read there either.
    /// On PostgreSQL it does nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn empty_log(&self) -> Result<(), StoreError> {
        match &self.upkeep.log {
            Some(log) => log.empty().await,
            None => Ok(()),
        }
    }

    /// Tells `subscriber` about every transaction, right after its commit. It must be quick and must not block:
    /// the next commit waits for it.
    pub fn subscribe(&self, subscriber: impl Fn(&Wake) + Send + Sync + 'static) {
        self.subscribers.add(Box::new(subscriber));
    }

    /// True for PostgreSQL, false for SQLite.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// True when the database answers and the last write did not fail. At most every 30 seconds of `now` (Unix milliseconds) it
    /// writes something small to find out; after a failure only that makes it true again.
    pub async fn is_ready(&self, now: Millis) -> bool {
        let Ok(mut connection) = self.read().await else {
            return false;
        };
        let answers = execute!(&mut connection, "select 1").is_ok();
        drop(connection);
        let health = &self.upkeep.health;
        if answers && health.wants_probe(now) {
            let probe = self.write(move |connection| Box::pin(health::probe(connection, now)));
            let probed = tokio::time::timeout(PROBE_WAIT, probe).await;
            health.probed(matches!(probed, Ok(Ok(()))));
        }
        answers && !health.is_failing()
    }

    /// The time by the database server's clock, Unix milliseconds; `None` on SQLite, which has none of its own.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn time(&self) -> Result<Option<Millis>, StoreError> {
        health::time(&mut self.read().await?).await
    }

    /// Closes every connection after the work under way.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite {
                readers, writer_pool, ..
            } => {
                readers.close().await;
                writer_pool.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}

/// The file that an address of SQLite names.
pub(super) fn sqlite_path(url: &str) -> &str {
    url.trim_start_matches("sqlite:").trim_start_matches("//")
}

async fn write_postgres<T, E, F>(
    mut connection: Connection,
    health: &Health,
    subscribers: &Subscribers,
    work: F,
) -> Result<T, E>
where
    E: From<StoreError>,
    F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>>,
{
    execute!(&mut connection, "begin").inspect_err(|_| health.write_failed())?;
    // On a panic the connection is dropped inside its transaction; closing it rolls the work back.
    let mut guard = CloseOnPanic(Some(connection));
    let Some(connection) = guard.0.as_mut() else {
        return Err(StoreError::Stopped.into());
    };
    let result = work(connection).await;
    let ended = match &result {
        Ok(_) => execute!(connection, "commit"),
        Err(_) => execute!(connection, "rollback"),
    };
    let wakes = connection.take_wakes();
    if ended.is_ok() {
        guard.disarm();
    }
    if result.is_ok() && ended.is_ok() {
        subscribers.tell(&wakes);
    }
    match (result, ended) {
        (Ok(_), Err(error)) => {
            health.write_failed();
            Err(error.into())
        }
        (result, _) => result,
    }
}

/// Keeps a connection whose transaction did not end out of the pool.
struct CloseOnPanic(Option<Connection>);

impl CloseOnPanic {
    fn disarm(&mut self) {
        drop(self.0.take());
    }
}

impl Drop for CloseOnPanic {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take()
            && let Database::Postgres(inner) = connection.database
        {
            drop(inner.detach());
        }
    }
}

fn migrate(result: Result<(), MigrateError>) -> Result<(), StoreError> {
    result.map_err(|error| match &error {
        MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) if says_exhausted(cause) => {
            StoreError::Exhausted(error.to_string())
        }
        _ => StoreError::Database(sqlx::Error::Migrate(Box::new(error))),
    })
}

fn cannot_open(path: &Path, error: &io::Error) -> StoreError {
    sqlx::Error::Io(io::Error::new(
        error.kind(),
        format!("{}: {error}", path.display()),
    ))
    .into()
}

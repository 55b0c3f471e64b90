//! Opening either database, bringing it up to date, and the two ways in: `read` and `write`.

use std::path::Path;
use std::str::FromStr as _;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};

use super::connection::{Database, execute};
use super::wake::Subscribers;
use super::writer::Writer;
use super::{Connection, StoreError, Wake};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Statements kept prepared on each connection (what was measured is in architecture.md).
const STATEMENT_CACHE: usize = 200;

/// Pages that a SQLite connection keeps in memory, as SQLite writes KiB: 16 MiB, when they are used at all. By default it is 2,
/// which the indexes of a few thousand bookings outgrow.
const CACHE: &str = "-16384";

/// Pages in the write-ahead log before they are moved into the file: 16 MiB, so that a page that many bookings change is moved
/// (and both files are synced) a quarter as often as by default.
const CHECKPOINT: &str = "4096";

/// The database; cloning it is cheap.
#[derive(Clone)]
pub struct Db {
    pools: Pools,
    subscribers: Subscribers,
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

impl Db {
    /// Opens `url` (`sqlite:path` or `postgres://…`) and runs the migrations.
    ///
    /// # Errors
    /// When the database cannot be opened, or a migration fails.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            Self::open_postgres(url).await
        } else {
            Self::open_sqlite(url.trim_start_matches("sqlite:").trim_start_matches("//")).await
        }
    }

    async fn open_sqlite(path: &str) -> Result<Self, StoreError> {
        if let Some(folder) = Path::new(path).parent() {
            std::fs::create_dir_all(folder).map_err(sqlx::Error::Io)?;
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
            // What a savepoint would undo is kept in memory: the file that it went to beyond 64 KiB cost more than the rows.
            .pragma("temp_store", "memory")
            .statement_cache_capacity(STATEMENT_CACHE);
        let writer_pool = SqlitePoolOptions::new()
            .max_connections(1)
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await?;
        migrate(MIGRATIONS.run(&writer_pool).await)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let subscribers = Subscribers::default();
        let writer = Writer::start(writer_pool.clone(), subscribers.clone())?;
        Ok(Self {
            pools: Pools::Sqlite {
                readers,
                writer_pool,
                writer,
            },
            subscribers,
        })
    }

    async fn open_postgres(url: &str) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(STATEMENT_CACHE);
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(Duration::from_secs(5))
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        migrate(MIGRATIONS.run(&pool).await)?;
        Ok(Self {
            pools: Pools::Postgres(pool),
            subscribers: Subscribers::default(),
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
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        match &self.pools {
            Pools::Sqlite { writer, .. } => writer.write(work).await,
            Pools::Postgres(pool) => {
                let (pool, subscribers) = (pool.clone(), self.subscribers.clone());
                // A task of its own: a caller that goes away does not cut the transaction short.
                let task = tokio::spawn(async move {
                    let inner = pool.acquire().await.map_err(StoreError::from)?;
                    write_postgres(Connection::postgres(inner), work, &subscribers).await
                });
                task.await.unwrap_or_else(|_| Err(StoreError::Stopped.into()))
            }
        }
    }

    /// Tells `subscriber` of every transaction that is on disk, right after its commit. It must be quick and must not block:
    /// the next commit waits for it.
    pub fn subscribe(&self, subscriber: impl Fn(&Wake) + Send + Sync + 'static) {
        self.subscribers.add(Box::new(subscriber));
    }

    /// True for PostgreSQL, false for SQLite.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// True when the database answers.
    pub async fn is_ready(&self) -> bool {
        let Ok(mut connection) = self.read().await else {
            return false;
        };
        execute!(&mut connection, "select 1").is_ok()
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

async fn write_postgres<T, E, F>(
    mut connection: Connection,
    work: F,
    subscribers: &Subscribers,
) -> Result<T, E>
where
    E: From<StoreError>,
    F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>>,
{
    execute!(&mut connection, "begin")?;
    // On a panic the connection is dropped inside its transaction; closing it undoes the work.
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
        (Ok(_), Err(error)) => Err(error.into()),
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

fn migrate(result: Result<(), sqlx::migrate::MigrateError>) -> Result<(), StoreError> {
    result.map_err(|error| StoreError::Database(sqlx::Error::Migrate(Box::new(error))))
}

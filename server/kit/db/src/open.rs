//! Opening either database, bringing it up to date, and the two ways in: `read` and `write`.

use std::io;
use std::panic::Location;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};

use tokio::sync::oneshot;
use tracing::Instrument as _;

use crate::connection::Connection;
use crate::counts::{Counter, Counts};
use crate::error::says_exhausted;
use crate::health::{self, Health};
use crate::log::Log;
use crate::news::Subscribers;
use crate::writer::{Outcome, Work, Writer};
use crate::{StoreError, WriteError, execute, postgres, private};

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
    counter: Arc<Counter>,
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
struct Upkeep {
    health: Arc<Health>,
    /// SQLite's alone.
    log: Option<Arc<Log>>,
}

impl Db {
    /// Opens `url` (`sqlite:path` or `postgres://…`) with so many connections, for reading on SQLite and in all on PostgreSQL (4 and
    /// 16 when it is not said), and runs the migrations.
    ///
    /// # Errors
    /// When the database cannot be opened, or a migration fails.
    pub async fn open(
        url: &str,
        connections: Option<u32>,
        migrations: &Migrator,
    ) -> Result<Self, StoreError> {
        if is_postgres(url) {
            Self::open_postgres(url, connections.unwrap_or(16), migrations).await
        } else {
            Self::open_sqlite(sqlite_path(url), connections.unwrap_or(4), migrations).await
        }
    }

    async fn open_sqlite(path: &str, connections: u32, migrations: &Migrator) -> Result<Self, StoreError> {
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
        migrate(migrations.run(&writer_pool).await)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_WAIT)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let (subscribers, counter) = (Subscribers::default(), Arc::default());
        let writer = Writer::start(
            writer_pool.clone(),
            subscribers.clone(),
            Arc::clone(&upkeep.health),
            Arc::clone(&counter),
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
            counter,
        })
    }

    async fn open_postgres(url: &str, connections: u32, migrations: &Migrator) -> Result<Self, StoreError> {
        let options = postgres_options(url)?;
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_WAIT)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        migrate(migrations.run(&pool).await)?;
        Ok(Self {
            pools: Pools::Postgres(pool),
            subscribers: Subscribers::default(),
            upkeep: Upkeep {
                health: Arc::default(),
                log: None,
            },
            counter: Arc::default(),
        })
    }

    /// A connection for reading, outside any transaction.
    ///
    /// # Errors
    /// When no connection can be had.
    pub async fn read(&self) -> Result<Connection, StoreError> {
        let counter = Arc::clone(&self.counter);
        Ok(match &self.pools {
            Pools::Sqlite { readers, .. } => Connection::sqlite(readers.acquire().await?, counter),
            Pools::Postgres(pool) => Connection::postgres(pool.acquire().await?, counter),
        })
    }

    /// Runs `work` in one write transaction: kept when it answers `Ok`, undone when it answers `Err` or panics.
    ///
    /// # Errors
    /// What `work` answers, or that the database failed.
    #[track_caller]
    pub fn write<T, E, F>(&self, work: F) -> impl Future<Output = Result<T, E>> + Send
    where
        T: Send + 'static,
        E: WriteError + Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        // Each write has a place in the source, and that is its name.
        let span = tracing::info_span!("write", place = %Location::caller());
        async move {
            let (answer, answered) = oneshot::channel();
            let work: Work = Box::new(move |connection| {
                Box::pin(async move {
                    let result = work(connection).instrument(span).await;
                    Outcome {
                        keep: result.is_ok(),
                        reply: Box::new(move |commit| {
                            // A caller that has gone away wants no answer.
                            let _ = answer.send(match commit {
                                Ok(()) => result,
                                Err(error) => result.and(Err(error.into())),
                            });
                        }),
                    }
                })
            });
            let result = match self.transact(work).await {
                // Work that panicked has dropped its answer.
                Ok(()) => answered.await.unwrap_or_else(|_| Err(StoreError::Stopped.into())),
                Err(error) => Err(error.into()),
            };
            if let Err(error) = &result
                && error.is_exhausted()
            {
                self.ran_out_of_space();
            }
            result
        }
    }

    /// Has the work done, whatever it answers; not generic, so that it is compiled once.
    async fn transact(&self, work: Work) -> Result<(), StoreError> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => writer.write(work).await,
            Pools::Postgres(pool) => {
                let health = Arc::clone(&self.upkeep.health);
                let (pool, subscribers) = (pool.clone(), self.subscribers.clone());
                let counter = Arc::clone(&self.counter);
                // In its own task: a caller that goes away does not cut the transaction short.
                let task = tokio::spawn(async move {
                    let inner = pool
                        .acquire()
                        .await
                        .map_err(StoreError::from)
                        .inspect_err(|_| health.write_failed())?;
                    postgres::write(Connection::postgres(inner, counter), &health, &subscribers, work).await
                });
                task.await.unwrap_or(Err(StoreError::Stopped))
            }
        }
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
    pub async fn empty_log(&self) -> Result<(), StoreError> {
        match &self.upkeep.log {
            Some(log) => log.empty().await,
            None => Ok(()),
        }
    }

    /// Tells `subscriber` the news of its type of every transaction, right after the commit. It must be quick and must not block:
    /// the next commit waits for it.
    pub fn subscribe<T: 'static>(&self, subscriber: impl Fn(&T) + Send + Sync + 'static) {
        self.subscribers.add(subscriber);
    }

    /// What has been run since the database was opened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counter.read()
    }

    /// True for PostgreSQL, false for SQLite.
    #[must_use]
    pub fn is_postgres(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// True when the database answers and the last write did not fail. At most every 30 seconds of `now` (Unix milliseconds) it
    /// writes something small to find out; after a failure only that makes it true again.
    pub async fn is_ready(&self, now: i64) -> bool {
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
    pub async fn time(&self) -> Result<Option<i64>, StoreError> {
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
#[must_use]
pub fn sqlite_path(url: &str) -> &str {
    url.trim_start_matches("sqlite:").trim_start_matches("//")
}

/// True for an address of PostgreSQL.
#[must_use]
pub fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

/// How the database of an address is reached. One on this machine, without encryption, unless the address says `sslmode=require` or more:
/// nobody is on the way to it, and encrypting every statement twice costs a tenth of the bookings a second.
fn postgres_options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    let options = PgConnectOptions::from_str(url)?.statement_cache_capacity(STATEMENT_CACHE);
    let is_here = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(&options.get_host());
    Ok(match options.get_ssl_mode() {
        PgSslMode::Prefer if is_here => options.ssl_mode(PgSslMode::Disable),
        _ => options,
    })
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

#[cfg(test)]
mod tests {
    use sqlx::postgres::PgSslMode;

    use super::postgres_options;

    #[test]
    fn only_a_database_on_this_machine_is_spoken_to_in_plain() {
        for (url, expected) in [
            ("postgres://callout@127.0.0.1/callout", PgSslMode::Disable),
            ("postgres://callout@[::1]:5433/callout", PgSslMode::Disable),
            ("postgres://callout@localhost/callout", PgSslMode::Disable),
            (
                "postgres://callout@localhost/callout?sslmode=require",
                PgSslMode::Require,
            ),
            ("postgres://callout@10.0.0.6/callout", PgSslMode::Prefer),
            (
                "postgres://callout@localhost.example.com/callout",
                PgSslMode::Prefer,
            ),
        ] {
            let mode = postgres_options(url).unwrap().get_ssl_mode();
            assert!(
                std::mem::discriminant(&mode) == std::mem::discriminant(&expected),
                "{url}: {mode:?}"
            );
        }
    }
}

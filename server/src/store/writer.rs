//! SQLite's single writer: work that arrives together is committed together.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use super::connection::{Database, execute};
use super::health::Health;
use super::wake::Subscribers;
use super::{Connection, StoreError, Wake};

/// How many transactions one commit may carry; more wait for the next (a commit is one fsync, about a millisecond).
const BATCH: usize = 64;

/// Tells the caller how the commit of its work went.
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The outcome of a transaction: whether to keep it, and whom to tell once it is (or is not) on disk.
struct Outcome {
    keep: bool,
    reply: Reply,
}

type Work = Box<dyn for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Outcome> + Send>;

/// Those who wait for a batch to be committed.
#[derive(Default)]
struct Waiting {
    replies: Vec<Reply>,
    wakes: Vec<Wake>,
}

/// The queue in front of the writer.
#[derive(Clone)]
pub(super) struct Writer(mpsc::Sender<Work>);

impl Writer {
    /// Starts the writer on the pool's one connection, which it opens, on a thread of its own: every statement crosses to the
    /// connection's thread and back, and on the way back would queue behind whatever requests the runtime is busy with.
    ///
    /// # Errors
    /// When that connection or the thread cannot be made.
    pub(super) async fn start(
        pool: SqlitePool,
        subscribers: Subscribers,
        health: Arc<Health>,
    ) -> Result<Self, StoreError> {
        let (sender, receiver) = mpsc::channel(4 * BATCH);
        let (opened, is_open) = oneshot::channel();
        let runtime = Handle::current();
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                stay_on_this_processor();
                runtime.block_on(async {
                    match open_here(&pool).await {
                        Ok(connection) => {
                            let _ = opened.send(Ok(()));
                            run(pool, connection, receiver, subscribers, &health).await;
                        }
                        Err(error) => drop(opened.send(Err(error))),
                    }
                });
            })
            .map_err(sqlx::Error::Io)?;
        is_open.await.map_err(|_| StoreError::Stopped)??;
        Ok(Self(sender))
    }

    /// Runs `work` in a transaction and answers once it is committed.
    pub(super) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let (answer, committed) = oneshot::channel();
        let job: Work = Box::new(move |connection| {
            Box::pin(async move {
                let result = match AssertUnwindSafe(work(connection)).catch_unwind().await {
                    Ok(result) => result,
                    Err(_) => Err(StoreError::Stopped.into()),
                };
                Outcome {
                    keep: result.is_ok(),
                    reply: Box::new(move |commit| {
                        let result = match commit {
                            Ok(()) => result,
                            Err(error) => result.and(Err(error.into())),
                        };
                        // A caller that has gone away wants no answer.
                        let _ = answer.send(result);
                    }),
                }
            })
        });
        self.0.send(job).await.map_err(|_| StoreError::Stopped)?;
        committed.await.map_err(|_| StoreError::Stopped)?
    }
}

/// Keeps this thread, and those that it starts, on the processor that it is on. The writer and its connection's thread take turns
/// with every statement: on one processor that is a switch, across two it wakes one that has gone to sleep. This took full journeys
/// from 65 to 94 a second (`just load journeys`).
#[cfg(target_os = "linux")]
fn stay_on_this_processor() {
    let mut here = rustix::thread::CpuSet::new();
    here.set(rustix::thread::sched_getcpu());
    if let Err(error) = rustix::thread::sched_setaffinity(None, &here) {
        tracing::info!(%error, "the writer's threads may run on any processor");
    }
}

#[cfg(not(target_os = "linux"))]
const fn stay_on_this_processor() {}

/// Opens the pool's one connection anew: the thread of the one that migrated the database was started elsewhere.
async fn open_here(pool: &SqlitePool) -> Result<Connection, sqlx::Error> {
    pool.acquire().await?.close().await?;
    pool.acquire().await.map(Connection::sqlite)
}

/// Works until the pool is closed or no senders are left. The connection is kept throughout: returning it to the pool
/// after each commit would cost a task and a ping.
async fn run(
    pool: SqlitePool,
    connection: Connection,
    mut queue: mpsc::Receiver<Work>,
    subscribers: Subscribers,
    health: &Health,
) {
    let mut kept = Some(connection);
    let mut closing = pool.close_event();
    loop {
        let first = tokio::select! {
            biased;
            () = &mut closing => return,
            work = queue.recv() => match work {
                Some(work) => work,
                None => return,
            },
        };
        let connection = match kept.take() {
            Some(connection) => Ok(connection),
            None => pool.acquire().await.map(Connection::sqlite),
        };
        match connection {
            Ok(connection) => {
                kept = commit_together(connection, first, &mut queue, &subscribers, health).await;
            }
            // Dropping the work drops its answer: the caller reads `Stopped`.
            Err(error) => {
                health.write_failed();
                tracing::error!(%error, "no writer connection");
            }
        }
    }
}

/// Commits `first` and what arrives while it is done, up to a batch. Gives the connection back unless it failed.
async fn commit_together(
    mut connection: Connection,
    first: Work,
    queue: &mut mpsc::Receiver<Work>,
    subscribers: &Subscribers,
    health: &Health,
) -> Option<Connection> {
    let mut waiting = Waiting::default();
    match run_batch(&mut connection, first, queue, &mut waiting).await {
        Ok(()) => {
            waiting.replies.into_iter().for_each(|reply| reply(Ok(())));
            subscribers.tell(&waiting.wakes);
            Some(connection)
        }
        Err(error) => {
            tracing::error!(%error, "a commit failed");
            health.write_failed();
            for reply in waiting.replies {
                reply(Err(error.to_each()));
            }
            // What is left of the transaction goes with the connection.
            if let Database::Sqlite(connection) = connection.database
                && let Err(error) = connection.close().await
            {
                tracing::error!(%error, "the writer's connection did not close");
            }
            None
        }
    }
}

/// Runs each work behind a savepoint of its own, so that one failure undoes only itself. The savepoints stay open, each inside the one
/// before it, until the commit ends them all: "to work" means the newest.
async fn run_batch(
    connection: &mut Connection,
    first: Work,
    queue: &mut mpsc::Receiver<Work>,
    waiting: &mut Waiting,
) -> Result<(), StoreError> {
    execute!(connection, "begin immediate")?;
    let mut next = Some(first);
    while let Some(work) = next {
        execute!(connection, "savepoint work")?;
        let Outcome { keep, reply } = work(connection).await;
        waiting.replies.push(reply);
        let wakes = connection.take_wakes();
        if keep {
            waiting.wakes.extend(wakes);
        } else {
            execute!(connection, "rollback to work")?;
        }
        next = match waiting.replies.len() {
            BATCH => None,
            _ => queue.try_recv().ok(),
        };
    }
    execute!(connection, "commit")?;
    Ok(())
}

//! SQLite's single writer: work that arrives together is committed together.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::connection::{Connection, Database};
use crate::counts::Counter;
use crate::health::Health;
use crate::news::{News, Subscribers};
use crate::{StoreError, execute};

/// How many transactions one commit may carry; more wait for the next (a commit is one fsync, about a millisecond).
const BATCH: usize = 64;

/// Tells the caller how the commit of its work went; dropped when the work panicked.
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The outcome of a transaction: whether to keep it, and whom to tell once it is (or is not) on disk.
pub(crate) struct Outcome {
    pub(crate) keep: bool,
    pub(crate) reply: Reply,
}

/// What is to be done in one transaction.
pub(crate) type Work = Box<dyn for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Outcome> + Send>;

/// Those who wait for a batch to be committed.
#[derive(Default)]
struct Waiting {
    replies: Vec<Reply>,
    news: Vec<News>,
}

/// The queue in front of the writer.
#[derive(Clone)]
pub(crate) struct Writer(mpsc::Sender<Work>);

impl Writer {
    /// Starts the writer on the pool's one connection, which it opens, on a thread of its own: every statement crosses to the
    /// connection's thread and back, and on the way back would queue behind whatever requests the runtime is busy with.
    ///
    /// # Errors
    /// When that connection or the thread cannot be made.
    pub(crate) async fn start(
        pool: SqlitePool,
        subscribers: Subscribers,
        health: Arc<Health>,
        counter: Arc<Counter>,
    ) -> Result<Self, StoreError> {
        let (sender, receiver) = mpsc::channel(4 * BATCH);
        let (opened, is_open) = oneshot::channel();
        let runtime = Handle::current();
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                stay_on_this_processor();
                runtime.block_on(async {
                    match open_here(&pool, &counter).await {
                        Ok(connection) => {
                            let _ = opened.send(Ok(()));
                            let writing = Writing {
                                pool,
                                subscribers,
                                health,
                                counter,
                            };
                            writing.run(connection, receiver).await;
                        }
                        Err(error) => drop(opened.send(Err(error))),
                    }
                });
            })
            .map_err(sqlx::Error::Io)?;
        is_open.await.map_err(|_| StoreError::Stopped)??;
        Ok(Self(sender))
    }

    /// Has the work done in a transaction; its reply comes once that is committed.
    pub(crate) async fn write(&self, work: Work) -> Result<(), StoreError> {
        self.0.send(work).await.map_err(|_| StoreError::Stopped)
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
async fn open_here(pool: &SqlitePool, counter: &Arc<Counter>) -> Result<Connection, sqlx::Error> {
    pool.acquire().await?.close().await?;
    let inner = pool.acquire().await?;
    Ok(Connection::sqlite(inner, Arc::clone(counter)))
}

/// What the writer's thread works with.
struct Writing {
    pool: SqlitePool,
    subscribers: Subscribers,
    health: Arc<Health>,
    counter: Arc<Counter>,
}

impl Writing {
    /// Works until the pool is closed or no senders are left. The connection is kept throughout: returning it to the pool
    /// after each commit would cost a task and a ping.
    async fn run(self, connection: Connection, mut queue: mpsc::Receiver<Work>) {
        let mut kept = Some(connection);
        let mut closing = self.pool.close_event();
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
                None => {
                    let inner = self.pool.acquire().await;
                    inner.map(|inner| Connection::sqlite(inner, Arc::clone(&self.counter)))
                }
            };
            match connection {
                Ok(connection) => kept = self.commit_together(connection, first, &mut queue).await,
                // Dropping the work drops its answer: the caller reads `Stopped`.
                Err(error) => {
                    self.health.write_failed();
                    tracing::error!(%error, "no writer connection");
                }
            }
        }
    }

    /// Commits `first` and what arrives while it is done, up to a batch. Gives the connection back unless it failed.
    async fn commit_together(
        &self,
        mut connection: Connection,
        first: Work,
        queue: &mut mpsc::Receiver<Work>,
    ) -> Option<Connection> {
        let mut waiting = Waiting::default();
        match run_batch(&mut connection, first, queue, &mut waiting).await {
            Ok(()) => {
                waiting.replies.into_iter().for_each(|reply| reply(Ok(())));
                self.subscribers.tell(&waiting.news);
                Some(connection)
            }
            Err(error) => {
                tracing::error!(%error, "a commit failed");
                self.health.write_failed();
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
}

/// Runs the works of one commit. Each but the first has a savepoint of its own, so that one failure undoes only itself; the savepoints
/// stay open, each inside the one before it, until the commit ends them all: "to work" means the newest. When the first one fails
/// there is nothing else to keep yet, and the transaction begins anew for those that follow.
async fn run_batch(
    connection: &mut Connection,
    first: Work,
    queue: &mut mpsc::Receiver<Work>,
    waiting: &mut Waiting,
) -> Result<(), StoreError> {
    let mut next = Some(first);
    let mut is_open = false;
    for _ in 0..BATCH {
        let Some(work) = next.take().or_else(|| queue.try_recv().ok()) else {
            break;
        };
        let begin = if is_open {
            "savepoint work"
        } else {
            "begin immediate"
        };
        execute!(connection, begin)?;
        let outcome = AssertUnwindSafe(work(connection)).catch_unwind().await.ok();
        let keep = outcome.as_ref().is_some_and(|outcome| outcome.keep);
        // Before anything else can fail: whoever was refused hears why, and not that the writer has stopped.
        waiting.replies.extend(outcome.map(|outcome| outcome.reply));
        let news = connection.take_news();
        if keep {
            waiting.news.extend(news);
            is_open = true;
        } else if is_open {
            execute!(connection, "rollback to work")?;
        } else {
            execute!(connection, "rollback")?;
        }
    }
    if is_open {
        connection.commit().await?;
    }
    Ok(())
}

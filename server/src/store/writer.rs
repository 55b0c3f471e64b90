//! SQLite's one writer: work that arrives together is committed together.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use super::connection::execute;
use super::{Connection, StoreError};

/// How many transactions one commit may carry; more wait for the next (a commit is one fsync, about a millisecond).
const BATCH: usize = 64;

/// What a transaction left: whether to keep it, and whom to tell once it is (or is not) on disk.
struct Outcome {
    keep: bool,
    reply: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

type Work = Box<dyn for<'c> FnOnce(&'c mut Connection) -> BoxFuture<'c, Outcome> + Send>;

/// The queue in front of the writer.
#[derive(Clone)]
pub(super) struct Writer(mpsc::Sender<Work>);

impl Writer {
    /// Starts the writer task on the pool's one connection.
    pub(super) fn start(pool: SqlitePool) -> Self {
        let (sender, receiver) = mpsc::channel(4 * BATCH);
        tokio::spawn(run(pool, receiver));
        Self(sender)
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

async fn run(pool: SqlitePool, mut queue: mpsc::Receiver<Work>) {
    let mut batch = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        match pool.acquire().await {
            Ok(inner) => commit_together(&mut Connection::Sqlite(inner), &mut batch).await,
            // Dropping the work drops its answers: each caller reads `Stopped`.
            Err(error) => {
                tracing::error!(%error, "no writer connection");
                batch.clear();
            }
        }
    }
}

async fn commit_together(connection: &mut Connection, batch: &mut Vec<Work>) {
    if let Err(error) = execute!(connection, "begin immediate") {
        tracing::error!(%error, "cannot begin");
        batch.clear();
        return;
    }
    let mut replies = Vec::with_capacity(batch.len());
    for work in batch.drain(..) {
        replies.push(run_in_savepoint(connection, work).await);
    }
    let mut commit = execute!(connection, "commit").map(|_| ());
    if commit.is_err() {
        let _ = execute!(connection, "rollback");
    }
    for reply in replies {
        // The error itself goes to the first; to the others it is the same failure.
        let told = match &commit {
            Ok(()) => Ok(()),
            Err(_) => std::mem::replace(&mut commit, Err(StoreError::Stopped)),
        };
        reply(told);
    }
}

async fn run_in_savepoint(
    connection: &mut Connection,
    work: Work,
) -> Box<dyn FnOnce(Result<(), StoreError>) + Send> {
    if let Err(error) = execute!(connection, "savepoint work") {
        tracing::error!(%error, "cannot set a savepoint");
        return Box::new(|_| ());
    }
    let outcome = work(connection).await;
    let end = if outcome.keep {
        execute!(connection, "release work")
    } else {
        // Back to where it began, and let the savepoint go.
        match execute!(connection, "rollback to work") {
            Ok(_) => execute!(connection, "release work"),
            Err(error) => Err(error),
        }
    };
    match end {
        Ok(_) => outcome.reply,
        Err(error) => {
            (outcome.reply)(Err(error));
            Box::new(|_| ())
        }
    }
}

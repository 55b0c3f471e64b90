//! A transaction on PostgreSQL. That of SQLite is the writer's (`writer.rs`).

use crate::connection::{Connection, Database};
use crate::health::Health;
use crate::news::Subscribers;
use crate::writer::{Outcome, Work};
use crate::{StoreError, execute};

/// Runs the work in a transaction of its own, and tells the subscribers of what was committed.
pub(crate) async fn write(
    connection: Connection,
    health: &Health,
    subscribers: &Subscribers,
    work: Work,
) -> Result<(), StoreError> {
    // On a panic the connection is dropped inside its transaction; closing it rolls the work back.
    let mut guard = CloseOnPanic(Some(connection));
    let Some(connection) = guard.0.as_mut() else {
        return Err(StoreError::Stopped);
    };
    execute!(connection, "begin").inspect_err(|_| health.write_failed())?;
    let Outcome { keep, reply } = work(connection).await;
    let ended = match keep {
        true => connection.commit().await,
        false => execute!(connection, "rollback").map(drop),
    };
    let news = connection.take_news();
    if ended.is_ok() {
        guard.disarm();
    }
    match (keep, ended) {
        (true, Ok(())) => {
            subscribers.tell(&news);
            reply(Ok(()));
        }
        (true, Err(error)) => {
            health.write_failed();
            reply(Err(error));
        }
        (false, _) => reply(Ok(())),
    }
    Ok(())
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

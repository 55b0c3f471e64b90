//! Empties SQLite's write-ahead log.

use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::sync::Mutex;

use crate::StoreError;

/// How long the writer may be kept waiting while readers finish.
const WAIT: Duration = Duration::from_secs(1);

/// Empties the log over a connection of its own: the writer's is always inside a transaction or about to be.
#[derive(Debug)]
pub(crate) struct Log {
    options: SqliteConnectOptions,
    turn: Mutex<()>,
}

impl Log {
    pub(crate) fn new(options: SqliteConnectOptions) -> Self {
        Self {
            options: options.busy_timeout(WAIT),
            turn: Mutex::new(()),
        }
    }

    /// Moves the log's content into the database file and truncates the log. Does nothing while another call is doing so; what
    /// a reader still needs stays for the next time.
    pub(crate) async fn empty(&self) -> Result<(), StoreError> {
        let Ok(_turn) = self.turn.try_lock() else {
            return Ok(());
        };
        let mut connection = self.options.connect().await?;
        let emptied = sqlx::query("pragma wal_checkpoint(truncate)")
            .execute(&mut connection)
            .await;
        connection.close().await?;
        emptied?;
        Ok(())
    }
}

//! Runs one test body: creates its database and application, and cleans up whatever happens.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Condvar, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;

use crate::database::{Database, PostgresDatabase, write_sqlite};
use crate::{START, TestApp, statements};

/// Tests that may use PostgreSQL at once: each may open up to 16 connections, and the server allows 100.
const AT_ONCE: usize = 4;

static RUNNING: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

/// A permit to use the PostgreSQL server.
struct Turn;

impl Turn {
    fn take() -> Self {
        let running = RUNNING.lock().expect("no test panics while it waits");
        let mut running = FREED
            .wait_while(running, |running| *running >= AT_ONCE)
            .expect("no test panics while it waits");
        *running += 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().expect("no test panics while it waits") -= 1;
        FREED.notify_one();
    }
}

/// Runs `body` with a fresh application on `database`.
///
/// # Panics
/// When the body panics, or there is no such database.
pub fn run<'a, F, T>(database: Database, body: F)
where
    F: FnOnce(TestApp) -> T + 'a,
    T: Future<Output = ()> + 'a,
{
    run_boxed(database, Box::new(|app| body(app).boxed_local()));
}

/// A test's body, whatever it is: what surrounds a test is compiled once and not for each.
type Body<'a> = Box<dyn FnOnce(TestApp) -> LocalBoxFuture<'a, ()> + 'a>;

fn run_boxed(database: Database, body: Body<'_>) {
    statements::log();
    let _turn = (database == Database::Postgres).then(Turn::take);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let folder = tempfile::tempdir().expect("a folder of its own");
        let postgres = match database {
            Database::Sqlite => {
                write_sqlite(&folder.path().join("callout.db")).await;
                None
            }
            Database::Postgres => Some(PostgresDatabase::create().await),
        };
        let url = postgres.as_ref().map(PostgresDatabase::url);
        let app = TestApp::start(folder.path(), url, START).await;
        let state = app.state.clone();
        let outcome = AssertUnwindSafe(body(app)).catch_unwind().await;
        state.db.close().await;
        if let Some(postgres) = postgres {
            postgres.drop().await;
        }
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
}

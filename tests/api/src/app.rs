//! One application under test: the real router on a real database, with a clock that only the test advances.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use callout_db::{Column, execute, fetch_optional};
use callout_domain::clock::{Clock, Millis};
use callout_domain::config::Config;
use callout_front::state::AppState;
use clap::Parser;
use http::Method;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::call::Call;
use crate::statements::OURS;

/// The time at which every test begins: Monday 23 November 2026, 10:05 in London (Unix milliseconds).
pub const START: Millis = 1_795_428_300_000;

/// The application under test; each test has its own.
#[derive(Clone)]
pub struct TestApp {
    /// The application's state, for tests that inspect or call it directly.
    pub state: AppState,
    /// The application's clock; it stands still until the test advances it.
    pub clock: Clock,
    /// The data folder.
    pub folder: PathBuf,
    pub(crate) router: Router,
    addresses: Arc<AtomicU32>,
}

/// A guest with the token that ensure-guest gave it.
#[derive(Debug, Clone)]
pub struct Guest {
    /// `guest-…`.
    pub id: String,
    /// Bearer token.
    pub token: String,
    /// The guest's network address, different for each guest.
    pub ip: IpAddr,
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    config: Config,
}

impl TestApp {
    /// Starts on `url`, or on a SQLite file in `folder`, at `now`.
    ///
    /// # Panics
    /// When the application does not start.
    pub async fn start(folder: &Path, url: Option<String>, now: Millis) -> Self {
        let url = url.unwrap_or_else(|| format!("sqlite:{}", folder.join("callout.db").display()));
        let folder_text = folder.display().to_string();
        // Set explicitly, so that settings in the developer's shell do not reach the tests.
        let line = [
            "callout",
            "--database-url",
            &url,
            "--data-dir",
            &folder_text,
            "--listen",
            "127.0.0.1:8080",
        ];
        let mut config = Line::parse_from(line.into_iter().chain(["--rate-limits", "on"])).config;
        if !callout_domain::config::is_postgres(&url) {
            // Whoever holds a connection while waiting for another waits for ever here, not only under load.
            config.database_connections = Some(1);
        }
        Box::pin(Self::build(config, Clock::manual(now), folder, Arc::default())).await
    }

    /// The same database and clock with changed settings, as after a restart of the server.
    ///
    /// # Panics
    /// When the application does not start.
    pub async fn restarted(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.state.config.clone();
        change(&mut config);
        Box::pin(Self::build(
            config,
            self.clock.clone(),
            &self.folder,
            Arc::clone(&self.addresses),
        ))
        .await
    }

    async fn build(config: Config, clock: Clock, folder: &Path, addresses: Arc<AtomicU32>) -> Self {
        let state = Box::pin(callout::build_state(config, clock.clone()))
            .await
            .expect("the application starts");
        callout::free_abandoned_jobs(&state.db)
            .await
            .expect("the database can be written");
        Box::pin(state.jobs.demo.leave_if_off())
            .await
            .expect("the database can be written");
        let router = callout::build_app(state.clone(), crate::web::app());
        Self {
            state,
            clock,
            folder: folder.to_owned(),
            router,
            addresses,
        }
    }

    /// The whole application, to be served on a socket.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Prepares a GET.
    #[must_use]
    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    /// Prepares a POST.
    #[must_use]
    pub fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    /// Prepares a call with any method.
    #[must_use]
    pub fn call(&self, method: Method, path: &str) -> Call {
        Call::new(self.router.clone(), method, path)
    }

    /// A network address that this test has not used yet: limits are counted by address.
    #[must_use]
    pub fn fresh_ip(&self) -> IpAddr {
        let number = self.addresses.fetch_add(1, Ordering::SeqCst) + 1;
        IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + number))
    }

    /// A new guest with an email and a phone of its own.
    ///
    /// # Panics
    /// When ensure-guest refuses.
    pub async fn guest(&self) -> Guest {
        let ip = self.fresh_ip();
        let number = self.addresses.load(Ordering::SeqCst) % 1_000;
        // From Ofcom's range of numbers reserved for drama.
        let body = json!({ "email": format!("guest{number}@example.com"), "phone": format!("07700 900{number:03}") });
        self.guest_with(&body, ip).await
    }

    /// A new guest with the `email` and `phone` in `body`.
    ///
    /// # Panics
    /// When ensure-guest refuses.
    pub async fn guest_with(&self, body: &Value, ip: IpAddr) -> Guest {
        let answer = self
            .post("/api/clients/ensure-guest")
            .ip(ip)
            .json(body)
            .send()
            .await
            .expect_status(200)
            .json();
        Guest {
            id: text(&answer, "clientId"),
            token: text(&answer, "token"),
            ip,
        }
    }

    /// Reads one number by SQL; NULL or no row is 0.
    ///
    /// # Panics
    /// When the query fails.
    pub async fn count(&self, sql: &str) -> i64 {
        self.scalar::<i64>(sql).await.unwrap_or(0)
    }

    /// Reads one string by SQL; `None` for NULL or no row.
    ///
    /// # Panics
    /// When the query fails.
    pub async fn text(&self, sql: &str) -> Option<String> {
        self.scalar::<String>(sql).await
    }

    /// Every column of text in the database, each with its table.
    ///
    /// # Panics
    /// When the database cannot be read.
    pub async fn text_columns(&self) -> Vec<(String, String)> {
        let columns = self.text(if self.state.db.is_postgres() {
            "select string_agg(table_name || ' ' || column_name, ',') from information_schema.columns
             where table_schema = current_schema() and data_type = 'text'"
        } else {
            "select group_concat(tables.name || ' ' || columns.name) from sqlite_master as tables
             join pragma_table_info(tables.name) as columns where tables.type = 'table' and lower(columns.type) = 'text'"
        });
        let columns = columns.await.expect("tables with text");
        let columns = columns.split(',').map(|column| {
            let (table, column) = column.split_once(' ').expect("a table and a column");
            (table.to_owned(), column.to_owned())
        });
        columns.collect()
    }

    /// Everything that is written in any text column of any table, in lower case: a column that is forgotten when a person is erased is found
    /// here. It holds random ids and hashes, too, so look for words that those cannot spell.
    ///
    /// # Panics
    /// When the database cannot be read.
    pub async fn all_text(&self) -> String {
        let joined = if self.state.db.is_postgres() {
            "string_agg"
        } else {
            "group_concat"
        };
        let mut all = String::new();
        for (table, column) in self.text_columns().await {
            let text = self
                .text(&format!("select {joined}({column}, ' | ') from {table}"))
                .await;
            all.push_str(&format!(
                "{table}.{column}: {}\n",
                text.unwrap_or_default().to_lowercase()
            ));
        }
        all
    }

    /// Reads the first column of the first row.
    ///
    /// # Panics
    /// When the query fails.
    pub async fn scalar<T>(&self, sql: &str) -> Option<T>
    where
        Option<T>: Column,
    {
        let sql = AssertSqlSafe(format!("{OURS}{sql}"));
        let mut connection = self.state.db.read().await.expect("a connection");
        let row = fetch_optional!(connection, (Option<T>,), sql).expect("the test's query runs");
        row.and_then(|row| row.0)
    }

    /// Changes rows by SQL, to set up what no API call can; returns the number of rows changed.
    ///
    /// # Panics
    /// When the statement fails.
    pub async fn execute(&self, sql: &str) -> u64 {
        self.try_execute(sql).await.expect("the test's statement runs")
    }

    /// What the database says to a statement that it must refuse.
    ///
    /// # Panics
    /// When the statement succeeds.
    pub async fn refused(&self, sql: &str) -> String {
        let refused = self.try_execute(sql).await;
        refused.expect_err("the database refuses this").to_string()
    }

    async fn try_execute(&self, sql: &str) -> Result<u64, callout_store::StoreError> {
        let sql = AssertSqlSafe(format!("{OURS}{sql}"));
        self.state
            .db
            .write(move |connection| Box::pin(async move { execute!(connection, sql) }))
            .await
    }
}

fn text(answer: &Value, field: &str) -> String {
    answer
        .get(field)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no {field} in {answer}"))
        .to_owned()
}

//! The release binary as a child process, which can be killed and whose memory can be read, and the database it works on.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use callout_db::{FromRow, fetch_all};
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_front::state::AppState;
use callout_store::Db;
use clap::Parser;
use sqlx::AssertSqlSafe;

use super::api::Api;
use super::database::{Schema, make_room};
use super::figure::{now, tell};

/// How long a server may take to become ready.
const READY_WITHIN: Duration = Duration::from_secs(20);

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    config: Config,
}

/// A fresh database with room in every slot, and the folder with the secret that goes with it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
    schema: Option<Schema>,
}

impl Place {
    /// A SQLite file on the disk that cargo builds on.
    pub(crate) async fn sqlite() -> Self {
        Self::furnished(None).await
    }

    /// A schema on PostgreSQL; none, with a message, where no server answers.
    pub(crate) async fn postgres() -> Option<Self> {
        match Schema::create().await {
            Ok(schema) => Some(Self::furnished(Some(schema)).await),
            Err(error) => {
                tell(&format!("left out: PostgreSQL ({error})"));
                None
            }
        }
    }

    async fn furnished(schema: Option<Schema>) -> Self {
        let place = Self {
            folder: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder"),
            schema,
        };
        let state = place.state().await;
        make_room(&state).await;
        state.db.close().await;
        place
    }

    pub(crate) fn name(&self) -> &'static str {
        if self.schema.is_some() {
            "PostgreSQL"
        } else {
            "SQLite"
        }
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        self.schema.as_ref().map_or_else(
            || format!("sqlite:{}", self.folder.path().join("load.db").display()),
            Schema::url,
        )
    }

    /// What the server wrote to its output.
    fn log(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }

    /// What every program on this place is started with.
    fn settings(&self) -> Vec<String> {
        let folder = self.folder.path().display().to_string();
        [
            "--database-url",
            &self.url(),
            "--data-dir",
            &folder,
            "--rate-limits",
            "off",
            "--payments",
            "sandbox",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    /// The services, in this process; to be closed before anything is measured.
    pub(crate) async fn state(&self) -> AppState {
        let line = std::iter::once("load".to_owned()).chain(self.settings());
        let config = Line::parse_from(line).config;
        Box::pin(callout::build_state(config, Clock::System))
            .await
            .expect("the database opens")
    }

    /// The tables, to look at what is there in the end.
    pub(crate) async fn tables(&self) -> Db {
        callout_store::open(&self.url())
            .await
            .expect("the database opens")
    }

    /// Starts the server, with further flags, and waits until it is ready.
    pub(crate) async fn serve(&self, further: &[&str]) -> Server {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = port.local_addr().expect("a port");
        drop(port);
        let flags = ["serve", "--listen", &address.to_string()]
            .map(str::to_owned)
            .into_iter()
            .chain(self.settings())
            .chain(further.iter().map(|&flag| flag.to_owned()))
            .collect();
        let mut server = Server {
            address,
            flags,
            log: self.log(),
            child: None,
        };
        server.start().await;
        server
    }

    pub(crate) async fn close(self) {
        let logged = std::fs::read_to_string(self.log()).unwrap_or_default();
        if !logged.is_empty() {
            let lines = logged.lines().count();
            tell(&format!(
                "the server logged {lines} warnings and errors, the last of them:"
            ));
        }
        for line in logged.lines().rev().take(5) {
            tell(line);
        }
        if let Some(schema) = self.schema {
            schema.drop().await;
        }
        drop(self.folder);
    }
}

/// The server; it ends with this value.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    flags: Vec<String>,
    log: PathBuf,
    child: Option<Child>,
}

impl Server {
    /// Starts it on the address it always has; gives how long it took until it was ready.
    pub(crate) async fn start(&mut self) -> Duration {
        let began = now();
        let binary = std::env::var_os("CALLOUT_BIN").expect("CALLOUT_BIN names the release binary");
        let log = File::options()
            .create(true)
            .append(true)
            .open(&self.log)
            .expect("a log");
        let child = Command::new(binary)
            .args(&self.flags)
            // Nothing of the machine's own settings.
            .env_clear()
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("the release binary starts");
        self.child = Some(child);
        let api = Api::new(self.address);
        while api.get("/readyz").await != Some(200) {
            let ended = self.child.as_mut().and_then(|child| child.try_wait().ok()?);
            let said = || std::fs::read_to_string(&self.log).unwrap_or_default();
            assert!(ended.is_none(), "the server has ended: {}", said());
            assert!(began.elapsed() < READY_WITHIN, "it is not ready: {}", said());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        began.elapsed()
    }

    /// Ends it with SIGKILL: nothing of it is warned.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it runs");
            child.wait().expect("it has ended");
        }
    }

    /// Has it stand still (SIGSTOP): it keeps what it has and does nothing.
    pub(crate) fn pause(&self) {
        self.signal("-STOP");
    }

    /// Has it go on.
    pub(crate) fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let process = self.child.as_ref().expect("it runs").id().to_string();
        let sent = Command::new("kill").args([signal, &process]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    }

    pub(crate) fn memory(&self) -> Memory {
        Memory::of(self.child.as_ref().expect("it runs").id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Resident memory of a process, KiB.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Memory(pub(crate) f64);

impl Memory {
    pub(crate) fn of(process: u32) -> Self {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        Self(number.expect("resident memory"))
    }

    pub(crate) fn mebibytes(self) -> f64 {
        self.0 / 1_024.0
    }
}

/// The rows of a query that runs on both databases.
pub(crate) async fn rows<R: FromRow>(tables: &Db, sql: &str) -> Vec<R> {
    let query = AssertSqlSafe(sql.to_owned());
    let mut connection = tables.read().await.expect("a connection");
    fetch_all!(connection, R, query).expect("an answer")
}

/// The number that a query gives.
pub(crate) async fn number(tables: &Db, sql: &str) -> i64 {
    rows::<(i64,)>(tables, sql).await[0].0
}

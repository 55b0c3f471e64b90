//! A separate database for each test, removed afterwards: a file, or a database on the PostgreSQL server.
//!
//! All migrations take longer than most tests, so they are run once, in a template that is copied for each test. PostgreSQL's stays on
//! the server for the next run, and goes once the migrations have changed; SQLite's is kept in memory while the tests run.

use std::path::Path;

use callout_store::migrations;
use sha2::{Digest as _, Sha256};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tokio::sync::{Mutex, OnceCell};

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A file in the test's own folder.
    Sqlite,
    /// A database on the server at `TEST_POSTGRES_URL`, by default the local one.
    Postgres,
}

const LOCAL_POSTGRES: &str = "postgres://postgres@127.0.0.1:5432/postgres";

/// What the names of all templates begin with.
const TEMPLATE: &str = "callout_test_template";

/// Whether this process has made sure that there is a template.
static TEMPLATE_IS_THERE: Mutex<bool> = Mutex::const_new(false);

/// What is in a SQLite file with the tables that a first start of the server makes.
static MIGRATED_FILE: OnceCell<Vec<u8>> = OnceCell::const_new();

/// Writes such a file.
///
/// # Panics
/// When the folder cannot be written.
pub(crate) async fn write_sqlite(path: &Path) {
    let file = MIGRATED_FILE.get_or_init(migrated_file).await;
    std::fs::write(path, file).expect("a folder of its own");
}

async fn migrated_file() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("callout.db");
    let migrated = callout_store::open(&format!("sqlite:{}", path.display())).await;
    migrated.expect("the migrations run").close().await;
    std::fs::read(path).expect("the file is there")
}

/// A PostgreSQL database that belongs to one test.
pub struct PostgresDatabase {
    name: String,
}

impl PostgresDatabase {
    /// Makes a database with the tables that a first start of the server makes.
    ///
    /// # Panics
    /// When no server answers.
    pub async fn create() -> Self {
        let mut server = connect().await;
        let template = format!("{TEMPLATE}_{}", fingerprint());
        let mut is_there = TEMPLATE_IS_THERE.lock().await;
        if !*is_there {
            make_template(&mut server, &template).await;
            *is_there = true;
        }
        drop(is_there);
        let name = format!("callout_test_{}", uuid::Uuid::new_v4().simple());
        let how = copied_as_files(&mut server).await;
        execute(
            &mut server,
            &format!("create database {name} template {template} {how}"),
        )
        .await;
        Self { name }
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        url_of(&self.name)
    }

    /// Drops the database with everything in it.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn drop(self) {
        let mut server = connect().await;
        execute(&mut server, &format!("drop database {} with (force)", self.name)).await;
    }
}

/// How a small template is copied in a third of the time, and dropped in half; before version 15 there was no other way.
async fn copied_as_files(server: &mut PgConnection) -> &'static str {
    let version = sqlx::query_scalar("select cast(current_setting('server_version_num') as bigint)");
    let version: i64 = version
        .fetch_one(server)
        .await
        .expect("PostgreSQL says its version");
    if version >= 150_000 {
        "strategy file_copy"
    } else {
        ""
    }
}

fn server_url() -> String {
    std::env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| LOCAL_POSTGRES.to_owned())
}

/// The address of a database on the server of the tests.
fn url_of(database: &str) -> String {
    let mut url = url::Url::parse(&server_url()).expect("TEST_POSTGRES_URL is an address");
    url.set_path(database);
    url.into()
}

async fn connect() -> PgConnection {
    let options: PgConnectOptions = server_url().parse().expect("TEST_POSTGRES_URL is an address");
    options
        .disable_statement_logging()
        .connect()
        .await
        .expect("PostgreSQL answers at TEST_POSTGRES_URL, or else on the local port")
}

async fn execute(server: &mut PgConnection, sql: &str) {
    let done = server.execute(AssertSqlSafe(sql.to_owned())).await;
    let _ = done.expect("the user of TEST_POSTGRES_URL may make and drop databases");
}

/// Tells one state of the migrations from another: those in this program, whatever is in the folder by now.
fn fingerprint() -> String {
    let mut hash = Sha256::new();
    for migration in migrations::all().iter() {
        hash.update(&migration.checksum);
    }
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Makes the template unless it is there, and drops those of other migrations. Other processes wait meanwhile.
async fn make_template(server: &mut PgConnection, name: &str) {
    execute(
        server,
        "select pg_advisory_lock(hashtext('callout_test_template'))",
    )
    .await;
    let sql = "select datname::text from pg_database where starts_with(datname::text, $1)";
    let found: Vec<String> = sqlx::query_scalar(sql)
        .bind(TEMPLATE)
        .fetch_all(&mut *server)
        .await
        .expect("PostgreSQL lists its databases");
    if !found.iter().any(|found| found == name) {
        for old in found {
            execute(server, &format!("drop database {old} with (force)")).await;
        }
        let unfinished = format!("{TEMPLATE}_unfinished");
        execute(server, &format!("create database {unfinished}")).await;
        let migrated = callout_store::open(&url_of(&unfinished))
            .await
            .expect("the migrations run");
        migrated.close().await;
        execute(server, &format!("alter database {unfinished} rename to {name}")).await;
    }
    execute(
        server,
        "select pg_advisory_unlock(hashtext('callout_test_template'))",
    )
    .await;
}

//! A separate database for each test, removed afterwards: a file, or a database on the PostgreSQL server.
//!
//! On PostgreSQL all migrations take longer than most tests, so they are run once, in a template that is copied for each test. The template
//! stays on the server for the next run, and goes once the migrations have changed.

use callout::store::{Db, migrations};
use sha2::{Digest as _, Sha256};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};
use tokio::sync::Mutex;

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
        execute(
            &mut server,
            &format!("create database {name} template {template}"),
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
        let migrated = Db::open(&url_of(&unfinished)).await.expect("the migrations run");
        migrated.close().await;
        execute(server, &format!("alter database {unfinished} rename to {name}")).await;
    }
    execute(
        server,
        "select pg_advisory_unlock(hashtext('callout_test_template'))",
    )
    .await;
}

//! A separate database for each test, removed afterwards: a file, or a schema on the PostgreSQL server.

use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A file in the test's own folder.
    Sqlite,
    /// A schema on `TEST_POSTGRES_URL`, by default the local server.
    Postgres,
}

const LOCAL_POSTGRES: &str = "postgres://postgres@127.0.0.1:5432/postgres";

/// A PostgreSQL schema that belongs to one test.
pub struct Schema {
    name: String,
}

fn server() -> String {
    std::env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| LOCAL_POSTGRES.to_owned())
}

impl Schema {
    /// Makes a fresh schema.
    ///
    /// # Panics
    /// When no server answers.
    pub async fn create() -> Self {
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        administer(&format!("create schema {name}"))
            .await
            .expect("PostgreSQL answers at TEST_POSTGRES_URL, or else on the local port");
        Self { name }
    }

    /// A connection address confined to this schema.
    #[must_use]
    pub fn url(&self) -> String {
        let server = server();
        let separator = if server.contains('?') { '&' } else { '?' };
        format!("{server}{separator}options=-csearch_path={}", self.name)
    }

    /// Drops the schema and everything in it.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn drop(self) {
        administer(&format!("drop schema {} cascade", self.name))
            .await
            .expect("the test's schema can be dropped");
    }
}

async fn administer(sql: &str) -> Result<(), sqlx::Error> {
    let options: sqlx::postgres::PgConnectOptions = server().parse()?;
    let mut connection = options.disable_statement_logging().connect().await?;
    connection.execute(AssertSqlSafe(sql.to_owned())).await?;
    connection.close().await
}

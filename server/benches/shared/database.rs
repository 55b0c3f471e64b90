//! The databases of the benches: a PostgreSQL schema of their own, and a price book with room for everybody.

use callout_domain::prices::Activation;
use callout_front::state::AppState;
use callout_store::price_books;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};

const LOCAL_POSTGRES: &str = "postgres://postgres@127.0.0.1:5432/postgres";

/// A price book with room for everybody in every slot, or else the standard one.
pub(crate) async fn make_room(state: &AppState) {
    let mut book: Value =
        serde_json::from_str(&pricing_core::PriceBook::builtin().to_json().expect("the book"))
            .expect("the book");
    book["version"] = json!("bench");
    let capacity = find(&mut book, "capacity").expect("a capacity in the book");
    capacity["default"] = json!(1_000_000);
    let done: Result<(), callout_store::StoreError> = state
        .db
        .write(move |connection| {
            Box::pin(async move {
                price_books::add(connection, "bench", &book.to_string(), 1).await?;
                let from_now_on = Activation {
                    id: "bench".to_owned(),
                    version: "bench".to_owned(),
                    active_from: 1,
                    made_at: 1,
                    made_by: "bench".to_owned(),
                    reason: String::new(),
                    cancelled_at: None,
                };
                price_books::activate(connection, &from_now_on).await
            })
        })
        .await;
    done.expect("the book is stored");
}

/// The first field of this name, at any depth.
fn find<'a>(value: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    match value {
        Value::Object(fields) => {
            if fields.contains_key(name) {
                return fields.get_mut(name);
            }
            fields.values_mut().find_map(|value| find(value, name))
        }
        Value::Array(values) => values.iter_mut().find_map(|value| find(value, name)),
        _ => None,
    }
}

/// A PostgreSQL schema that belongs to the bench.
pub(crate) struct Schema {
    server: String,
    name: String,
}

impl Schema {
    /// One on the server of `TEST_POSTGRES_URL`, or else on the local one.
    pub(crate) async fn create() -> Result<Self, sqlx::Error> {
        let schema = Self {
            server: std::env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| LOCAL_POSTGRES.to_owned()),
            name: format!("bench_{}", std::process::id()),
        };
        schema
            .administer(&format!("create schema {}", schema.name))
            .await?;
        Ok(schema)
    }

    pub(crate) fn url(&self) -> String {
        let separator = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{separator}options=-csearch_path={}", self.server, self.name)
    }

    pub(crate) async fn drop(self) {
        self.administer(&format!("drop schema {} cascade", self.name))
            .await
            .expect("the schema goes");
    }

    async fn administer(&self, sql: &str) -> Result<(), sqlx::Error> {
        let options: sqlx::postgres::PgConnectOptions = self.server.parse()?;
        let mut connection = options.disable_statement_logging().connect().await?;
        connection.execute(AssertSqlSafe(sql.to_owned())).await?;
        connection.close().await
    }
}

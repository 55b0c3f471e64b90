//! `callout copy`

use std::collections::BTreeMap;
use std::path::Path;

use api_tests::{Database, OURS, PostgresDatabase, TestApp, run};
use callout_domain::clock::MINUTE;
use callout_store::copy::copy;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::journey::booked;
use crate::people::{enter, register};
use crate::scene::settled;

/// Every row of every table, as SQL writes it.
type Rows = BTreeMap<String, Vec<String>>;

async fn rows(file: &Path) -> Rows {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    let tables = texts(
        &mut connection,
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '!_%' escape '!'",
    );
    let mut rows = Rows::new();
    for table in tables.await {
        let columns =
            format!("select 'quote(\"' || name || '\")' from pragma_table_info('{table}') order by name");
        let columns = texts(&mut connection, &columns).await.join(" || ', ' || ");
        let select = format!("select {columns} from {table} order by 1");
        rows.insert(table, texts(&mut connection, &select).await);
    }
    connection.close().await.unwrap();
    rows
}

async fn texts(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let query = sqlx::query_scalar(AssertSqlSafe(format!("{OURS}{sql}")));
    query.fetch_all(connection).await.unwrap()
}

async fn migrated(url: &str) {
    callout_store::open(url).await.unwrap().close().await;
}

/// The URL of another database file in the test's folder.
fn beside(app: &TestApp, name: &str) -> String {
    format!("sqlite:{}", app.folder.join(name).display())
}

/// Names of the tables that the migrations create.
fn tables_of_migrations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let made = text.lines().filter_map(|line| line.strip_prefix("create table "));
        names.extend(made.map(|rest| rest.trim_end_matches(" (").to_owned()));
    }
    names.sort();
    names.dedup();
    names
}

/// Creates a paid and a cash booking, people with and without a password, and jobs.
async fn fill_tables(app: &TestApp) {
    let scene = settled(app).await;
    enter(app, &json!({ "email": "ada@example.com" }), &scene.guest.token).await;
    let _ = register(app, "bob@example.com", "").await.expect_status(201);
    let _ = booked(app, &app.guest().await).await;
    let _ = app.get("/readyz").send().await.expect_status(200);
}

#[test]
#[cfg_attr(not(postgres), ignore = "needs PostgreSQL: set TEST_POSTGRES_URL")]
fn every_row_goes_to_postgres_and_back() {
    run(Database::Sqlite, async |app: TestApp| {
        fill_tables(&app).await;
        let before = rows(&app.folder.join("callout.db")).await;
        let filled = before.values().filter(|rows| !rows.is_empty()).count();
        assert!(filled >= 12, "only {filled} tables have rows");
        // Leased jobs, as if running: their worker is gone with the server.
        let lease = format!("update jobs set leased_until = {}", app.clock.now() + MINUTE);
        assert!(app.execute(&lease).await > 0);
        app.state.db.close().await;

        let (postgres, back) = (PostgresDatabase::create().await, beside(&app, "back.db"));
        migrated(&back).await;
        let there = copy(&app.state.config.database(), &postgres.url()).await.unwrap();
        let returned = copy(&postgres.url(), &back).await.unwrap();
        postgres.drop().await;
        assert_eq!(there, returned);
        assert_eq!(rows(&app.folder.join("back.db")).await, before);
        let mut copied: Vec<_> = there.into_iter().map(|(table, _)| table).collect();
        copied.sort();
        assert_eq!(copied, tables_of_migrations());
    });
}

#[test]
fn every_table_of_the_migrations_is_copied() {
    run(Database::Sqlite, async |app: TestApp| {
        fill_tables(&app).await;
        app.state.db.close().await;
        let to = beside(&app, "to.db");
        migrated(&to).await;
        let mut copied = copy(&app.state.config.database(), &to).await.unwrap();
        copied.sort();
        let tables: Vec<_> = copied.iter().map(|(table, _)| table.clone()).collect();
        assert_eq!(tables, tables_of_migrations());
        let counts: Vec<_> = rows(&app.folder.join("to.db"))
            .await
            .into_iter()
            .map(|(table, rows)| (table, i64::try_from(rows.len()).unwrap()))
            .collect();
        assert_eq!(copied, counts);
    });
}

#[test]
fn unsafe_copies_are_refused() {
    run(Database::Sqlite, async |app: TestApp| {
        let guest = app.guest().await;
        let from = app.state.config.database();
        let (empty, unmigrated) = (beside(&app, "empty.db"), beside(&app, "unmigrated.db"));
        migrated(&empty).await;
        std::fs::write(app.folder.join("unmigrated.db"), "").unwrap();
        let refused = async |from: &str, to: &str| copy(from, to).await.unwrap_err();

        assert!(refused(&from, &empty).await.contains("Stop the server"));
        app.state.db.close().await;
        assert!(refused(&from, &unmigrated).await.contains("callout migrate"));
        assert!(refused(&unmigrated, &empty).await.contains("callout migrate"));
        assert!(refused(&from, &beside(&app, "none.db")).await.contains("none.db"));
        assert!(!app.folder.join("none.db").exists());
        let _ = copy(&from, &empty).await.unwrap();
        assert!(refused(&from, &empty).await.contains("not empty"));
        let copied = rows(&app.folder.join("empty.db")).await;
        assert!(copied["clients"][0].contains(&guest.id));
    });
}

#[test]
fn tables_that_refer_to_each_other_in_a_circle_are_refused() {
    run(Database::Sqlite, async |app: TestApp| {
        app.state.db.close().await;
        let to = beside(&app, "to.db");
        migrated(&to).await;
        for file in ["callout.db", "to.db"] {
            let options = SqliteConnectOptions::new().filename(app.folder.join(file));
            let mut connection = options.connect().await.unwrap();
            for table in [
                "create table eggs (id text primary key, hen_id text references hens (id))",
                "create table hens (id text primary key, egg_id text references eggs (id))",
            ] {
                sqlx::query(table).execute(&mut connection).await.unwrap();
            }
            connection.close().await.unwrap();
        }
        let refused = copy(&app.state.config.database(), &to).await.unwrap_err();
        assert!(refused.contains("in a circle"), "{refused}");
    });
}

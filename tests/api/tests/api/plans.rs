//! No statement needs statistics to be quick: each one that the API tests ran, on either database, finds its rows of the tables that grow
//! by a condition on an index, also while the database knows nothing of what is in them.
//!
//! A statement that reads a whole table on purpose says why in its own text, after `-- scans: `, where `grep` finds it.
//! `just test` runs this after the other tests, which write what they ran into the folder `CALLOUT_TEST_STATEMENTS`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use api_tests::{Database, TestApp};
use callout_store::migrations;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};

/// How a statement says that it reads a whole table on purpose.
const MARK: &str = "-- scans: ";

/// Tables that do not grow with bookings or people: settings, what operators make by hand, and what the stand-in for Stripe keeps.
const SMALL: [&str; 14] = [
    "_sqlx_migrations",
    "audit_head",
    "console_drafts",
    "coupon_totals",
    "coupons",
    "demo_pros",
    "number_series",
    "operator_recovery_codes",
    "operators",
    "price_activations",
    "price_books",
    "price_drafts",
    "sandbox_accounts",
    "write_probe",
];

#[test]
#[ignore = "needs what the other tests ran: set CALLOUT_TEST_STATEMENTS as they had it, as `just test` does"]
fn no_statement_scans_on_sqlite() {
    api_tests::run(Database::Sqlite, async |app: TestApp| {
        let mut connection = SqliteConnection::connect(&app.state.config.database())
            .await
            .unwrap();
        let tables: BTreeSet<String> =
            sqlx::query_scalar("select name from sqlite_master where type = 'table'")
                .fetch_all(&mut connection)
                .await
                .unwrap()
                .into_iter()
                .collect();
        let mut faults = Vec::new();
        for sql in statements("sqlite") {
            let found = on_sqlite(&mut connection, &tables, &sql).await;
            faults.extend(fault(&sql, &found));
        }
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    });
}

#[test]
#[cfg_attr(not(postgres), ignore = "needs PostgreSQL: set TEST_POSTGRES_URL")]
#[cfg_attr(
    postgres,
    ignore = "needs what the other tests ran: set CALLOUT_TEST_STATEMENTS as they had it, as `just test` does"
)]
fn no_statement_scans_on_postgres() {
    api_tests::run(Database::Postgres, async |app: TestApp| {
        // A connection of its own: it keeps its settings.
        let mut connection = PgConnection::connect(&app.state.config.database()).await.unwrap();
        for sql in [
            include_str!("plans/rows.sql"),
            "set plan_cache_mode = force_generic_plan; set enable_seqscan = off",
        ] {
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        }
        let catalogue = Catalogue::read(&mut connection).await;
        let mut faults = Vec::new();
        for sql in statements("postgres") {
            let found = on_postgres(&mut connection, &catalogue, &sql).await;
            faults.extend(fault(&sql, &found));
        }
        connection.close().await.unwrap();
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    });
}

/// The statements that the tests ran on one database, without those that change its tables.
fn statements(database: &str) -> Vec<String> {
    let folder = std::env::var("CALLOUT_TEST_STATEMENTS")
        .expect("CALLOUT_TEST_STATEMENTS names the folder of the statements");
    let lines =
        std::fs::read_to_string(Path::new(&folder).join(database)).expect("the tests wrote statements");
    let migrations: BTreeSet<String> = migrations::all()
        .iter()
        .map(|migration| migration.sql.as_str().trim().to_owned())
        .collect();
    let statements: BTreeSet<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<String>(line).expect("a string"))
        .filter(|sql| !migrations.contains(sql) && plans(sql))
        .collect();
    assert!(statements.len() > 300, "only {} statements", statements.len());
    statements.into_iter().collect()
}

/// True for what a database makes a plan for.
fn plans(sql: &str) -> bool {
    let first = sql.split_whitespace().next().unwrap_or_default();
    ["select", "insert", "update", "delete", "with"].contains(&first)
}

/// What is wrong with a statement that reads like this.
fn fault(sql: &str, scans: &[String]) -> Option<String> {
    (!scans.is_empty() && !sql.contains(MARK)).then(|| format!("{}\n  of: {sql}", scans.join("\n")))
}

async fn on_sqlite(connection: &mut SqliteConnection, tables: &BTreeSet<String>, sql: &str) -> Vec<String> {
    let explain = AssertSqlSafe(format!("explain query plan {sql}"));
    let plan = match sqlx::raw_sql(explain).fetch_all(connection).await {
        Ok(plan) => plan,
        Err(error) => return vec![format!("no plan: {error}")],
    };
    plan.iter()
        .map(|step| step.get::<String, _>("detail"))
        .filter(|step| scans_on_sqlite(step, tables, sql))
        .collect()
}

/// True for `SCAN name …`, and for an index that SQLite makes for the one statement.
fn scans_on_sqlite(step: &str, tables: &BTreeSet<String>, sql: &str) -> bool {
    let mut words = step.split_whitespace();
    let (how, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let reads_all = how == "SCAN" || (how == "SEARCH" && step.contains(" USING AUTOMATIC "));
    reads_all && table_of(name, tables, sql).is_some_and(|table| !SMALL.contains(&table))
}

/// The table that goes by `name` in the statement; none for a subquery, or a function that makes rows.
fn table_of<'a>(name: &'a str, tables: &'a BTreeSet<String>, sql: &str) -> Option<&'a str> {
    if let Some(table) = tables.get(name) {
        return Some(table);
    }
    let spaced = sql.replace(')', " ) ").replace([',', '('], " ");
    let words: Vec<&str> = spaced.split_whitespace().filter(|word| *word != "as").collect();
    words
        .windows(2)
        .find(|pair| pair[1] == name && tables.contains(pair[0]))
        .and_then(|pair| tables.get(pair[0]).map(String::as_str))
}

/// What PostgreSQL says of our tables.
struct Catalogue {
    /// The first column of each index.
    leading: BTreeMap<String, String>,
    /// The type of the columns of each name.
    types: BTreeMap<String, String>,
}

impl Catalogue {
    async fn read(connection: &mut PgConnection) -> Self {
        let leading = "select indexrelid::regclass::text, pg_get_indexdef(indexrelid, 1, true) from pg_index";
        let types = "select column_name::text, data_type::text from information_schema.columns where table_schema = 'public'";
        let leading: Vec<(String, String)> =
            sqlx::query_as(leading).fetch_all(&mut *connection).await.unwrap();
        let types: Vec<(String, String)> = sqlx::query_as(types).fetch_all(connection).await.unwrap();
        Self {
            leading: leading.into_iter().collect(),
            types: types.into_iter().collect(),
        }
    }

    /// The types of the parameters up to the last of `with rows (a, b) as (values ($2, $3), …)`: those of the columns named so. The server
    /// takes them for texts.
    fn types_of_values(&self, sql: &str) -> Vec<&str> {
        let Some((head, values)) = sql.split_once(") as (values (") else {
            return Vec::new();
        };
        let values = values.split("))").next().unwrap_or_default();
        let first = values
            .trim_start_matches('$')
            .split(',')
            .next()
            .and_then(|number| number.parse().ok());
        let names = head.rsplit('(').next().unwrap_or_default().split(", ");
        let types = names.map(|name| self.types.get(name).map_or("unknown", String::as_str));
        let before = std::iter::repeat_n("unknown", first.unwrap_or(1) - 1);
        before
            .chain(types.cycle().take(values.matches('$').count()))
            .collect()
    }
}

async fn on_postgres(connection: &mut PgConnection, catalogue: &Catalogue, sql: &str) -> Vec<String> {
    let plan = match plan_on_postgres(connection, catalogue, sql).await {
        Ok(plan) => plan,
        Err(error) => return vec![format!("no plan: {error}")],
    };
    let mut scans = Vec::new();
    scans_on_postgres(&plan[0]["Plan"], "", &catalogue.leading, &mut scans);
    scans
}

async fn plan_on_postgres(
    connection: &mut PgConnection,
    catalogue: &Catalogue,
    sql: &str,
) -> Result<Value, sqlx::Error> {
    prepare(connection, sql, catalogue.types_of_values(sql)).await?;
    let nulls = "select repeat(', null', cardinality(parameter_types)) from pg_prepared_statements where name = 'looked_at'";
    let nulls: String = sqlx::query_scalar(nulls)
        .persistent(false)
        .fetch_one(&mut *connection)
        .await?;
    let arguments = match nulls.strip_prefix(", ") {
        Some(nulls) => format!("({nulls})"),
        None => String::new(),
    };
    let explain = AssertSqlSafe(format!("explain (format json) execute looked_at{arguments}"));
    let row = sqlx::raw_sql(explain).fetch_one(connection).await?;
    Ok(serde_json::from_str(row.try_get_unchecked(0)?).expect("a plan is JSON"))
}

/// Prepares a statement as `looked_at`. The server tells each parameter's type, which sqlx says when it runs it; where it cannot tell, it is
/// a text.
async fn prepare(connection: &mut PgConnection, sql: &str, mut types: Vec<&str>) -> Result<(), sqlx::Error> {
    loop {
        let said = if types.is_empty() {
            String::new()
        } else {
            format!("({})", types.join(", "))
        };
        let prepare = AssertSqlSafe(format!("deallocate all; prepare looked_at{said} as {sql}"));
        let Err(error) = sqlx::raw_sql(prepare).execute(&mut *connection).await else {
            return Ok(());
        };
        let untold = error
            .as_database_error()
            .filter(|error| error.code().as_deref() == Some("42P18"));
        let number = untold.and_then(|error| error.message().rsplit('$').next()?.parse::<usize>().ok());
        match number {
            Some(number) if types.get(number - 1) != Some(&"text") => {
                types.resize(types.len().max(number), "unknown");
                types[number - 1] = "text";
            }
            _ => return Err(error),
        }
    }
}

/// Adds each node at and below this one that reads a table, or an index, from end to end. The node of a bitmap leaves it to its parent to
/// name the table.
fn scans_on_postgres(
    node: &Value,
    parent: &str,
    leading: &BTreeMap<String, String>,
    scans: &mut Vec<String>,
) {
    let text = |name: &str| node[name].as_str().unwrap_or_default();
    let table = if text("Relation Name").is_empty() {
        parent
    } else {
        text("Relation Name")
    };
    let (kind, index, condition) = (text("Node Type"), text("Index Name"), text("Index Cond"));
    let reads_all = kind == "Seq Scan" || (!index.is_empty() && !is_led(condition, leading.get(index)));
    if reads_all && !SMALL.contains(&table) && !table.starts_with("pg_") {
        scans.push(format!("{kind} on {table} {index} {condition}"));
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        scans_on_postgres(child, table, leading, scans);
    }
}

/// True when a condition is on the first column of the index; on a later one alone, the whole index is read.
fn is_led(condition: &str, leading: Option<&String>) -> bool {
    leading.is_some_and(|column| {
        condition.contains(&format!("({column} ")) || condition.contains(&format!("ROW({column},"))
    })
}

//! The database that is filled, either of them, by texts of SQL that both understand.

use callout_domain::clock::{DAY, Millis};
use callout_domain::config::is_postgres;
use jiff::Timestamp;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, SqliteConnection};

/// Days for which there are windows: those of the bookings, and some weeks more.
const DAYS: i64 = 775;

pub(crate) enum Target {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

macro_rules! on {
    ($target:expr, $inner:ident => $done:expr) => {
        match $target {
            Target::Sqlite($inner) => $done,
            Target::Postgres($inner) => $done,
        }
    };
}

impl Target {
    /// Brings the database up to date and opens it, without care for a power cut.
    pub(crate) async fn open(url: &str) -> Self {
        let migrated = callout_store::open(url).await.expect("the database opens");
        migrated.close().await;
        if is_postgres(url) {
            let mut connection = PgConnection::connect(url).await.expect("the database opens");
            // A superuser may do without the checks of references, which take half of the time.
            for setting in ["synchronous_commit = off", "session_replication_role = replica"] {
                let sql = AssertSqlSafe(format!("set {setting}"));
                let _ = sqlx::raw_sql(sql).execute(&mut connection).await;
            }
            return Self::Postgres(connection);
        }
        let options = SqliteConnectOptions::new()
            .filename(url.trim_start_matches("sqlite:").trim_start_matches("//"))
            .synchronous(SqliteSynchronous::Off)
            .pragma("cache_size", "-1000000");
        Self::Sqlite(options.connect().await.expect("the database opens"))
    }

    /// Runs statements, each with its semicolon, in one transaction.
    pub(crate) async fn run(&mut self, sql: &str) {
        let sql = AssertSqlSafe(format!("begin; {sql} commit"));
        on!(self, inner => sqlx::raw_sql(sql).execute(inner).await.map(drop)).expect("the statements run");
    }

    /// True when there is anybody that the seed did not make.
    pub(crate) async fn holds_other_rows(&mut self) -> bool {
        let sql = "select count(*) from (
            select id from clients where id not like 'client-seed-%' union all select id from masters where id not like 'master-seed-%'
            union all select id from operators union all select id from bookings where client_id not like 'client-seed-%') others";
        let others: i64 =
            on!(self, inner => sqlx::query_scalar(sql).fetch_one(inner).await).expect("the tables are there");
        others > 0
    }

    /// Writes down districts and days, which the statements take their places and windows from; gives the number of districts.
    pub(crate) async fn lay_out(&mut self, first: Millis) -> i64 {
        self.run(
            "create temp table seed_districts (d bigint primary key, code text, area text, lat double precision, lng double precision);
             create temp table seed_days (day bigint primary key, name text, nine bigint);",
        )
        .await;
        let districts: Vec<String> = districts().collect();
        let days: Vec<String> = (0..DAYS).map(|day| window(day, first + day * DAY)).collect();
        for (table, rows) in [("seed_districts", &districts), ("seed_days", &days)] {
            self.run(&format!("insert into {table} values {};", rows.join(", ")))
                .await;
        }
        i64::try_from(districts.len()).expect("a small number")
    }

    pub(crate) async fn close(self) {
        on!(self, inner => inner.close().await).expect("the database closes");
    }
}

/// The rows of the districts: number, code, the letters that it begins with, and its middle.
fn districts() -> impl Iterator<Item = String> {
    let lines = include_str!("../../domain/data/outcodes.csv").lines().skip(1);
    lines.enumerate().map(|(number, line)| {
        let mut columns = line.split(',');
        let mut next = || columns.next().expect("a column");
        let (code, lat, lng) = (next(), next(), next());
        let area = code
            .split(|letter: char| letter.is_ascii_digit())
            .next()
            .expect("letters");
        format!("({number}, '{code}', '{area}', {lat}, {lng})")
    })
}

/// The row of a day: number, date, and nine o'clock in London.
fn window(day: i64, at: Millis) -> String {
    let at = Timestamp::from_millisecond(at).expect("a time");
    let date = at.in_tz("Europe/London").expect("a time zone").date();
    let nine = date
        .at(9, 0, 0, 0)
        .in_tz("Europe/London")
        .expect("a time")
        .timestamp();
    format!("({day}, '{date}', {})", nine.as_millisecond())
}

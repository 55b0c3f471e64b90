//! What the tests log: the causes of internal errors, shown with a test that fails; and, when `CALLOUT_TEST_STATEMENTS` names a folder,
//! every distinct statement that the product runs, for `tests/plans.rs` to look at.
//!
//! sqlx logs each statement whole. Those of the tests themselves begin with [`OURS`] and are left out.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// How a statement begins that a test runs, not the product.
pub const OURS: &str = "/* test */ ";

static STARTED: Once = Once::new();

/// Starts logging, once in a process.
///
/// # Panics
/// When the folder that `CALLOUT_TEST_STATEMENTS` names cannot be written.
pub(crate) fn log() {
    STARTED.call_once(|| {
        let errors = fmt::layer()
            .with_test_writer()
            .with_filter(Targets::new().with_target("callout", Level::ERROR));
        let statements = std::env::var_os("CALLOUT_TEST_STATEMENTS")
            .map(|folder| Statements::new(Path::new(&folder)))
            .map(|layer| layer.with_filter(Targets::new().with_target("sqlx::query", Level::DEBUG)));
        tracing_subscriber::registry()
            .with(errors)
            .with(statements)
            .init();
    });
}

/// Writes each statement that it has not seen, one JSON string a line.
struct Statements {
    sqlite: Mutex<Distinct>,
    postgres: Mutex<Distinct>,
}

struct Distinct {
    seen: HashSet<String>,
    file: File,
}

impl Statements {
    fn new(folder: &Path) -> Self {
        std::fs::create_dir_all(folder).expect("the folder of the statements");
        Self {
            sqlite: Distinct::of(&folder.join("sqlite")),
            postgres: Distinct::of(&folder.join("postgres")),
        }
    }
}

impl Distinct {
    fn of(path: &Path) -> Mutex<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        Mutex::new(Self {
            seen: HashSet::new(),
            file: file.expect("the file of the statements"),
        })
    }

    fn add(&mut self, sql: &str) {
        if !self.seen.contains(sql) {
            self.seen.insert(sql.to_owned());
            let line = format!("{}\n", serde_json::Value::from(sql));
            self.file
                .write_all(line.as_bytes())
                .expect("the statement is written");
        }
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        let sql = statement.0.trim();
        if sql.is_empty() || sql.starts_with(OURS) {
            return;
        }
        // sqlx works with SQLite on threads of its own, and logs there.
        let on_sqlite = std::thread::current()
            .name()
            .is_some_and(|name| name.starts_with("sqlx-sqlite"));
        let distinct = if on_sqlite { &self.sqlite } else { &self.postgres };
        distinct
            .lock()
            .expect("no thread panics while it writes")
            .add(sql);
    }
}

/// The text of the statement in an event of sqlx, which leaves out those of up to four words.
#[derive(Default)]
struct Statement(String);

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "db.statement" {
            value.clone_into(&mut self.0);
        }
    }

    fn record_debug(&mut self, _field: &Field, _value: &dyn std::fmt::Debug) {}
}

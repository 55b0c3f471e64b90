//! The migrations, compiled into the binary. `sqlx::migrate!` would do the same, but builds both database drivers a second time, for
//! the compiler.

use std::borrow::Cow;

use rust_embed::RustEmbed;
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

#[derive(RustEmbed)]
#[folder = "../../migrations"]
struct Files;

/// Every migration, by the number that its file's name begins with (`0001_people.sql`).
#[must_use]
pub fn all() -> Migrator {
    Migrator::with_migrations(Files::iter().filter_map(|name| migration(&name)).collect())
}

fn migration(file: &str) -> Option<Migration> {
    let (version, description) = file.strip_suffix(".sql")?.split_once('_')?;
    let sql = String::from_utf8(Files::get(file)?.data.into_owned()).ok()?;
    Some(Migration::new(
        version.parse().ok()?,
        Cow::Owned(description.replace('_', " ")),
        MigrationType::Simple,
        sqlx::AssertSqlSafe(sql).into_sql_str(),
        false,
    ))
}

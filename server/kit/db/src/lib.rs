//! SQLite or PostgreSQL behind one set of queries: opening and migrating either, reading, and writing in transactions that are
//! committed together. It knows nothing of the product.
//!
//! Reads take any connection ([`Db::read`]). Writes go through [`Db::write`], one closure per transaction: on SQLite a single
//! writer runs the closures waiting at that moment in one `begin immediate … commit` (each but the first behind a savepoint, so
//! that a failure undoes only itself), which makes `synchronous=FULL` cheap; on PostgreSQL each has a transaction of its own.
//! A closure runs to its end even when the caller has gone away, so nothing is ever half written.

mod connection;
mod counts;
mod error;
mod health;
mod log;
mod names;
mod news;
mod open;
mod postgres;
pub mod private;
mod record;
mod row;
pub mod table;
mod value;
mod writer;

pub use connection::{Connection, LEFT_OUT};
pub use counts::Counts;
pub use error::{StoreError, WriteError};
pub use names::Named;
pub use open::{Db, is_postgres, sqlite_path};
pub use record::Record;
pub use row::{FromRow, Row};
pub use sqlx::{Error as ReadError, SqlSafeStr};
pub use value::{Column, Stored, Value};

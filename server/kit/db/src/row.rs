//! Rows as queries answer them, of either database.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row as _};

use crate::Column;

/// A row of either database.
pub enum Row {
    /// SQLite's.
    Sqlite(SqliteRow),
    /// PostgreSQL's.
    Postgres(PgRow),
}

impl Row {
    /// The value in a column, named or counted from 0.
    ///
    /// # Errors
    /// When there is no such column, or its value is not of that type.
    pub fn get<T: Column, I>(&self, column: I) -> Result<T, sqlx::Error>
    where
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + ToString,
    {
        let name = column.to_string();
        let stored = match self {
            Self::Sqlite(row) => row.try_get(column)?,
            Self::Postgres(row) => row.try_get(column)?,
        };
        T::from_stored(stored).map_err(|error| sqlx::Error::ColumnDecode {
            index: name,
            source: error.into(),
        })
    }
}

/// What can be read from a row: a record, or a tuple of columns.
pub trait FromRow: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// When a column is missing, or holds what the field cannot be.
    fn from_row(row: &Row) -> Result<Self, sqlx::Error>;
}

macro_rules! tuple {
    ($($type:ident $place:literal),+) => {
        impl<$($type: Column),+> FromRow for ($($type,)+) {
            fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
                Ok(($(row.get::<$type, usize>($place)?,)+))
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);

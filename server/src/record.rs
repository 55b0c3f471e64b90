//! Records: what a row of a table holds, with each column's name written once, beside its field.
//!
//! `record!` makes the struct and, from its fields, what reads and writes its rows; `store::table` makes the statements.

/// A value as a database column holds it; `None` is null.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `text`.
    Text(Option<String>),
    /// `bigint`.
    Integer(Option<i64>),
    /// `double precision`.
    Real(Option<f64>),
}

/// A type that a column can hold.
pub trait Column: Sized {
    /// The driver's type it is read as.
    type Stored;

    /// The value to store.
    fn to_value(&self) -> Value;

    /// The stored value as this type.
    ///
    /// # Errors
    /// Describes a value that this type cannot represent.
    fn from_stored(stored: Self::Stored) -> Result<Self, String>;
}

/// A record of one table.
pub trait Record {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order of [`Record::values`].
    const COLUMNS: &'static [&'static str];

    /// The values of one row.
    fn values(&self) -> Vec<Value>;
}

macro_rules! plain_column {
    ($($type:ty => $variant:ident, $self:ident => $value:expr;)+) => {$(
        impl Column for $type {
            type Stored = Self;

            fn to_value(&self) -> Value {
                let $self = self;
                Value::$variant($value)
            }

            fn from_stored(stored: Self) -> Result<Self, String> {
                Ok(stored)
            }
        }
    )+};
}

plain_column! {
    String => Text, text => Some(text.clone());
    Option<String> => Text, text => text.clone();
    i64 => Integer, number => Some(*number);
    Option<i64> => Integer, number => *number;
    f64 => Real, number => Some(*number);
    Option<f64> => Real, number => *number;
}

/// Declares a record: `record! { pub struct Thing in "things" { pub id: String, … } }`.
macro_rules! record {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident in $table:literal {
            $($(#[$field_attribute:meta])* pub $field:ident: $type:ty,)+
        }
    ) => {
        $crate::record::row! {
            $(#[$attribute])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct $name {
                $($(#[$field_attribute])* pub $field: $type,)+
            }
        }

        impl $crate::record::Record for $name {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn values(&self) -> Vec<$crate::record::Value> {
                vec![$($crate::record::Column::to_value(&self.$field)),+]
            }
        }
    };
}

/// Declares what a query answers, read by the columns' names: `row! { pub struct Thing { pub id: String, … } }`.
macro_rules! row {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$field_attribute:meta])* pub $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $($(#[$field_attribute])* pub $field: $type,)+
        }

        $crate::record::row_of!(sqlx::sqlite::SqliteRow, $name { $($field: $type,)+ });
        $crate::record::row_of!(sqlx::postgres::PgRow, $name { $($field: $type,)+ });
    };
}

/// Reads a record from a row of one of the databases.
macro_rules! row_of {
    ($row:ty, $name:ident { $($field:ident: $type:ty,)+ }) => {
        impl sqlx::FromRow<'_, $row> for $name {
            fn from_row(row: &$row) -> Result<Self, sqlx::Error> {
                use $crate::record::Column;
                use sqlx::Row as _;
                let wrong = |column: &str, error: String| sqlx::Error::ColumnDecode {
                    index: column.to_owned(),
                    source: error.into(),
                };
                Ok(Self {
                    $($field: <$type as Column>::from_stored(row.try_get(stringify!($field))?)
                        .map_err(|error| wrong(stringify!($field), error))?,)+
                })
            }
        }
    };
}

pub(crate) use {record, row, row_of};

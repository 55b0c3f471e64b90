//! Records: what a row of a table holds, with each column's name written once, beside its field.
//!
//! `record!` makes the struct and, from its fields, what reads and writes its rows; `table` makes the statements.

use crate::Value;

/// A record of one table.
pub trait Record {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order of [`Record::values`].
    const COLUMNS: &'static [&'static str];

    /// The values of one row.
    fn values(&self) -> Vec<Value>;
}

/// Declares a record: `record! { pub struct Thing in "things" { pub id: String => FACT, … } }`. A field whose type belongs to another
/// crate is stored as a type that wraps it: `pub status: Status as Word<Status>`. What a column holds of a person stands behind the arrow,
/// as a constant of the product's type `Class`, which is in scope; all of them are the record's `KEPT`.
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident in $table:literal {
            $($(#[$field_attribute:meta])* pub $field:ident: $type:ty $(as $stored:ty)? => $class:expr,)+
        }
    ) => {
        $crate::row! {
            $(#[$attribute])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct $name {
                $($(#[$field_attribute])* pub $field: $type $(as $stored)?,)+
            }
        }

        impl $name {
            /// What each column holds of a person.
            pub const KEPT: &'static [(&'static str, Class)] = &[$((stringify!($field), $class)),+];
        }

        impl $crate::Record for $name {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),+];

            fn values(&self) -> Vec<$crate::Value> {
                vec![$($crate::value!(self.$field $(as $stored)?)),+]
            }
        }
    };
}

/// Declares what a query answers, read by the columns' names: `row! { pub struct Thing { pub id: String, … } }`.
#[macro_export]
macro_rules! row {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$field_attribute:meta])* pub $field:ident: $type:ty $(as $stored:ty)?,)+
        }
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $($(#[$field_attribute])* pub $field: $type,)+
        }

        impl $crate::FromRow for $name {
            fn from_row(row: &$crate::Row) -> Result<Self, $crate::ReadError> {
                Ok(Self {
                    $($field: $crate::field!(row, $field $(as $stored)?),)+
                })
            }
        }
    };
}

/// The value to store of one field.
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    ($from:ident.$field:ident) => {
        $crate::Column::to_value(&$from.$field)
    };
    ($from:ident.$field:ident as $stored:ty) => {
        $crate::Column::to_value(&<$stored>::from($from.$field.clone()))
    };
}

/// One field as it is read.
#[doc(hidden)]
#[macro_export]
macro_rules! field {
    ($row:ident, $field:ident) => {
        $row.get(stringify!($field))?
    };
    ($row:ident, $field:ident as $stored:ty) => {
        $row.get::<$stored, &str>(stringify!($field))?.0
    };
}

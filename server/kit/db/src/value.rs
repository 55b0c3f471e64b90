//! Values as columns hold them, and the types that are stored as such.

use sqlx::{Decode, Postgres, Sqlite, Type};

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

/// A type that both drivers can read.
pub trait Stored:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Stored for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A type that a column can hold.
pub trait Column: Sized {
    /// The driver's type it is read as.
    type Stored: Stored;

    /// The value to store.
    fn to_value(&self) -> Value;

    /// The stored value as this type.
    ///
    /// # Errors
    /// Describes a value that this type cannot represent.
    fn from_stored(stored: Self::Stored) -> Result<Self, String>;
}

macro_rules! plain {
    ($($type:ty => $variant:ident, $own:ident => $some:expr;)+) => {$(
        impl Column for $type {
            type Stored = Self;

            fn to_value(&self) -> Value {
                Value::from(self.clone())
            }

            fn from_stored(stored: Self) -> Result<Self, String> {
                Ok(stored)
            }
        }

        impl From<$type> for Value {
            fn from($own: $type) -> Self {
                Self::$variant($some)
            }
        }
    )+};
}

plain! {
    String => Text, text => Some(text);
    Option<String> => Text, text => text;
    i64 => Integer, number => Some(number);
    Option<i64> => Integer, number => number;
    f64 => Real, number => Some(number);
    Option<f64> => Real, number => number;
}

impl Column for bool {
    type Stored = i64;

    fn to_value(&self) -> Value {
        Value::from(*self)
    }

    fn from_stored(stored: i64) -> Result<Self, String> {
        match stored {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1")),
        }
    }
}

impl Column for Option<bool> {
    type Stored = Option<i64>;

    fn to_value(&self) -> Value {
        Value::Integer(self.map(i64::from))
    }

    fn from_stored(stored: Option<i64>) -> Result<Self, String> {
        stored.map(bool::from_stored).transpose()
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Integer(Some(i64::from(flag)))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}

impl<T: Clone> From<&T> for Value
where
    Self: From<T>,
{
    fn from(value: &T) -> Self {
        Self::from(value.clone())
    }
}

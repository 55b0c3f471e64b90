//! A JSON reader and writer of our own, a tenth of the size of a general one in WebAssembly: numbers stay text until a type
//! that knows their unit reads them, so no float comes near money, and the bytes written are the same everywhere.

mod parse;
mod read;
mod record;
#[cfg(feature = "serde")]
mod serde_bridge;
mod write;

pub(crate) use parse::{Value, parse};
pub(crate) use read::{Fields, FromJson, ReadError, Report};
pub(crate) use record::{names, record};
pub use write::{ToJson, Writer, to_json};

use crate::money::{BasisPoints, Pence};

/// An amount written in pounds with at most two decimals: `97.5`.
#[derive(Clone, Copy, Debug)]
pub struct Pounds(pub Pence);

/// A rate written as a fraction with at most four decimals: `0.82`.
#[derive(Clone, Copy, Debug)]
pub struct Fraction(pub BasisPoints);

#[cfg(test)]
mod tests;

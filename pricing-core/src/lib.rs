//! Callout's pricing rules. No input or output, no clock, no randomness: the same request gives the same answer in the
//! server and, compiled to WebAssembly, in the browser. Floats appear only where JSON is read and written
//! ([`money::Pounds`], [`money::Fraction`]).
#![deny(clippy::indexing_slicing, clippy::float_arithmetic)]

#[macro_use]
mod every;
#[macro_use]
mod words;

pub mod book;
pub mod budget;
pub mod calendar;
pub mod cancellation;
pub mod classification;
pub mod classify;
pub mod coupon;
pub mod danger;
pub mod emergency;
pub mod error;
pub mod estimate;
#[cfg(not(target_family = "wasm"))]
pub mod evaluation;
pub mod fee;
pub mod functions;
#[cfg(not(target_family = "wasm"))]
pub mod json;
mod lexicon;
pub mod money;
#[cfg(target_family = "wasm")]
mod object;
mod packed;
pub mod postcode;
pub mod quote;
pub mod refine;
pub mod region;
pub mod slots;
pub mod status;
pub mod text;
pub mod tier;
pub mod typed;
pub mod urgency;

pub use book::PriceBook;
pub use error::PricingError;
pub use money::{BasisPoints, Pence};
pub use status::BookingStatus;
pub use tier::Tier;
pub use urgency::Urgency;

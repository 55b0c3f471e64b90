//! Callout's pricing rules. No input or output, no clock, no randomness, no floats: the same input gives the same bytes
//! in the server and, compiled to WebAssembly, in the browser.
#![deny(clippy::indexing_slicing, clippy::float_arithmetic)]

extern crate alloc;

pub mod book;
pub mod budget;
pub mod calendar;
pub mod cancellation;
pub mod classification;
pub mod classify;
pub mod coupon;
pub mod danger;
pub mod error;
pub mod estimate;
pub mod fee;
pub mod json;
mod lexicon;
pub mod money;
mod order;
pub mod phone;
pub mod postcode;
pub mod quote;
pub mod refine;
pub mod region;
pub mod slots;
mod strings;
pub mod text;
pub mod tier;
pub mod wire;

pub use book::PriceBook;
pub use error::PricingError;
pub use money::{BasisPoints, Pence};
pub use tier::{BookingStatus, Tier, Urgency};

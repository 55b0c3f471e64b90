//! Bookings: made, read, shared, called off.

pub mod access;
pub mod calendar;
pub mod cancel;
pub mod claim;
pub mod create;
pub mod read;
pub mod share;
pub mod view;

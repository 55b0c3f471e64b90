//! Redeeming a signed quote: it becomes a booking.

pub mod redeem;
mod repriced;

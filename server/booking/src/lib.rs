//! Services of a booking, from its price to its review: quotes, bookings, matching, visits, chat, messages.
//!
//! A service holds just the parts that it needs, and reads and writes through the store. What it writes of a booking is in one
//! transaction with the event, the notifications and the jobs.

pub mod booking_links;
pub mod bookings;
pub mod books;
pub mod chat;
pub mod confirmations;
pub mod coupons;
pub mod figures;
pub mod gas_work;
mod idempotent;
pub mod matching;
pub mod messages;
pub mod prices;
pub mod quoting;
pub mod readings;
pub mod reviews;
pub mod visits;

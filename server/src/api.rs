//! The JSON handlers, one file a resource, each with its OpenAPI description.

pub mod bookings;
pub mod checkout;
pub mod coupons;
pub mod document;
pub mod guests;
pub mod health;
pub mod matching;
pub mod payments;
pub mod pricing;
pub mod quotes;
mod redeeming;
pub mod redemption;
pub mod sandbox;
pub mod slots;
pub mod uploads;
pub mod webhooks;

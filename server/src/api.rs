//! The JSON handlers, one file a resource, each with its OpenAPI description.

mod accepted;
pub mod bookings;
pub mod chat;
pub mod clients;
pub mod coupons;
pub mod districts;
pub mod document;
pub mod events;
pub mod facts;
pub mod guests;
pub mod health;
mod idempotency_key;
pub mod logout;
pub mod loyalty;
pub mod masters;
pub mod matching;
pub mod messages;
pub mod payments;
pub mod pricing;
pub mod push;
pub mod quotes;
pub mod receipt;
pub mod sandbox;
pub mod slots;
pub mod support;
pub mod uploads;
pub mod webhooks;

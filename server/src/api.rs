//! The JSON handlers, one file a resource, each with its OpenAPI description.

pub mod document;
pub mod guests;
pub mod health;
pub mod matching;
pub mod payments;
pub mod sandbox;
pub mod uploads;
pub mod webhooks;

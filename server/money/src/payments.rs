//! Payments: the provider behind one trait, and the few operations that the rest of the product may use.
//!
//! A card is authorised when a booking is made (`open_intent`, then `settle` once the card is in order) and captured,
//! released or refunded later. The provider is the authority; the `payments` row and the ledger follow it.

pub mod abandon;
pub mod capture;
pub(crate) mod costs;
mod cover;
pub mod debt;
pub mod debt_returned;
pub mod due;
mod elsewhere;
mod extras;
mod open;
mod postings;
pub mod refund;
pub mod release;
mod renewal;
pub mod settle;
pub mod superseded;
mod unknown;
pub mod webhook;

pub use open::{Cancelled, Intent, IntentFor, idempotency_key};

use std::sync::Arc;

use callout_booking::bookings::Bookings;
use callout_booking::books::Books;
use callout_booking::matching::Matching;
use callout_domain::clock::Clock;
use callout_domain::keys::Keys;
use callout_outside::providers::provider::Provider;
use callout_store::Db;

/// Takes, holds and returns clients' money; cloning it is cheap.
#[derive(Clone)]
pub struct Payments {
    db: Db,
    clock: Clock,
    keys: Arc<Keys>,
    books: Books,
    bookings: Bookings,
    matching: Matching,
    provider: Arc<dyn Provider>,
}

impl Payments {
    /// Payments through `provider`.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Clock,
        keys: Arc<Keys>,
        books: Books,
        bookings: Bookings,
        matching: Matching,
        provider: Arc<dyn Provider>,
    ) -> Self {
        Self {
            db,
            clock,
            keys,
            books,
            bookings,
            matching,
            provider,
        }
    }

    /// The provider.
    #[must_use]
    pub fn provider(&self) -> &dyn Provider {
        &*self.provider
    }
}

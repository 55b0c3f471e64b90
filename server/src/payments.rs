//! Payments: the provider behind one trait, and the few things the rest of the product may ask of it.
//!
//! A card is authorised when a booking is made (`open_intent`, then `settle` once the card is in order) and captured,
//! released or refunded later. What the provider says is the truth; the `payments` row and the ledger follow it.

use std::sync::Arc;

use crate::clock::Clock;
use crate::config::{Config, PaymentSettings};
use crate::keys::Keys;
use crate::store::Db;

pub mod abandon;
pub mod capture;
pub mod guard;
mod open;
mod postings;
pub mod provider;
pub mod refund;
pub mod release;
pub mod sandbox;
pub mod settle;
pub mod signature;
pub mod stripe;
pub mod webhook;

pub use abandon::abandon_at;
pub use open::{Cancelled, Intent, IntentFor, cancel_intent, open_intent};
pub use release::release_for_cancellation;
pub use settle::{settle, settle_free};

/// The provider that the settings ask for.
///
/// # Errors
/// A sentence for the operator when the settings allow none.
pub fn provider(
    config: &Config,
    clock: &Clock,
    db: &Db,
    keys: &Arc<Keys>,
) -> Result<Arc<dyn provider::Provider>, String> {
    Ok(match config.payment_settings()? {
        PaymentSettings::Stripe(secrets) => Arc::new(stripe::Stripe::new(secrets, &config.stripe_api_base)?),
        PaymentSettings::Sandbox { .. } => {
            Arc::new(sandbox::Sandbox::new(db.clone(), clock.clone(), Arc::clone(keys)))
        }
    })
}

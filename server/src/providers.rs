//! Payment providers, each behind the `Provider` trait: Stripe, and the sandbox in which no money moves.

use std::sync::Arc;

use crate::clock::Clock;
use crate::config::{Config, PaymentSettings};
use crate::keys::Keys;
use crate::store::Db;

pub mod provider;
pub mod sandbox;
pub mod signature;
pub mod stripe;

/// The provider that the settings ask for.
///
/// # Errors
/// A sentence for the operator when the settings allow none.
pub fn open(
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

//! Payment providers, each behind the `Provider` trait: Stripe, and the sandbox in which no money moves.

use std::sync::Arc;

use callout_domain::clock::Clock;
use callout_domain::config::{Config, PaymentSettings};
use callout_domain::keys::Keys;
use callout_store::Db;

pub mod payouts;
pub mod provider;
pub mod records;
pub mod sandbox;
pub mod signature;
pub mod stripe;

/// One provider, by what it does.
pub struct Open {
    /// Takes clients' money.
    pub payments: Arc<dyn provider::Provider>,
    /// Pays pros.
    pub payouts: Arc<dyn payouts::PayoutProvider>,
    /// Says what it has.
    pub records: Arc<dyn records::Records>,
}

impl Open {
    fn new<P>(provider: P) -> Self
    where
        P: provider::Provider + payouts::PayoutProvider + records::Records + 'static,
    {
        let provider = Arc::new(provider);
        Self {
            payments: Arc::clone(&provider) as Arc<dyn provider::Provider>,
            payouts: Arc::clone(&provider) as Arc<dyn payouts::PayoutProvider>,
            records: provider,
        }
    }
}

/// The provider that the settings ask for.
///
/// # Errors
/// A sentence for the operator when the settings allow none.
pub fn open(config: &Config, clock: &Clock, db: &Db, keys: &Arc<Keys>) -> Result<Open, String> {
    Ok(match config.payment_settings()? {
        PaymentSettings::Stripe(secrets) => Open::new(stripe::Stripe::new(
            secrets,
            &config.stripe_api_base,
            keys.provider.text(b"installation"),
        )?),
        PaymentSettings::Sandbox { .. } => {
            Open::new(sandbox::Sandbox::new(db.clone(), clock.clone(), Arc::clone(keys)))
        }
    })
}

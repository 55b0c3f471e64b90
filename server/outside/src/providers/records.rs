//! What a payment provider has of this installation.

use super::provider::Answer;
use callout_domain::clock::Millis;
use callout_domain::restore::Record;

/// A payment provider, as the database is compared with it.
pub trait Records: Send + Sync {
    /// The newest intent, refund and transfer that this installation has made, as far as there are some among the latest hundred of each.
    fn newest(&self) -> Answer<'_, Vec<Record>>;

    /// What was made since a time (Unix milliseconds), by this installation or others: intents, refunds, transfers, chargebacks.
    fn since(&self, since: Millis) -> Answer<'_, Vec<Record>>;
}

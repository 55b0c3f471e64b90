//! Events of the payment provider that were seen, so that a replay changes nothing.

use super::{Connection, StoreError};
use callout_db::execute;
use callout_domain::clock::Millis;
use callout_domain::payment::ProviderName;

/// Notes an event; false when it was seen before. In one transaction with the event's effect.
pub async fn is_new(
    connection: &mut Connection,
    provider: ProviderName,
    event_id: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into provider_events (provider, event_id, at) values ($1, $2, $3) on conflict (provider, event_id) do nothing",
        provider,
        event_id,
        now,
    )?;
    Ok(added == 1)
}

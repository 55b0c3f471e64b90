//! What banks have taken back, as the sandbox knows it.

use crate::{Connection, StoreError};
use callout_db::{execute, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::payment::ChargebackStatus;

row! {
    /// A row of `sandbox_chargebacks`.
    #[derive(Debug, Clone)]
    pub struct SandboxChargeback {
        /// `dp_…`.
        pub id: String,
        /// The intent.
        pub intent_id: String,
        /// Pence.
        pub amount_pence: i64,
        /// Where it stands.
        pub status: ChargebackStatus,
    }
}

/// The chargeback of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<SandboxChargeback>, StoreError> {
    fetch_optional!(
        connection,
        SandboxChargeback,
        "select * from sandbox_chargebacks where id = $1",
        id
    )
}

/// The chargeback of an intent.
pub async fn of_intent(
    connection: &mut Connection,
    intent_id: &str,
) -> Result<Option<SandboxChargeback>, StoreError> {
    fetch_optional!(
        connection,
        SandboxChargeback,
        "select * from sandbox_chargebacks where intent_id = $1",
        intent_id
    )
}

/// Takes back what is left of a captured intent; false when nothing is, or it was taken back before.
pub async fn add(
    connection: &mut Connection,
    id: &str,
    intent_id: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into sandbox_chargebacks (id, intent_id, amount_pence, status, created_at)
         select $1, id, captured_pence - refunded_pence, 'open', $3 from sandbox_intents
         where id = $2 and captured_pence > refunded_pence on conflict (intent_id) do nothing",
        id,
        intent_id,
        now,
    )?;
    Ok(added == 1)
}

/// Ends an open chargeback as `won` or `lost`; false when it has ended.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    status: ChargebackStatus,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update sandbox_chargebacks set status = $2 where id = $1 and status = 'open'",
        id,
        status,
    )?;
    Ok(ended == 1)
}

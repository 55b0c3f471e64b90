//! Refunds, as the sandbox knows them.

use crate::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;

row! {
    /// A row of `sandbox_refunds`.
    #[derive(Debug, Clone)]
    pub struct SandboxRefund {
        /// `re_…`.
        pub id: String,
        /// The captured intent.
        pub intent_id: String,
        /// Pence.
        pub amount_pence: i64,
        /// What it was made with; its own id where it was made by hand.
        pub reference: String,
        /// Number of the attempt.
        pub attempt: i64,
        /// True when the client's bank has returned it.
        pub is_returned: bool,
        /// When it was made, Unix milliseconds.
        pub created_at: Millis,
    }
}

/// The refund of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<SandboxRefund>, StoreError> {
    fetch_optional!(
        connection,
        SandboxRefund,
        "select * from sandbox_refunds where id = $1",
        id
    )
}

/// The refunds of an intent.
pub async fn of_intent(
    connection: &mut Connection,
    intent_id: &str,
) -> Result<Vec<SandboxRefund>, StoreError> {
    fetch_all!(
        connection,
        SandboxRefund,
        "select * from sandbox_refunds where intent_id = $1 order by created_at, id -- scans: the sandbox's own books",
        intent_id
    )
}

/// True when this attempt at a refund was made before.
pub async fn is_made(connection: &mut Connection, refund: &SandboxRefund) -> Result<bool, StoreError> {
    let made = fetch_optional!(
        connection,
        (String,),
        "select id from sandbox_refunds where reference = $1 and attempt = $2",
        refund.reference.as_str(),
        refund.attempt,
    )?;
    Ok(made.is_some())
}

/// Makes a refund. False when more than is left of the intent was asked for, beside what its client's bank has taken back; the caller must
/// then undo the transaction.
pub async fn add(connection: &mut Connection, refund: &SandboxRefund) -> Result<bool, StoreError> {
    execute!(
        connection,
        "insert into sandbox_refunds (id, intent_id, amount_pence, reference, attempt, created_at)
         values ($1, $2, $3, $4, $5, $6)",
        refund.id.as_str(),
        refund.intent_id.as_str(),
        refund.amount_pence,
        refund.reference.as_str(),
        refund.attempt,
        refund.created_at,
    )?;
    let refunded = execute!(
        connection,
        "update sandbox_intents set refunded_pence = refunded_pence + $2 \
         where id = $1 and $2 > 0 and refunded_pence + $2 + coalesce((select amount_pence from sandbox_chargebacks \
           where intent_id = sandbox_intents.id and status <> 'won'), 0) <= captured_pence",
        refund.intent_id.as_str(),
        refund.amount_pence,
    )?;
    Ok(refunded == 1)
}

/// The client's bank returns a refund.
pub async fn take_back(connection: &mut Connection, refund: &SandboxRefund) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sandbox_refunds set is_returned = 1 where id = $1",
        refund.id.as_str()
    )?;
    execute!(
        connection,
        "update sandbox_intents set refunded_pence = refunded_pence - $2 where id = $1",
        refund.intent_id.as_str(),
        refund.amount_pence,
    )?;
    Ok(())
}

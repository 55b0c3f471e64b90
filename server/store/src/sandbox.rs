//! The sandbox provider's own tables: what a real provider keeps on its side.

pub mod chargebacks;
pub mod payouts;
pub mod records;
pub mod refunds;

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::intent_status::IntentStatus;

row! {
    /// A row of `sandbox_intents`. Money in pence.
    #[derive(Debug, Clone)]
    pub struct SandboxIntent {
        /// `pi_…`.
        pub id: String,
        /// What lets the browser pay it.
        pub client_secret: String,
        /// Where it stands.
        pub status: IntentStatus,
        /// The whole amount.
        pub amount_pence: i64,
        /// What was captured of it.
        pub captured_pence: i64,
        /// ISO code.
        pub currency: String,
        /// Metadata: the booking.
        pub booking_id: String,
        /// Metadata: the quote.
        pub quote_id: String,
        /// True when its card refuses to be charged.
        pub refuses_capture: bool,
        /// True when its card's bank returns refunds.
        pub returns_refunds: bool,
        /// True when its card's bank asks the holder first.
        pub asks_first: bool,
        /// Its card, if that is kept.
        pub saved_card: Option<String>,
        /// When its hold ends, Unix milliseconds.
        pub capture_before: Option<Millis>,
        /// By what its card is told from others.
        pub card_fingerprint: Option<String>,
    }
}

/// Adds an intent; false when the key has opened one before.
pub async fn add(
    connection: &mut Connection,
    intent: &SandboxIntent,
    idempotency_key: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let added = execute!(
        connection,
        "insert into sandbox_intents (id, idempotency_key, client_secret, status, amount_pence, currency, booking_id, \
         quote_id, created_at, saved_card) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (idempotency_key) do nothing",
        intent.id.as_str(),
        idempotency_key,
        intent.client_secret.as_str(),
        intent.status,
        intent.amount_pence,
        intent.currency.as_str(),
        intent.booking_id.as_str(),
        intent.quote_id.as_str(),
        now,
        intent.saved_card.as_deref(),
    )?;
    Ok(added == 1)
}

/// The intent of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<SandboxIntent>, StoreError> {
    fetch_optional!(
        connection,
        SandboxIntent,
        "select * from sandbox_intents where id = $1",
        id
    )
}

/// The intent of this id, held until the transaction ends, so that one change of it follows another.
pub async fn lock(connection: &mut Connection, id: &str) -> Result<Option<SandboxIntent>, StoreError> {
    fetch_optional!(
        connection,
        SandboxIntent,
        "update sandbox_intents set status = status where id = $1 returning *",
        id
    )
}

/// The intent that this key opened.
pub async fn by_key(connection: &mut Connection, key: &str) -> Result<Option<SandboxIntent>, StoreError> {
    fetch_optional!(
        connection,
        SandboxIntent,
        "select * from sandbox_intents where idempotency_key = $1",
        key
    )
}

/// Moves an intent from one status to another; false when it does not stand there (any more).
pub async fn change_status(
    connection: &mut Connection,
    id: &str,
    from: IntentStatus,
    to: IntentStatus,
) -> Result<bool, StoreError> {
    let moved = execute!(
        connection,
        "update sandbox_intents set status = $3 where id = $1 and status = $2",
        id,
        from,
        to,
    )?;
    Ok(moved == 1)
}

/// What a card does later.
#[derive(Debug, Clone, Copy, Default)]
pub struct Habits {
    /// It refuses to be charged.
    pub refuses_capture: bool,
    /// Its bank returns refunds.
    pub returns_refunds: bool,
    /// Its bank asks the holder first.
    pub asks_first: bool,
}

/// Notes which card an intent is paid with, and what that does later.
pub async fn set_card(
    connection: &mut Connection,
    id: &str,
    fingerprint: Option<&str>,
    habits: Habits,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sandbox_intents set card_fingerprint = $2, refuses_capture = $3, returns_refunds = $4, asks_first = $5 where id = $1",
        id,
        fingerprint,
        habits.refuses_capture,
        habits.returns_refunds,
        habits.asks_first,
    )?;
    Ok(())
}

/// Notes when the hold of an intent ends.
pub async fn set_end(
    connection: &mut Connection,
    id: &str,
    capture_before: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sandbox_intents set capture_before = $2 where id = $1",
        id,
        capture_before
    )?;
    Ok(())
}

/// The intent by which a card was kept.
pub async fn by_card(connection: &mut Connection, card: &str) -> Result<Option<SandboxIntent>, StoreError> {
    fetch_optional!(
        connection,
        SandboxIntent,
        "select * from sandbox_intents where saved_card = $1 order by created_at, id limit 1",
        card
    )
}

/// Forgets a card.
pub async fn forget_card(connection: &mut Connection, card: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sandbox_intents set saved_card = null where saved_card = $1",
        card
    )?;
    Ok(())
}

/// Captures a part of an authorised intent, at most what was authorised; false when it cannot be.
pub async fn capture(connection: &mut Connection, id: &str, amount_pence: i64) -> Result<bool, StoreError> {
    let captured = execute!(
        connection,
        "update sandbox_intents set status = 'succeeded', captured_pence = $2 \
         where id = $1 and status = 'requires_capture' and $2 > 0 and $2 <= amount_pence",
        id,
        amount_pence,
    )?;
    Ok(captured == 1)
}

//! Idempotency keys: the answer already given under a principal's key. Written in the transaction that does the work.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::{DAY, Millis};

/// How long a key is remembered.
pub const LIFE: Millis = DAY;

/// Whose key, and for which request.
#[derive(Debug, Clone)]
pub struct Key {
    /// Id of the client or pro.
    pub principal: String,
    /// The header's value, together with the endpoint it was sent to.
    pub key: String,
    /// SHA-256 of the body.
    pub request_hash: String,
}

/// What was answered before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// SHA-256 of the body it was asked with.
    pub request_hash: String,
    /// What the answer is made of again; no token and no secret.
    pub body: String,
}

/// What this principal's key answered in the last 24 hours.
pub async fn find(connection: &mut Connection, key: &Key, now: Millis) -> Result<Option<Stored>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String, String),
        "select request_hash, body from idempotency_keys where principal = $1 and key = $2 and created_at > $3",
        key.principal.as_str(),
        key.key.as_str(),
        now - LIFE,
    )?;
    Ok(row.map(|(request_hash, body)| Stored { request_hash, body }))
}

/// Remembers an answer; one that is older than 24 hours gives way.
///
/// # Errors
/// `Duplicate` when another request with this key was faster.
pub async fn store(
    connection: &mut Connection,
    key: &Key,
    status: u16,
    body: &str,
    now: Millis,
) -> Result<(), StoreError> {
    let changed = execute!(
        connection,
        "insert into idempotency_keys (principal, key, request_hash, status, body, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (principal, key) do update set request_hash = excluded.request_hash, status = excluded.status,
           body = excluded.body, created_at = excluded.created_at
         where idempotency_keys.created_at <= $7",
        key.principal.as_str(),
        key.key.as_str(),
        key.request_hash.as_str(),
        i64::from(status),
        body,
        now,
        now - LIFE,
    )?;
    if changed == 1 {
        Ok(())
    } else {
        Err(StoreError::Duplicate)
    }
}

//! A call that carries an `Idempotency-Key` is done once: asked at the beginning of its transaction, remembered at the end.

use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_store::{Connection, idempotency};

/// Whether the call of this key was done before.
///
/// # Errors
/// 422 `idempotency_key_reused` for the key of another call.
pub(crate) async fn is_done(
    connection: &mut Connection,
    key: Option<&idempotency::Key>,
    now: Millis,
) -> Fallible<bool> {
    let Some(key) = key else { return Ok(false) };
    match idempotency::find(connection, key, now).await? {
        Some(stored) if stored.request_hash != key.request_hash => Err(key_reused()),
        stored => Ok(stored.is_some()),
    }
}

/// Remembers that the call of this key is done.
pub(crate) async fn done(
    connection: &mut Connection,
    key: Option<&idempotency::Key>,
    now: Millis,
) -> Fallible<()> {
    match key {
        Some(key) => Ok(idempotency::store(connection, key, 200, "{}", now).await?),
        None => Ok(()),
    }
}

pub(crate) fn key_reused() -> Failure {
    Failure::unprocessable(
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request.",
    )
}

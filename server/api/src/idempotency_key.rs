//! The `Idempotency-Key` header of a call.

use http::HeaderMap;

use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::sha256_text;
use callout_front::extract::JsonBytes;
use callout_store::idempotency;

/// Longest key, characters.
pub(crate) const KEY_LIMIT: usize = 255;

/// The key of a person's call, bound to its path and body.
///
/// # Errors
/// 422 for a key that is empty, too long or not plain text.
pub(super) fn read(
    headers: &HeaderMap,
    person: &str,
    path: &str,
    body: &JsonBytes,
) -> Fallible<Option<idempotency::Key>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value.to_str().map(str::trim).unwrap_or_default();
    if key.is_empty() || key.len() > KEY_LIMIT {
        return Err(Failure::field(
            "Idempotency-Key",
            format!("Use 1 to {KEY_LIMIT} plain characters."),
        ));
    }
    let request_hash = sha256_text(&[path.as_bytes(), b"\n", &body.0].concat());
    Ok(Some(idempotency::Key {
        principal: person.to_owned(),
        key: key.to_owned(),
        request_hash,
    }))
}

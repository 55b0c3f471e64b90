//! `X-Request-Id`: the caller's own if it is well-formed, otherwise a new one. It is on every answer and every log line of the
//! request.

use http::{HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use callout_domain::clock::random_bytes;

/// The header's name.
pub const NAME: HeaderName = HeaderName::from_static("x-request-id");

/// Lengths accepted from callers; anything else could be an attempt to inject text into the logs.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// The caller's id, or a new one.
#[must_use]
pub fn of(headers: &HeaderMap) -> HeaderValue {
    match headers.get(NAME) {
        Some(given) if is_sane(given) => given.clone(),
        _ => made(),
    }
}

fn is_sane(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    LENGTHS.contains(&bytes.len())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn made() -> HeaderValue {
    let bytes = random_bytes::<16>().unwrap_or_default();
    let text = uuid::Builder::from_random_bytes(bytes).into_uuid();
    let mut buffer = Uuid::encode_buffer();
    HeaderValue::from_str(text.hyphenated().encode_lower(&mut buffer))
        .unwrap_or(HeaderValue::from_static("unknown"))
}

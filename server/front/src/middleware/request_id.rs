//! The id of a request is the id of its trace, 32 hexadecimal digits (W3C Trace Context): the caller's own if they send one, otherwise a
//! new one. It is on every answer (`X-Request-Id`) and every log line of the request. tower-http's layer would take whatever text a caller
//! sends, and so into the logs.

use http::{HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use callout_domain::clock::random_bytes;

/// The header of every answer, and of callers that name a request themselves.
pub const NAME: HeaderName = HeaderName::from_static("x-request-id");
/// The header in which another program says of which trace its request is: `00-<trace>-<span>-<flags>`.
const TRACE: HeaderName = HeaderName::from_static("traceparent");

/// The caller's id, or a new one.
#[must_use]
pub fn of(headers: &HeaderMap) -> HeaderValue {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let trace = text(TRACE).and_then(|trace| trace.strip_prefix("00-")?.split('-').next());
    let given = [trace, text(NAME)].into_iter().flatten().find(|id| is_trace(id));
    let id = given.map_or_else(made, str::to_owned);
    HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("unknown"))
}

fn is_trace(id: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    id.len() == 32 && id.bytes().all(is_digit) && id.bytes().any(|byte| byte != b'0')
}

fn made() -> String {
    let bytes = random_bytes::<16>().unwrap_or_default();
    Uuid::from_bytes(bytes).simple().to_string()
}

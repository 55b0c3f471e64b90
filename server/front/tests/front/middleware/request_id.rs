//! The ids of requests.

use callout_front::middleware::request_id::of;
use http::HeaderMap;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

fn with(name: &'static str, value: &str) -> String {
    let mut headers = HeaderMap::new();
    headers.insert(name, value.parse().unwrap());
    of(&headers).to_str().unwrap().to_owned()
}

#[test]
fn a_callers_trace_is_gone_on_with() {
    assert_eq!(with("x-request-id", TRACE), TRACE);
    assert_eq!(
        with("traceparent", &format!("00-{TRACE}-b7ad6b7169203331-01")),
        TRACE
    );
}

#[test]
fn anything_else_gets_a_new_id() {
    let zeros = "0".repeat(32);
    for bad in [
        "short",
        "ada@example.com",
        "0AF7651916CD43DD8448EB211C80319C",
        &zeros,
        &"a".repeat(33),
    ] {
        let made = with("x-request-id", bad);
        assert!(made != bad && made.len() == 32, "{made}");
        assert_ne!(with("traceparent", &format!("00-{bad}-b7ad6b7169203331-01")), bad);
    }
    assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
}

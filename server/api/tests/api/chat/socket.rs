//! Who may open a socket.

use callout_api::chat::socket::is_own_origin;
use http::{HeaderMap, header};
use url::Url;

fn headers(origin: Option<&str>, host: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, host.parse().unwrap());
    if let Some(origin) = origin {
        headers.insert(header::ORIGIN, origin.parse().unwrap());
    }
    headers
}

#[test]
fn only_our_own_pages_open_sockets() {
    let base = Url::parse("https://callout.example/").unwrap();
    assert!(!is_own_origin(
        &headers(Some("http://callout.example"), "callout.example"),
        &base
    ));
    let base = Url::parse("http://127.0.0.1:8080/").unwrap();
    for (origin, host, is_own) in [
        (None, "callout.example", true),
        (Some("http://127.0.0.1:8080"), "10.0.0.1:8080", true),
        (Some("https://callout.example"), "callout.example", true),
        (Some("http://localhost:8080"), "localhost:8080", true),
        (Some("http://LOCALHOST:8080"), "localhost:8080", true),
        (Some("https://evil.example"), "callout.example", false),
        (
            Some("https://callout.example.evil.example"),
            "callout.example",
            false,
        ),
        (Some("https://callout.example:444"), "callout.example", false),
        (Some("http://localhost:8081"), "localhost:8080", false),
        (Some("null"), "callout.example", false),
        (Some("file:///home"), "callout.example", false),
    ] {
        assert_eq!(
            is_own_origin(&headers(origin, host), &base),
            is_own,
            "{origin:?} {host}"
        );
    }
}

//! Which requests come from this machine.

use callout_front::extract::may_pay::{FORWARDING, is_from_here};
use http::{HeaderMap, Uri, header};

#[test]
fn only_loopback_hosts_are_local() {
    let is_loopback = |host: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        is_from_here(&headers, &Uri::from_static("/"))
    };
    for host in [
        "127.0.0.1:8080",
        "127.0.0.1",
        "localhost:3000",
        "LOCALHOST",
        "[::1]:8080",
        "127.9.9.9",
    ] {
        assert!(is_loopback(host), "{host}");
    }
    for host in [
        "callout.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "10.0.0.1:8080",
        "",
        "x@localhost",
        "[::2]",
    ] {
        assert!(!is_loopback(host), "{host}");
    }
}

#[test]
fn a_request_without_a_host_is_not_local() {
    let path = Uri::from_static("/api/payments/create");
    assert!(!is_from_here(&HeaderMap::new(), &path));
    let whole = Uri::from_static("http://localhost:8080/api/payments/create");
    assert!(is_from_here(&HeaderMap::new(), &whole));
}

#[test]
fn a_page_of_another_site_is_not_local() {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, "127.0.0.1:8080".parse().unwrap());
    for (origin, here) in [
        ("http://127.0.0.1:8080", true),
        ("http://localhost:5173", true),
        ("https://[::1]", true),
        ("https://callout.example", false),
        ("http://localhost.evil.example", false),
        ("null", false),
        ("", false),
    ] {
        headers.insert(header::ORIGIN, origin.parse().unwrap());
        assert_eq!(is_from_here(&headers, &Uri::from_static("/")), here, "{origin}");
    }
}

#[test]
fn a_proxied_request_is_not_local() {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, "localhost".parse().unwrap());
    assert!(is_from_here(&headers, &Uri::from_static("/api/payments/create")));
    for name in FORWARDING {
        let mut forwarded = headers.clone();
        forwarded.insert(name, "1.2.3.4".parse().unwrap());
        assert!(!is_from_here(&forwarded, &Uri::from_static("/")), "{name}");
    }
    headers.append(header::HOST, "evil.example".parse().unwrap());
    assert!(!is_from_here(&headers, &Uri::from_static("/")));
}

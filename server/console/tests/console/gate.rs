//! What the console's gate lets pass.

use callout_console::gate::{is_from_here, is_plain};
use http::{HeaderMap, HeaderName, HeaderValue};

#[test]
fn only_paths_that_mean_what_they_say_are_plain() {
    for plain in ["/admin", "/admin/bookings/C-7K2M9QXZ", "/admin/a..b"] {
        assert!(is_plain(plain), "{plain}");
    }
    for odd in [
        "/admin/people/../audit",
        "/admin/people/%2e%2e/audit",
        "/admin/x%5c..",
        "/admin/./audit",
    ] {
        assert!(!is_plain(odd), "{odd}");
    }
}

#[test]
fn a_post_comes_from_our_own_page() {
    let headers = |pairs: &[(&'static str, &'static str)]| {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect::<HeaderMap>()
    };
    let own = "https://callout.example";
    assert!(is_from_here(&headers(&[("sec-fetch-site", "same-origin")]), own));
    assert!(is_from_here(
        &headers(&[("origin", "https://callout.example")]),
        own
    ));
    for wrong in [
        &[][..],
        &[("sec-fetch-site", "same-site")],
        &[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://callout.example"),
        ],
        &[("origin", "null")],
        &[("origin", "https://evil.example")],
    ] {
        assert!(!is_from_here(&headers(wrong), own), "{wrong:?}");
    }
}

//! The ids of requests.

use callout_front::middleware::request_id::{NAME, of};
use http::HeaderMap;

#[test]
fn accepts_only_well_formed_ids() {
    let with = |value: &str| {
        let mut headers = HeaderMap::new();
        headers.insert(NAME, value.parse().unwrap());
        of(&headers)
    };
    assert_eq!(with("abcDEF-123_x"), "abcDEF-123_x");
    for bad in ["short", "has space in it", "ada@example.com", &"a".repeat(65)] {
        assert_ne!(with(bad), bad);
        assert_eq!(with(bad).len(), 36);
    }
    assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
}

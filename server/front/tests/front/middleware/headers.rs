//! The content security policy.

use callout_front::middleware::headers::{content_policy, origin_of_tiles};

#[test]
fn only_stripe_and_the_tile_server_are_allowed() {
    let closed = content_policy(false, None);
    assert!(!closed.contains("http"), "{closed}");
    assert!(closed.contains("script-src 'self' 'wasm-unsafe-eval';"));
    let open = content_policy(true, Some("https://tiles.example"));
    assert!(open.contains("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com"));
    assert!(open.contains("img-src 'self' blob: https://*.stripe.com https://tiles.example;"));
}

#[test]
fn the_tile_host_comes_from_the_template() {
    let origin = |template| origin_of_tiles(template);
    assert_eq!(
        origin("https://t.example:8443/{z}/{x}/{y}.png").as_deref(),
        Some("https://t.example:8443")
    );
    assert_eq!(
        origin("https://{s}.tile.example/{z}/{x}/{y}.png").as_deref(),
        Some("https://*.tile.example")
    );
    assert_eq!(origin("not an address"), None);
}

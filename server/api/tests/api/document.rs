//! The OpenAPI document.

use std::sync::OnceLock;

use callout_api::document::inputs::unused;
use callout_api::document::made_once;

#[test]
fn later_callers_get_the_cached_value() {
    let made = OnceLock::new();
    let first = made_once(&made, || Ok("page".to_owned())).unwrap();
    let second = made_once(&made, || panic!("made again")).unwrap();
    assert_eq!((&first[..], first.as_ptr()), (&b"page"[..], second.as_ptr()));
}

#[test]
fn every_rule_matches_a_schema_field_or_parameter() {
    assert_eq!(unused(&mut callout_api::router::openapi()), Vec::<String>::new());
}

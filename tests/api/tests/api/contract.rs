//! The web app's copy of the OpenAPI document.

use std::path::Path;

#[test]
fn the_committed_document_is_the_servers() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let committed = std::fs::read_to_string(committed).unwrap();
    let made = callout_api::router::openapi().to_pretty_json().unwrap();
    assert!(
        committed.trim_end() == made,
        "web/openapi.json is out of date: run `just gen`"
    );
}

//! The table of routes and the OpenAPI document.

use callout_api::router::{Route, openapi, routes};

#[test]
fn the_document_lists_every_route() {
    let document = serde_json::to_value(openapi()).unwrap();
    for Route { method, path } in routes() {
        let described = &document["paths"][path][method.as_str().to_ascii_lowercase()];
        assert!(
            described.is_object(),
            "{method} {path} has no OpenAPI description at that path"
        );
    }
    let described: usize = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .map(|item| item.as_object().unwrap().len())
        .sum();
    assert_eq!(
        described,
        routes().len(),
        "the document describes a route that the table does not have"
    );
}

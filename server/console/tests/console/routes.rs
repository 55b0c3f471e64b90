//! The console's addresses.

use std::collections::BTreeSet;

use callout_console::FORMS;

#[test]
fn every_server_function_has_a_door() {
    let functions: BTreeSet<String> = leptos::server_fn::axum::server_fn_paths()
        .map(|(path, method)| format!("{method} {path}"))
        .collect();
    let forms: BTreeSet<String> = FORMS.iter().map(|(path, _)| format!("POST {path}")).collect();
    assert_eq!(functions, forms);
}

//! What is kept of a form, and where one goes back to.

use std::sync::Arc;

use callout_console::kept::{Kept, own_path, with_draft};
use callout_console::visitor::Fields;

#[test]
fn secrets_are_not_kept() {
    let typed =
        ["reason", "factor_code", "password", "form", "key"].map(|name| (name.to_owned(), "x".to_owned()));
    let kept = Kept::of("/admin/do/x", &Fields(Arc::new(typed.to_vec())));
    let names: Vec<&str> = kept.fields.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["reason", "key"]);
}

#[test]
fn one_goes_back_to_the_console_alone() {
    for own in [
        "/admin",
        "/admin/bookings?status=done",
        "/admin?draft=1",
        "/admin/bookings?q=a..b",
    ] {
        assert_eq!(own_path(own), own);
    }
    for other in [
        "",
        "https://evil.example",
        "//evil.example",
        "/administrator",
        "/admin//evil",
        "/admin/\\evil",
        "/admin/..",
        "/admin/../api/docs",
        "/admin/x/%2E%2e/../../",
        "/admin/./bookings",
        "/admin/\t/evil",
        "/admin/a b",
        "/admin/\u{7f}",
        "/admin/x#y",
    ] {
        assert_eq!(own_path(other), "/admin", "{other}");
    }
    assert_eq!(
        with_draft("/admin/x?draft=1&page=2", "9"),
        "/admin/x?page=2&draft=9"
    );
}

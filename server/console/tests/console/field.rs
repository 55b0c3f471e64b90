//! A field of a form.

use callout_console::field::{Field, Kind};

#[test]
fn no_text_ends_its_field() {
    let text = "</textarea><script>alert(1)</script> &lt;";
    for kind in [Kind::Area(4), Kind::Json(4)] {
        let field = Field::new("note".into(), "Note".to_owned(), kind, "note".to_owned());
        let html = callout_outside::mail::html(field.value(text).view());
        assert!(
            html.contains("&lt;/textarea>&lt;script>alert(1)&lt;/script> &amp;lt;</textarea>"),
            "{html}"
        );
    }
}

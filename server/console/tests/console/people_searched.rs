//! What an operator searches people for.

use callout_console::people::searched::Searched;

#[test]
fn what_is_searched_for_is_told_by_its_form() {
    let contact = |text: &str| Searched::Contact(text.to_owned());
    for (typed, is) in [
        (" Ada@Example.com ", contact("ada@example.com")),
        ("07700 900123", contact("+447700900123")),
        ("master-12", Searched::Id("master-12".to_owned())),
        ("Lovelace", Searched::Name("Lovelace".to_owned())),
    ] {
        assert_eq!(Searched::parse(typed).unwrap(), is, "{typed}");
    }
    for wrong in ["", "Li", "ada@", "L\u{202e}i"] {
        let refused = Searched::parse(wrong).unwrap_err();
        assert!(refused.errors.contains_key("sought"), "{wrong}");
    }
}

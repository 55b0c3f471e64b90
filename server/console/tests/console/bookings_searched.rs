//! What an operator searches bookings for.

use callout_console::bookings::searched::Searched;

#[test]
fn what_is_searched_for_is_told_by_its_form() {
    let contact = |text: &str| Searched::Contact(text.to_owned());
    for (typed, is) in [
        (" c-7k2m9qxz ", Searched::Number("C-7K2M9QXZ".to_owned())),
        ("Ada@Example.com", contact("ada@example.com")),
        ("07700 900123", contact("+447700900123")),
        ("sw1a1aa", Searched::Postcode("SW1A 1AA".to_owned())),
    ] {
        assert_eq!(Searched::parse(typed).unwrap(), is, "{typed}");
    }
    for wrong in ["", "C-", "ada@", "somebody", "C-\u{202e}"] {
        let refused = Searched::parse(wrong).unwrap_err();
        assert!(refused.errors.contains_key("sought"), "{wrong}");
    }
}

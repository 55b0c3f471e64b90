//! The test cards of the sandbox.

use callout_outside::providers::sandbox::browser::{Card, card};

#[test]
fn test_cards_do_what_they_stand_for() {
    assert_eq!(card("4242 4242 4242 4242").unwrap(), Card::Good);
    assert_eq!(card("4000-0000-0000-0002").unwrap(), Card::Declined);
    assert_eq!(card("4000002500003155").unwrap(), Card::AsksFirst);
    assert_eq!(card("4000 0000 0000 0341").unwrap(), Card::RefusesCapture);
    assert_eq!(card("4000 0000 0000 5126").unwrap(), Card::ReturnsRefunds);
    assert_eq!(
        card("5555555555554444").unwrap(),
        Card::Declined,
        "a real-looking number is never taken"
    );
}

#[test]
fn invalid_card_numbers_are_refused() {
    for number in [
        "",
        "4242",
        "4242424242424241",
        "42424242424242424242",
        "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
        "4242x42424242424",
    ] {
        let error = card(number).unwrap_err();
        assert_eq!(
            error.errors.get("cardNumber").map(String::as_str),
            Some("Your card number is invalid."),
            "{number}"
        );
    }
}

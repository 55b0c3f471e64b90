//! What operators write about a booking.

use callout_base::words::words;

#[test]
fn a_note_says_something_and_is_not_too_long() {
    assert_eq!(words("note", "  They called. ").unwrap(), "They called.");
    for wrong in ["", "  \n ", "ab", &"a".repeat(1_001)] {
        let refused = words("note", wrong).unwrap_err();
        assert!(refused.errors.contains_key("note"), "{wrong}");
    }
    assert!(words("note", &"é".repeat(1_000)).is_ok());
}

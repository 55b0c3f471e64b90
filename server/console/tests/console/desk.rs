//! The desk.

use callout_console::desk::booking;

#[test]
fn a_booking_is_named_without_its_full_postcode() {
    let html = callout_outside::mail::html(booking("C-1", "Leak <b>", "SW1A 1AA"));
    assert!(html.contains("Leak &lt;b&gt;, SW1A<"), "{html}");
    assert!(!html.contains("1AA"), "{html}");
}

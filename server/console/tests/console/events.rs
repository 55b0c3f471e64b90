//! What happened, in plain words.

use callout_console::bookings::events::{plain, words};
use callout_domain::booking_event::EventKind;

#[test]
fn events_are_told_in_plain_words() {
    assert_eq!(words(EventKind::EnRoute), "On the way");
    assert_eq!(words(EventKind::StopAsked), "The client asked to stop the job");
    assert_eq!(words(EventKind::ExtraExpired), "Extra expired");
    assert_eq!(plain(""), "");
}

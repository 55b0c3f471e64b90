//! What happened, in plain words.

use callout_console::bookings::events::{plain, words};

#[test]
fn events_are_told_in_plain_words() {
    assert_eq!(words("en_route"), "On the way");
    assert_eq!(words("stop_asked"), "The client asked to stop the job");
    assert_eq!(words("something_else"), "Something else");
    assert_eq!(plain(""), "");
}

//! What a push service's answer means.

use callout_outside::notify::push::{Pushed, judge};
use http::StatusCode;

#[test]
fn only_a_browser_that_is_gone_is_forgotten() {
    for (status, pushed) in [
        (201, Pushed::Sent),
        (202, Pushed::Sent),
        (404, Pushed::Gone),
        (410, Pushed::Gone),
        (429, Pushed::NotNow),
        (503, Pushed::NotNow),
        (301, Pushed::Refused),
        (400, Pushed::Refused),
        (403, Pushed::Refused),
        (413, Pushed::Refused),
    ] {
        assert_eq!(judge(StatusCode::from_u16(status).unwrap()), pushed, "{status}");
    }
}

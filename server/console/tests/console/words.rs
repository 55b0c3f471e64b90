//! Times, amounts and shares in words.

use callout_console::words::{lasting, percent, pounds, when};
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use pricing_core::BasisPoints;

#[test]
fn what_lasts_is_said_roughly() {
    let said = [
        0,
        40 * SECOND,
        12 * MINUTE,
        3 * HOUR,
        3 * HOUR + 5 * MINUTE,
        DAY + HOUR,
        2 * DAY,
    ]
    .map(lasting);
    assert_eq!(
        said,
        ["0 s", "40 s", "12 min", "3 h", "3 h 5 min", "1 day", "2 days"]
    );
    assert_eq!(lasting(-SECOND), "0 s");
}

#[test]
fn shares_are_written_as_people_write_them() {
    let written = [1_500, 1_250, 5].map(|share| percent(BasisPoints(share)));
    assert_eq!(written, ["15%", "12.50%", "0.05%"]);
}

#[test]
fn times_are_londons() {
    assert_eq!(when(1_795_428_300_000), "23 Nov 2026, 10:05");
    assert_eq!(pounds(1_250), "£12.50");
}

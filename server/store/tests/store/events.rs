//! Events that a reader has not seen yet.

use callout_domain::booking::blank;
use callout_domain::booking_event::EventKind;
use callout_store::events::{BookingNews, Event};
use serde_json::Value;

#[test]
fn a_reader_from_before_the_kept_events_is_not_given_them_as_if_they_were_all() {
    let event = |seq| Event {
        seq,
        kind: EventKind::Pending,
        at: 0,
        data: Value::Null,
    };
    let news = |seqs: std::ops::RangeInclusive<i64>| BookingNews {
        booking: blank(),
        events: seqs.map(event).collect(),
    };
    let after = |news: &BookingNews, seq| {
        let events = news.after(seq)?;
        Some(events.iter().map(|event| event.seq).collect::<Vec<_>>())
    };
    let late = news(6..=8);
    assert_eq!(after(&late, 8), Some(vec![]));
    assert_eq!(after(&late, 9), Some(vec![]));
    assert_eq!(after(&late, 7), Some(vec![8]));
    assert_eq!(after(&late, 5), Some(vec![6, 7, 8]), "the edge");
    assert_eq!(after(&late, 4), None, "the fifth is missing");
    assert_eq!(after(&late, 0), None);
    assert_eq!(after(&news(1..=2), 0), Some(vec![1, 2]));
}

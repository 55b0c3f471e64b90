//! When a hold on a card is renewed: one that may end before its job gets a new one in its place, with the card that was kept.

use pricing_core::calendar::{CivilDateTime, ClockTime};

use crate::clock::{DAY, HOUR, MINUTE, Millis};
use crate::time;

/// A card that was kept, by the provider's ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedCard {
    /// Whose it is, as the provider knows them.
    pub customer_id: String,
    /// The card.
    pub card_id: String,
}

/// How long a hold lasts where the provider does not say, milliseconds: the shortest time of the large card schemes, less a day.
pub const HOLD_LASTS: Millis = 4 * DAY;

/// How long before a hold ends it is renewed.
const BEFORE_END: Millis = DAY;

/// How long before a hold ends its client is asked for it at the latest.
pub const ASKED_UNTIL: Millis = HOUR;

/// A card is kept only for a visit that is further away.
const KEPT_FROM: Millis = 3 * DAY;

/// How old the page may be on which the client agreed to that.
const PAGE_AGE: Millis = 30 * MINUTE;

/// The hours of London's clock between which a bank may ask the client.
const HOURS: (u16, u16) = (9, 20);

/// Whether a card may be kept for a visit that begins at `slot_start` (Unix milliseconds).
#[must_use]
pub fn may_keep_card(slot_start: Option<Millis>, now: Millis) -> bool {
    slot_start.is_some_and(|start| start - now > KEPT_FROM - PAGE_AGE)
}

/// When a hold that ends at `ends` is renewed (Unix milliseconds): a day before; at night, in the evening before that.
#[must_use]
pub fn renew_at(ends: Millis) -> Millis {
    let at = ends - BEFORE_END;
    by_day(at).unwrap_or(at)
}

fn by_day(at: Millis) -> Option<Millis> {
    let (from, until) = HOURS;
    let there = time::london(at)?;
    let evening = |date| {
        time::instant(CivilDateTime {
            date,
            time: ClockTime::from_minutes(until * 60)?,
        })
    };
    let minutes = there.time.minutes();
    if minutes < from * 60 {
        // Half a day before is yesterday also where the clock changes.
        evening(time::london(at - 12 * HOUR)?.date)
    } else if minutes > until * 60 {
        evening(there.date)
    } else {
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(iso: &str) -> Millis {
        time::of_iso(iso).unwrap()
    }

    #[test]
    fn a_day_before_its_end_but_not_at_night() {
        for (ends, renewed) in [
            ("2026-11-20T14:00:00+00:00", "2026-11-19T14:00:00+00:00"),
            ("2026-11-20T09:00:00+00:00", "2026-11-19T09:00:00+00:00"),
            ("2026-11-20T20:00:00+00:00", "2026-11-19T20:00:00+00:00"),
            ("2026-11-20T23:30:00+00:00", "2026-11-19T20:00:00+00:00"),
            ("2026-11-20T08:59:00+00:00", "2026-11-18T20:00:00+00:00"),
            // British Summer Time.
            ("2026-07-20T07:59:00+00:00", "2026-07-18T19:00:00+00:00"),
        ] {
            assert_eq!(time::iso(renew_at(at(ends))), time::iso(at(renewed)), "{ends}");
        }
    }

    #[test]
    fn a_card_is_kept_for_a_visit_after_three_days() {
        let now = at("2026-11-20T12:00:00+00:00");
        for (start, expected) in [
            (None, false),
            (Some(now + DAY), false),
            (Some(now + 3 * DAY - HOUR), false),
            (Some(now + 3 * DAY - MINUTE), true),
            (Some(now + 10 * DAY), true),
        ] {
            assert_eq!(may_keep_card(start, now), expected, "{start:?}");
        }
    }

    proptest! {
        #[test]
        fn there_is_time_for_the_client(ends in 1_700_000_000_000i64..1_900_000_000_000) {
            let before = ends - renew_at(ends);
            prop_assert!((BEFORE_END..=BEFORE_END + 14 * HOUR).contains(&before), "{before}");
        }
    }
}

//! When a pro who is on the way arrives, as far as a straight line and the time of day can tell.

use std::fmt;

use super::rules::MatchingRules;
use crate::clock::{MINUTE, Millis};
use crate::districts::Location;
use crate::geo;

/// How much longer roads are than the straight line, in tenths.
const ROADS_TENTHS: i64 = 14;
/// Speed in kilometres an hour.
const SPEED: i64 = 25;
/// Speed in London, kilometres an hour.
const LONDON_SPEED: i64 = 18;
/// Arrival is told in steps of so many minutes.
const STEP: i64 = 5;
/// Nearer than this, metres, it is 'Nearby'.
const NEARBY: i64 = 1_000;

/// London's postcode areas, as the documents list them.
const LONDON: [&str; 20] = [
    "E", "EC", "W", "WC", "N", "NW", "SE", "SW", "BR", "CR", "DA", "EN", "HA", "IG", "KT", "RM", "SM", "TW",
    "UB", "WD",
];

/// What is said of a pro's arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// Less than a kilometre away.
    Nearby,
    /// In about so many minutes.
    About(i64),
    /// Nobody knows: the last position is so many minutes old.
    LastSeen(i64),
}

/// As people read it.
impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nearby => f.write_str("Nearby"),
            Self::About(minutes) => write!(f, "about {minutes} min"),
            Self::LastSeen(minutes) => write!(f, "Last seen {minutes} min ago"),
        }
    }
}

/// The arrival of a pro who was at `place` at `seen_at` (Unix milliseconds), at a job in a postcode area, e.g. `SW`.
#[must_use]
pub fn arrival(
    place: Location,
    seen_at: Millis,
    job: Location,
    area: &str,
    now: Millis,
    rules: &MatchingRules,
) -> Arrival {
    let age = now.saturating_sub(seen_at);
    if age >= rules.sample_fresh {
        return Arrival::LastSeen(age / MINUTE);
    }
    estimate(geo::distance(place, job), LONDON.contains(&area))
}

/// The arrival over a straight line of so many metres.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no distance on the earth is anywhere near the limit, and a conversion of floats never wraps"
)]
fn estimate(metres: f64, in_london: bool) -> Arrival {
    let metres = metres as i64;
    if metres < NEARBY {
        return Arrival::Nearby;
    }
    let speed = if in_london { LONDON_SPEED } else { SPEED };
    // Minutes are metres × 1.4 × 60 / (speed × 1000); here both sides are multiplied by ten.
    let (way, in_a_step) = (metres * ROADS_TENTHS * 60, speed * 10_000 * STEP);
    Arrival::About((way + in_a_step - 1) / in_a_step * STEP)
}

#[cfg(test)]
mod tests {
    use pricing_core::PriceBook;

    use super::*;
    use crate::clock::SECOND;

    #[test]
    fn minutes_go_up_to_the_next_five() {
        for (metres, elsewhere, london) in [
            (1_000.0, 5, 5),
            (1_071.0, 5, 5),
            (1_072.0, 5, 10),
            (1_488.0, 5, 10),
            (1_489.0, 10, 10),
            (4_464.0, 15, 25),
            (10_000.0, 35, 50),
            (97_000.0, 330, 455),
        ] {
            assert_eq!(estimate(metres, false), Arrival::About(elsewhere), "{metres} m");
            assert_eq!(
                estimate(metres, true),
                Arrival::About(london),
                "{metres} m in London"
            );
        }
        assert_eq!(estimate(999.9, false), Arrival::Nearby);
        assert_eq!(estimate(0.0, true), Arrival::Nearby);
    }

    #[test]
    fn an_old_position_says_only_how_old_it_is() {
        let (here, there) = (
            Location {
                lat: 51.504,
                lng: -0.128,
            },
            Location {
                lat: 51.55,
                lng: -0.128,
            },
        );
        let rules = MatchingRules::default();
        let told = |ago, area| arrival(here, 0, there, area, ago, &rules).to_string();
        // 5.1 km.
        assert_eq!(told(119 * SECOND, "SW"), "about 25 min");
        assert_eq!(told(119 * SECOND, "S"), "about 20 min");
        assert_eq!(told(2 * MINUTE, "SW"), "Last seen 2 min ago");
        assert_eq!(told(200 * SECOND, "SW"), "Last seen 3 min ago");
        assert_eq!(arrival(here, 0, here, "SW", 0, &rules).to_string(), "Nearby");
        // A phone whose clock is ahead.
        assert_eq!(arrival(here, 500, here, "SW", 0, &rules), Arrival::Nearby);
    }

    #[test]
    fn london_is_where_the_price_book_has_it() {
        let regions = &PriceBook::builtin().regions.named;
        let london = regions
            .iter()
            .find(|region| region.label.starts_with("London"))
            .unwrap();
        assert_eq!(london.areas, LONDON);
    }
}

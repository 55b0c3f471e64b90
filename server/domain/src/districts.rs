//! Where a postcode district is: its centre, for the map and for distances (`data/`, see NOTICE).

use std::collections::HashMap;
use std::sync::OnceLock;

use pricing_core::postcode::{Postcode, Prefix};

/// A place in degrees (WGS 84).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Location {
    /// Latitude, degrees north.
    pub lat: f64,
    /// Longitude, degrees east.
    pub lng: f64,
}

impl Location {
    /// The place with these coordinates; `None` when there is no such place.
    #[must_use]
    pub fn new(lat: f64, lng: f64) -> Option<Self> {
        let is_real = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lng);
        is_real.then_some(Self { lat, lng })
    }
}

/// The middle of the United Kingdom, for a postcode whose area has no known district (there is none today).
const MIDDLE: Location = Location { lat: 54.0, lng: -2.5 };

type Table = HashMap<&'static str, Location>;

fn districts() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("../data/outcodes.csv"), 1))
}

fn areas() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("../data/areas.csv"), 2))
}

/// Reads rows of a code with its latitude in column `lat` and its longitude in the next.
fn read(csv: &'static str, lat: usize) -> Table {
    csv.lines()
        .skip(1)
        .filter_map(|line| {
            let mut columns = line.split(',');
            let code = columns.next()?;
            let mut numbers = columns.skip(lat - 1);
            Some((
                code,
                Location {
                    lat: numbers.next()?.parse().ok()?,
                    lng: numbers.next()?.parse().ok()?,
                },
            ))
        })
        .collect()
}

/// The centre of a postcode's district; for an unknown district, the mean of those that begin with it, or else its area's.
#[must_use]
pub fn location(postcode: &Postcode) -> Location {
    middle(postcode.outcode(), postcode.area())
}

/// The same for a district, or the beginning of one.
#[must_use]
pub fn location_of_prefix(prefix: &Prefix) -> Location {
    middle(prefix.as_str(), prefix.area())
}

fn middle(outcode: &str, area: &str) -> Location {
    districts()
        .get(outcode)
        .copied()
        .or_else(|| mean_of(outcode))
        .or_else(|| areas().get(area).copied())
        .unwrap_or(MIDDLE)
}

/// Every district with its centre.
pub fn all() -> impl Iterator<Item = (&'static str, Location)> {
    districts().iter().map(|(code, place)| (*code, *place))
}

/// How many postcode districts are known.
#[must_use]
pub fn count() -> usize {
    districts().len()
}

fn mean_of(start: &str) -> Option<Location> {
    let (count, lat, lng) = districts()
        .iter()
        .filter(|(code, _)| code.starts_with(start))
        .fold((0.0, 0.0, 0.0), |(count, lat, lng), (_, place)| {
            (count + 1.0, lat + place.lat, lng + place.lng)
        });
    (count > 0.0).then(|| Location {
        lat: lat / count,
        lng: lng / count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(postcode: &str) -> Location {
        location(&Postcode::parse(postcode).unwrap())
    }

    #[test]
    fn every_row_is_read() {
        assert_eq!(districts().len(), 2_967);
        assert!(areas().len() > 120);
        assert!(
            districts()
                .values()
                .all(|place| (49.0..61.5).contains(&place.lat) && (-9.0..2.5).contains(&place.lng))
        );
    }

    #[test]
    fn unknown_districts_fall_back_to_a_prefix_then_the_area() {
        let exact = of("AB10 1AA");
        assert_eq!((exact.lat, exact.lng), (57.1352, -2.1203));
        // SW1 alone is not a listed district, but it is still Westminster.
        let beginning = of("SW1 1AA");
        assert!((51.45..51.55).contains(&beginning.lat) && (-0.2..-0.1).contains(&beginning.lng));
        // There is no B22, nor any district that begins with it.
        assert!(!districts().contains_key("B22"));
        assert_eq!(of("B22 1AA"), *areas().get("B").unwrap());
        let prefix = |text| location_of_prefix(&Prefix::parse(text).unwrap());
        assert_eq!((prefix("AB10"), prefix("SW1")), (exact, beginning));
    }

    #[test]
    fn coordinates_have_an_end() {
        for (lat, lng) in [(90.0, 180.0), (-90.0, -180.0), (0.0, 0.0)] {
            assert!(Location::new(lat, lng).is_some(), "{lat} {lng}");
        }
        for (lat, lng) in [
            (90.1, 0.0),
            (-90.1, 0.0),
            (0.0, 180.1),
            (0.0, -180.1),
            (f64::NAN, 0.0),
        ] {
            assert!(Location::new(lat, lng).is_none(), "{lat} {lng}");
        }
    }
}

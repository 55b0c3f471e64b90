//! A postcode district among those around it.

use crate::districts::{self, Location};
use crate::geo;

/// A district and its centre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct District {
    /// The outward code, e.g. `SW1A`.
    pub code: &'static str,
    /// The centre.
    pub place: Location,
}

/// The district of this outward code with those nearest to it, the nearest first; none for an unknown one.
#[must_use]
pub fn around(outward: &str, count: usize) -> Option<(District, Vec<District>)> {
    let district = |(code, place)| District { code, place };
    let middle = districts::all()
        .map(district)
        .find(|district| district.code == outward)?;
    let away = |other: &District| geo::distance(middle.place, other.place);
    let mut others: Vec<District> = districts::all()
        .map(district)
        .filter(|other| other.code != middle.code)
        .collect();
    others.sort_by(|one, other| away(one).total_cmp(&away(other)).then(one.code.cmp(other.code)));
    others.truncate(count);
    Some((middle, others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_come_nearest_first() {
        let (district, near) = around("SW1A", 16).unwrap();
        assert_eq!((district.code, near.len()), ("SW1A", 16));
        let away = |other: &District| geo::distance(district.place, other.place);
        assert!(near.iter().map(away).is_sorted() && away(&near[15]) < 5_000.0);
        assert!(around("SW99", 16).is_none());
    }
}

//! Distances on the earth, and a flat map of the United Kingdom to count cells on.
//!
//! The map is the **sinusoidal projection** with its middle at 3.2° W: north is the latitude in metres, east is the longitude
//! times the cosine of the latitude. It keeps areas exactly, so a cell of the grid covers 4 km² in Cornwall as in Shetland. Away
//! from the middle it only shears: nowhere in the UK is a length stretched by more than 5%, and one cosine makes a point. A
//! cylindrical map with equal areas stretches by up to 18% here, and the National Grid needs a change of datum.

use crate::districts::Location;

/// Mean radius of the earth, metres.
const EARTH: f64 = 6_371_008.8;

/// Longitude of the map's middle, degrees: half-way between the west of Northern Ireland and Lowestoft.
const MIDDLE_LNG: f64 = -3.2;

/// No length within 100 km of the UK is longer on the map than this many times its length on the earth. The shear is at most
/// k = 7.5° × sin 61.5° = 0.115, which stretches by (k + √(k² + 4)) / 2 = 1.06.
pub const STRETCH: f64 = 1.06;

/// A place on the earth taken as a ball, in metres from its centre. Comparing squared chords needs no trigonometry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    x: f64,
    y: f64,
    z: f64,
}

impl Point {
    /// The point of a place.
    #[must_use]
    pub fn of(place: Location) -> Self {
        let (lat, lng) = (place.lat.to_radians(), place.lng.to_radians());
        Self {
            x: EARTH * lat.cos() * lng.cos(),
            y: EARTH * lat.cos() * lng.sin(),
            z: EARTH * lat.sin(),
        }
    }

    /// The square of the straight line through the earth, in m²; it grows with the distance.
    #[must_use]
    pub fn chord_squared(self, other: Self) -> f64 {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z);
        x * x + y * y + z * z
    }
}

/// The squared chord, in m², of two places that are `metres` apart.
#[must_use]
pub fn chord_squared(metres: f64) -> f64 {
    let half_turn = (metres / (2.0 * EARTH)).clamp(0.0, std::f64::consts::FRAC_PI_2);
    let chord = 2.0 * EARTH * half_turn.sin();
    chord * chord
}

/// How far apart two places are, in metres, whose squared chord this is.
#[must_use]
pub fn metres(chord_squared: f64) -> f64 {
    2.0 * EARTH * (chord_squared.sqrt() / (2.0 * EARTH)).min(1.0).asin()
}

/// The shortest way between two places on the earth, in metres.
#[must_use]
pub fn distance(from: Location, to: Location) -> f64 {
    metres(Point::of(from).chord_squared(Point::of(to)))
}

/// The latitudes and the longitudes, lowest and highest, of a box that holds everything within `metres` of a place.
#[must_use]
pub fn around(place: Location, metres: f64) -> ((f64, f64), (f64, f64)) {
    let up = (metres / EARTH).to_degrees();
    // Where the box is widest: its edge nearest to the pole.
    let narrow = (place.lat.abs() + up).min(89.0).to_radians().cos();
    let right = up / narrow;
    (
        (place.lat - up, place.lat + up),
        (place.lng - right, place.lng + right),
    )
}

/// The place so many metres from another, in a direction in radians clockwise from north. For a few kilometres: the earth is taken as
/// flat.
#[must_use]
pub fn moved(from: Location, metres: f64, direction: f64) -> Location {
    let (north, east) = (metres * direction.cos(), metres * direction.sin());
    Location {
        lat: from.lat + (north / EARTH).to_degrees(),
        lng: from.lng + (east / EARTH / from.lat.to_radians().cos()).to_degrees(),
    }
}

/// The place on the straight line between two, at a share of the way from 0 to 1.
#[must_use]
pub fn between(from: Location, to: Location, share: f64) -> Location {
    let share = share.clamp(0.0, 1.0);
    Location {
        lat: from.lat + (to.lat - from.lat) * share,
        lng: from.lng + (to.lng - from.lng) * share,
    }
}

/// A place on the map, in metres east of its middle and north of the equator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flat {
    /// Metres east of the map's middle.
    pub east: f64,
    /// Metres north of the equator.
    pub north: f64,
}

impl Flat {
    /// The place on the map.
    #[must_use]
    pub fn of(place: Location) -> Self {
        Self {
            east: EARTH * (place.lng - MIDDLE_LNG).to_radians() * place.lat.to_radians().cos(),
            north: EARTH * place.lat.to_radians(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(lat: f64, lng: f64) -> Location {
        Location { lat, lng }
    }

    fn flat_distance(from: Location, to: Location) -> f64 {
        let (from, to) = (Flat::of(from), Flat::of(to));
        (from.east - to.east).hypot(from.north - to.north)
    }

    #[test]
    fn known_distances_come_out() {
        let (london, birmingham) = (place(51.5074, -0.1278), place(52.4862, -1.8904));
        let (lerwick, penzance) = (place(60.1530, -1.1427), place(50.1188, -5.5376));
        assert!((distance(london, birmingham) - 162_560.0).abs() < 1_000.0);
        assert!((distance(lerwick, penzance) - 1_146_500.0).abs() < 6_000.0);
        assert!(distance(london, london) < 0.001);
        // One minute of latitude is one old nautical mile.
        assert!((distance(place(52.0, 0.0), place(52.0 + 1.0 / 60.0, 0.0)) - 1_853.2).abs() < 0.5);
    }

    #[test]
    fn places_are_moved_and_lie_between_others() {
        let (london, lerwick) = (place(51.5074, -0.1278), place(60.1530, -1.1427));
        for from in [london, lerwick] {
            for eighth in 0..8 {
                let direction = std::f64::consts::FRAC_PI_4 * f64::from(eighth);
                let away = distance(from, moved(from, 4_000.0, direction));
                assert!((away - 4_000.0).abs() < 10.0, "{away}");
            }
        }
        let east = moved(london, 1_000.0, std::f64::consts::FRAC_PI_2);
        assert!((east.lat - london.lat).abs() < 1e-9 && east.lng > london.lng);
        assert!(moved(london, 1_000.0, 0.0).lat > london.lat);
        let half = between(london, east, 0.5);
        assert!((distance(london, half) - 500.0).abs() < 1.0);
        assert_eq!(between(london, east, 0.0), london);
        assert!(distance(between(london, east, 7.0), east) < 0.01);
    }

    #[test]
    fn cells_of_equal_degrees_have_equal_areas_on_map_and_earth() {
        for lat in [50.0_f64, 55.0, 60.0] {
            for lng in [-8.0, -3.2, 1.7] {
                let side = 0.01;
                let corners = [(0.0, 0.0), (0.0, side), (side, side), (side, 0.0)]
                    .map(|(up, right)| Flat::of(place(lat + up, lng + right)));
                let twice: f64 = (0..4)
                    .map(|corner| {
                        let (a, b) = (corners[corner], corners[(corner + 1) % 4]);
                        a.east * b.north - b.east * a.north
                    })
                    .sum();
                let on_map = twice.abs() / 2.0;
                let band = (lat + side).to_radians().sin() - lat.to_radians().sin();
                let on_earth = EARTH * EARTH * band * side.to_radians();
                assert!((on_map / on_earth - 1.0).abs() < 1e-4, "{lat} {lng}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_box_holds_the_circle(
            lat in 49.0..61.5_f64,
            lng in -9.5..3.0_f64,
            up in -1.5..1.5_f64,
            right in -2.5..2.5_f64,
        ) {
            let (middle, other) = (place(lat, lng), place(lat + up, lng + right));
            let (latitudes, longitudes) = around(middle, distance(middle, other) + 0.001);
            prop_assert!((latitudes.0..=latitudes.1).contains(&other.lat));
            prop_assert!((longitudes.0..=longitudes.1).contains(&other.lng));
        }

        #[test]
        fn chords_and_metres_are_each_others_inverse(apart in 0.0..1_000_000.0_f64) {
            prop_assert!((metres(chord_squared(apart)) - apart).abs() < 0.01);
        }

        #[test]
        fn the_map_stretches_nothing_beyond_its_bound(
            lat in 49.0..61.5_f64,
            lng in -9.5..3.0_f64,
            up in -1.0..1.0_f64,
            right in -1.5..1.5_f64,
        ) {
            let (from, to) = (place(lat, lng), place((lat + up).min(61.5), lng + right));
            prop_assert!(flat_distance(from, to) <= STRETCH * distance(from, to) + 0.001);
        }
    }
}

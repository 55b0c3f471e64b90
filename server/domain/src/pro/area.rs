//! Where a pro works: a circle around a base.

use pricing_core::postcode::{Postcode, Prefix};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::districts::{self, Location};
use crate::failure::Failure;
use crate::geo;
use crate::mistakes::Mistakes;

/// The smallest radius: a mile, in whole km.
pub const LEAST_RADIUS_KM: i64 = 2;
/// The largest radius: 60 miles, in whole km.
pub const MOST_RADIUS_KM: i64 = 97;
/// How far the base may be from the middle of its postcode's district, metres.
const BASE_WITHIN: f64 = 30_000.0;

/// Where a pro works, as sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = MasterAreaInput)]
pub struct AreaInput {
    /// Whole km, for 1 to 60 miles.
    #[serde(rename = "radiusKm")]
    pub radius_km: i64,
    /// A full postcode, or its first half.
    #[serde(rename = "basePostcode")]
    pub base_postcode: String,
    /// Degrees north; the middle of the postcode's district if omitted.
    pub base_lat: Option<f64>,
    /// Degrees east; given together with `base_lat`.
    pub base_lng: Option<f64>,
}

/// Where a pro works.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MasterArea)]
pub struct Area {
    /// Whole km.
    #[serde(rename = "radiusKm")]
    pub radius_km: i64,
    /// `SW1A 1AA` or `SW1A`.
    #[serde(rename = "basePostcode")]
    pub base_postcode: String,
    /// Degrees north.
    pub base_lat: f64,
    /// Degrees east.
    pub base_lng: f64,
}

impl Area {
    /// Checks every field; all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &AreaInput) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let radius_km = wrong.checked("radiusKm", radius(input.radius_km));
        let (base_postcode, base) = match base_postcode(&input.base_postcode) {
            Ok((text, middle)) => (text, base(input, middle, &mut wrong)),
            Err(message) => {
                wrong.note("basePostcode", message);
                return Err(wrong.into());
            }
        };
        wrong.or(Self {
            radius_km,
            base_postcode,
            base_lat: base.lat,
            base_lng: base.lng,
        })
    }
}

fn radius(km: i64) -> Result<i64, String> {
    if (LEAST_RADIUS_KM..=MOST_RADIUS_KM).contains(&km) {
        Ok(km)
    } else {
        Err("Choose a radius from 1 to 60 miles.".to_owned())
    }
}

/// The postcode as it is shown, and the middle of its district. An area without a number, such as `SW`, says too little.
fn base_postcode(text: &str) -> Result<(String, Location), String> {
    if let Ok(postcode) = Postcode::parse(text) {
        return Ok((postcode.to_string(), districts::location(&postcode)));
    }
    let has_digit = |prefix: &Prefix| prefix.as_str().bytes().any(|byte| byte.is_ascii_digit());
    let district = Prefix::parse(text).ok().filter(has_digit);
    district
        .map(|prefix| (prefix.to_string(), districts::location_of_prefix(&prefix)))
        .ok_or_else(|| "Enter a postcode or its first half, such as SW1A 1AA or SW1A.".to_owned())
}

/// The place that was given, or the middle of the district.
fn base(input: &AreaInput, middle: Location, wrong: &mut Mistakes) -> Location {
    let (lat, lng) = match (input.base_lat, input.base_lng) {
        (Some(lat), Some(lng)) => (lat, lng),
        (None, None) => return middle,
        (lat, _) => {
            let absent = if lat.is_none() { "base_lat" } else { "base_lng" };
            wrong.note(absent, "Give both coordinates or neither.");
            return middle;
        }
    };
    let near = Location::new(lat, lng).filter(|place| geo::distance(*place, middle) <= BASE_WITHIN);
    near.unwrap_or_else(|| {
        wrong.note("base_lat", "This place is more than 30 km from the postcode.");
        middle
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(radius_km: i64, postcode: &str, base: (Option<f64>, Option<f64>)) -> Result<Area, Failure> {
        Area::parse(&AreaInput {
            radius_km,
            base_postcode: postcode.to_owned(),
            base_lat: base.0,
            base_lng: base.1,
        })
    }

    fn wrong_fields(result: Result<Area, Failure>) -> Vec<String> {
        result.map_or_else(|failure| failure.errors.into_keys().collect(), |_| Vec::new())
    }

    const NOWHERE: (Option<f64>, Option<f64>) = (None, None);

    #[test]
    fn a_base_is_a_postcode_or_its_first_half() {
        for (typed, shown) in [
            (" sw1a1aa ", "SW1A 1AA"),
            (" ab10 ", "AB10"),
            ("sw1", "SW1"),
            ("b1", "B1"),
        ] {
            assert_eq!(area(10, typed, NOWHERE).unwrap().base_postcode, shown);
        }
        let middle = area(10, "AB10 1AA", NOWHERE).unwrap();
        assert_eq!((middle.base_lat, middle.base_lng), (57.1352, -2.1203));
        for wrong in ["", "SW", "B", "ZZ1", "SW1A 1", "10 Downing Street"] {
            assert_eq!(
                wrong_fields(area(10, wrong, NOWHERE)),
                ["basePostcode"],
                "{wrong}"
            );
        }
        assert_eq!(wrong_fields(area(0, "", NOWHERE)), ["basePostcode", "radiusKm"]);
    }

    #[test]
    fn the_radius_is_a_mile_to_sixty() {
        for (km, wrong) in [(i64::MIN, 1), (1, 1), (2, 0), (97, 0), (98, 1), (i64::MAX, 1)] {
            assert_eq!(wrong_fields(area(km, "AB10", NOWHERE)).len(), wrong, "{km}");
        }
    }

    #[test]
    fn the_base_is_within_30_km_of_its_postcode() {
        // A degree of latitude is 111.2 km.
        let (lat, lng) = (57.1352, -2.1203);
        let near = area(10, "AB10", (Some(lat + 0.269), Some(lng))).unwrap();
        assert_eq!((near.base_lat, near.base_lng), (lat + 0.269, lng));
        for (lat, lng) in [
            (lat + 0.271, lng),
            (lat, lng + 0.6),
            (lat + 360.0, lng),
            (91.0, lng),
            (f64::MAX, lng),
        ] {
            assert_eq!(
                wrong_fields(area(10, "AB10", (Some(lat), Some(lng)))),
                ["base_lat"]
            );
        }
        assert_eq!(wrong_fields(area(10, "AB10", (Some(lat), None))), ["base_lng"]);
        assert_eq!(
            wrong_fields(area(1, "AB10", (None, Some(lng)))),
            ["base_lat", "radiusKm"]
        );
    }
}

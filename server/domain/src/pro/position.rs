//! Where a pro's phone says that it is.

use crate::clock::Millis;
use crate::districts::Location;
use crate::failure::Fallible;
use crate::mistakes::Mistakes;
use crate::time;

/// A place that is only known to within so many metres says too little to be kept.
const VAGUE: f64 = 2_000.0;
/// The greatest accuracy, metres, that is no mistake: half the way around the Earth.
const LEAST_ACCURATE: u32 = 20_000_000;

/// A place, and how good it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Where.
    pub place: Location,
    /// When that was measured, Unix milliseconds.
    pub at: Millis,
    /// To within how many metres, where the phone says so.
    pub accuracy: Option<f64>,
}

/// A place as it is sent: degrees, the time in ISO 8601, metres. Older apps send neither time nor accuracy.
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lng: f64,
    /// When it was measured; now, if absent.
    pub at: Option<&'a str>,
    /// To within how many metres.
    pub accuracy: Option<f64>,
}

impl Position {
    /// Checks what was sent at `now` (Unix milliseconds); none for a place that is too vague to be kept. Nothing is measured in the
    /// future: then the phone's clock is ahead.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(sent: Sent<'_>, now: Millis) -> Fallible<Option<Self>> {
        let mut wrong = Mistakes::default();
        if !(-90.0..=90.0).contains(&sent.lat) {
            wrong.note("lat", "Enter degrees from -90 to 90.");
        }
        if !(-180.0..=180.0).contains(&sent.lng) {
            wrong.note("lng", "Enter degrees from -180 to 180.");
        }
        let at = sent.at.map_or(Some(now), time::of_iso);
        if at.is_none() {
            wrong.note("at", "Enter a time like 2026-11-23T09:00:00Z.");
        }
        if sent
            .accuracy
            .is_some_and(|metres| !(0.0..=f64::from(LEAST_ACCURATE)).contains(&metres))
        {
            wrong.note("accuracy", "Enter metres, 0 or more.");
        }
        let position = wrong.or(Self {
            place: Location {
                lat: sent.lat,
                lng: sent.lng,
            },
            at: at.map_or(now, |at| at.min(now)),
            accuracy: sent.accuracy,
        })?;
        Ok(Some(position).filter(|position| position.accuracy.is_none_or(|metres| metres < VAGUE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_795_424_400_000;

    fn sent() -> Sent<'static> {
        Sent {
            lat: 51.5,
            lng: -0.1,
            at: None,
            accuracy: None,
        }
    }

    #[test]
    fn a_place_has_the_time_when_it_was_measured() {
        let at = |at| Position::parse(Sent { at, ..sent() }, NOW).unwrap().unwrap().at;
        assert_eq!(at(None), NOW);
        let before = time::iso(NOW - 90_000);
        assert_eq!(at(Some(&before)), NOW - 90_000);
        let ahead = time::iso(NOW + 90_000);
        assert_eq!(at(Some(&ahead)), NOW);
    }

    #[test]
    fn a_vague_place_is_not_kept() {
        let of = |accuracy| {
            let accuracy = Some(accuracy);
            Position::parse(Sent { accuracy, ..sent() }, NOW).unwrap()
        };
        assert_eq!(of(12.5).unwrap().accuracy, Some(12.5));
        assert!(of(1_999.0).is_some() && of(2_000.0).is_none());
    }

    #[test]
    fn every_wrong_field_has_its_message() {
        let wrong = Sent {
            lat: 90.1,
            lng: f64::NAN,
            at: Some("yesterday"),
            accuracy: Some(-1.0),
        };
        let fields: Vec<_> = Position::parse(wrong, NOW)
            .unwrap_err()
            .errors
            .into_keys()
            .collect();
        assert_eq!(fields, ["accuracy", "at", "lat", "lng"]);
    }
}

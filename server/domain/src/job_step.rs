//! The steps of a pro's job, and what each needs: the client's code to begin, photos to end.

use super::booking::Booking;
use super::booking_event::EventKind;
use super::clock::{MINUTE, Millis, SECOND};
use super::districts::{self, Location};
use super::failure::{Failure, Fallible};
use super::geo;
use super::letters;
use super::status::{BookingStatus, facts};
use pricing_core::typed;

/// How near to the job a pro must be who begins without the code, metres.
const ON_SITE: f64 = 200.0;

/// The most photos of a finished job.
pub const PHOTOS: usize = 8;

/// Shortest and longest reason, characters.
pub const REASON: std::ops::RangeInclusive<usize> = 10..=500;

/// Why a job that an operator opened began without the code.
pub const OPENED: &str = "Our team let the work begin without the code.";

/// How far a device's clock may be ahead of ours, milliseconds.
const AHEAD: Millis = MINUTE;

/// When a step was taken that reaches us later, as its pro's device says; `None` where that cannot be: before the step that came before it, or
/// after now. It is only shown: what a step costs or earns goes by our own time.
#[must_use]
pub fn believed(happened_at: Millis, before: Millis, now: Millis) -> Option<Millis> {
    // Devices and events are told apart by the second.
    let can_be = before / SECOND * SECOND..=now + AHEAD;
    can_be.contains(&happened_at).then(|| happened_at.min(now))
}

/// Whether an event of this kind is a step of the job that its pro is shown, with what became of it.
#[must_use]
pub fn is_shown_to_pro(kind: EventKind) -> bool {
    kind.status().is_some_and(|status| {
        let facts = facts(status);
        facts.has_pro || facts.is_done || facts.is_called_off
    })
}

/// Whether an event of this kind says how the work began or ended.
#[must_use]
pub const fn is_of_work(kind: EventKind) -> bool {
    matches!(kind, EventKind::InProgress | EventKind::Completed)
}

/// A step, with what the pro has for it.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The work begins.
    Begin(Option<Start>),
    /// The work is done.
    Finish(Option<Proof>),
    /// Any other step.
    To(BookingStatus),
}

/// What a job begins by.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// The client's code.
    Code(String),
    /// The client cannot be reached.
    OutOfReach(OutOfReach),
}

/// How a pro shows that they are at the job without its client.
#[derive(Debug, Clone, PartialEq)]
pub struct OutOfReach {
    /// Why there is no code.
    pub reason: String,
    /// A photo that was uploaded.
    pub photo_url: String,
    /// Where the pro is.
    pub place: Location,
}

/// What a job ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Photos that were uploaded.
    Photos(Vec<String>),
    /// Why there are none.
    Nothing(String),
}

impl Step {
    /// Where it leads.
    #[must_use]
    pub fn status(&self) -> BookingStatus {
        match self {
            Self::Begin(_) => BookingStatus::InProgress,
            Self::Finish(_) => BookingStatus::Completed,
            Self::To(status) => *status,
        }
    }
}

impl Start {
    /// A code as it was typed, its digits grouped in any way.
    ///
    /// # Errors
    /// 422 on `startCode` when it is not four digits.
    pub fn code(typed: &str) -> Fallible<Self> {
        typed::start_code(typed).map(Self::Code).map_err(|_| no_code())
    }

    /// The client cannot be reached, as the pro says.
    ///
    /// # Errors
    /// 422 on `reason` or `position`.
    pub fn out_of_reach(reason: &str, photo_url: String, lat: f64, lng: f64) -> Fallible<Self> {
        let place = Location::new(lat, lng);
        Ok(Self::OutOfReach(OutOfReach {
            reason: reason_of(reason, "reason")?,
            photo_url,
            place: place.ok_or_else(|| Failure::field("position", "There is no such place."))?,
        }))
    }
}

impl Proof {
    /// Photos of the finished work.
    ///
    /// # Errors
    /// 422 on `photos` unless they are 1 to 8.
    pub fn photos(urls: Vec<String>) -> Fallible<Self> {
        match urls.len() {
            0 => Err(no_proof()),
            count if count > PHOTOS => Err(Failure::field("photos", "Please send at most 8 photos.")),
            _ => Ok(Self::Photos(urls)),
        }
    }

    /// Why the finished work cannot be photographed.
    ///
    /// # Errors
    /// 422 on `cannotPhotograph`.
    pub fn nothing(reason: &str) -> Fallible<Self> {
        Ok(Self::Nothing(reason_of(reason, "cannotPhotograph")?))
    }
}

/// 422 on `startCode`: the work cannot begin without one.
#[must_use]
pub fn no_code() -> Failure {
    Failure::field("startCode", "Enter the four digits that the client shows you.")
}

/// 422 on `photos`: the work cannot end without one.
#[must_use]
pub fn no_proof() -> Failure {
    Failure::field(
        "photos",
        "Add at least one photo of the finished work, or say why you can't take one.",
    )
}

/// 422 on `photos` or `photoUrl` for one that does not exist or belongs to something already.
#[must_use]
pub fn no_such_photo(field: &'static str) -> Failure {
    Failure::field(field, "A photo is not there any more. Please add it again.")
}

/// Refuses a pro who is not at the job.
///
/// # Errors
/// 422 `not_on_site` on `position`.
pub fn refuse_elsewhere(booking: &Booking, place: Location) -> Fallible<()> {
    let middle = Location {
        lat: booking.lat,
        lng: booking.lng,
    };
    if is_on_site(place, booking.outward_code(), middle) {
        return Ok(());
    }
    let mut failure = Failure::field("position", "You are too far from the job for this.");
    failure.code = "not_on_site";
    Err(failure)
}

/// Whether a place is within 200 m of a job. No address is looked up: a job's place is its postcode district, which is known by its middle,
/// so all that is nearer to it than to the middle of any other district counts as the job's.
fn is_on_site(place: Location, district: &str, middle: Location) -> bool {
    let away = geo::distance(place, middle) - ON_SITE;
    away <= 0.0
        || districts::all().all(|(code, other)| code == district || away <= geo::distance(place, other))
}

fn reason_of(text: &str, field: &'static str) -> Fallible<String> {
    let reason = letters::plain_text(text).trim().to_owned();
    if REASON.contains(&reason.chars().count()) {
        Ok(reason)
    } else {
        Err(Failure::field(field, "Say why in 10 to 500 characters."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;

    fn refused<T>(result: Fallible<T>) -> Option<String> {
        let failure = result.err()?;
        failure.errors.into_keys().next()
    }

    #[test]
    fn a_code_is_four_digits_however_they_are_spaced() {
        for typed in ["0042", " 0042 ", "00 42", "0 0 4 2"] {
            assert_eq!(
                Start::code(typed).unwrap(),
                Start::Code("0042".to_owned()),
                "{typed:?}"
            );
        }
        for typed in ["", "042", "00042", "12a4", "١٢٣٤", "-123"] {
            assert_eq!(
                refused(Start::code(typed)).as_deref(),
                Some("startCode"),
                "{typed:?}"
            );
        }
    }

    #[test]
    fn one_to_eight_photos_or_a_reason() {
        let photos = |count: usize| Proof::photos(vec!["/api/files/x".to_owned(); count]);
        assert!(photos(1).is_ok() && photos(8).is_ok());
        assert_eq!(refused(photos(0)).as_deref(), Some("photos"));
        assert_eq!(refused(photos(9)).as_deref(), Some("photos"));
        for (letters, fits) in [(9, false), (10, true), (500, true), (501, false)] {
            assert_eq!(Proof::nothing(&"ä".repeat(letters)).is_ok(), fits, "{letters}");
        }
        assert_eq!(
            refused(Proof::nothing("    too short   ")).as_deref(),
            Some("cannotPhotograph")
        );
    }

    #[test]
    fn a_device_is_believed_from_the_step_before_until_now() {
        let (before, now) = (10 * MINUTE + 7, 60 * MINUTE);
        for (said, shown) in [
            (10 * MINUTE - 1, None),
            (10 * MINUTE, Some(10 * MINUTE)),
            (30 * MINUTE, Some(30 * MINUTE)),
            (now, Some(now)),
            (now + AHEAD, Some(now)),
            (now + AHEAD + 1, None),
        ] {
            assert_eq!(believed(said, before, now), shown, "{said}");
        }
    }

    #[test]
    fn on_site_is_200_m_around_the_district() {
        let place = districts::all().find(|(code, _)| *code == "SW1A");
        let (_, middle) = place.unwrap();
        let booking = Booking {
            postcode: "SW1A 1AA".to_owned(),
            lat: middle.lat,
            lng: middle.lng,
            ..blank()
        };
        let at = |metres| refused(refuse_elsewhere(&booking, geo::moved(middle, metres, 0.3)));
        assert_eq!(at(0.0), None);
        assert_eq!(at(199.0), None);
        for far in [3_000.0, 20_000.0] {
            assert_eq!(at(far).as_deref(), Some("position"), "{far}");
        }
    }

    #[test]
    fn the_edge_of_a_large_district_is_on_site() {
        // The Highlands: nobody else's middle is within 10 km.
        let (_, middle) = districts::all().find(|(code, _)| *code == "IV27").unwrap();
        assert!(is_on_site(geo::moved(middle, 8_000.0, 1.0), "IV27", middle));
    }
}

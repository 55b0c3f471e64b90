//! How the work of a booking begins, began and ended, as its client and its pro see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::photo_url;
use callout_domain::booking::Booking;
use callout_domain::start_code;
use callout_domain::time;

/// How the pro may begin.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobStart)]
#[serde(rename_all = "camelCase")]
pub struct StartView {
    /// How many start codes can be typed yet; 0 until the client makes a new one.
    tries_left: i64,
    /// True when an operator lets the pro begin without the code.
    is_open: bool,
}

/// How the work began and ended.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = WorkShown)]
pub struct WorkView {
    /// There when it began without the client's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    started_without_code: Option<StartedWithoutCode>,
    /// Addresses of the photos of the finished work; until 12 months after the end.
    completion_photos: Vec<String>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_photographed: Option<String>,
}

/// How the work began without the client's code.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StartedWithoutCode {
    /// In the pro's words.
    reason: String,
    /// Address of the pro's photo from the door.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
}

/// What became of a job that its client asked to stop, or that Callout stopped.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobStop)]
#[serde(rename_all = "camelCase")]
pub struct StopView {
    /// When the client asked, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_at: Option<String>,
    /// The client's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Why Callout decided as it did, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

/// What became of a job that its client asked to stop; none where nobody did.
#[must_use]
pub fn stop(booking: &Booking) -> Option<StopView> {
    let happened = booking.stop_asked_at.is_some() || booking.stop_words.is_some();
    happened.then(|| StopView {
        asked_at: booking.stop_asked_at.map(time::iso),
        text: booking.stop_text.clone(),
        words: booking.stop_words.clone(),
    })
}

/// How the pro may begin; none when that is not the next step.
#[must_use]
pub fn start(booking: &Booking) -> Option<StartView> {
    booking.awaits_start().then(|| StartView {
        tries_left: start_code::tries_left(booking.start_tries),
        is_open: booking.start_opened,
    })
}

/// How the work began and ended; none while there is nothing to say.
#[must_use]
pub fn work(booking: &Booking) -> Option<WorkView> {
    let photos = &booking.completion_photos.0;
    let started_without_code = booking.started_without.clone().map(|reason| StartedWithoutCode {
        reason,
        photo_url: booking.start_photo_id.as_deref().map(photo_url),
    });
    let not_photographed = booking.not_photographed.clone();
    let is_empty = photos.is_empty() && started_without_code.is_none() && not_photographed.is_none();
    (!is_empty).then(|| WorkView {
        started_without_code,
        completion_photos: photos.iter().map(|id| photo_url(id)).collect(),
        not_photographed,
    })
}

//! The calendar file of a booking, with an email about it.

use callout_domain::booking::Booking;
use callout_domain::calendar_file::{calendar_file, method};
use callout_domain::clock::Millis;
use callout_domain::message::Attachment;

/// The file of a booking as it is now.
pub(super) fn file(booking: &Booking, now: Millis) -> Option<Attachment> {
    let file = calendar_file(booking, now)?;
    Some(Attachment {
        name: format!("{}.ics", booking.id),
        media_type: format!("text/calendar; charset=utf-8; method={}", method(booking)),
        body: file.into_bytes(),
    })
}

/// The file that takes a booking out of the calendar; none while it stands.
pub(super) fn called_off(booking: &Booking) -> Vec<Attachment> {
    let is_off = booking.facts().is_called_off;
    let file = is_off.then(|| file(booking, booking.updated_at)).flatten();
    file.into_iter().collect()
}

//! What the console says when it does not let somebody pass, and how it writes times and sums.

use http::StatusCode;
use pricing_core::calendar::CivilDate;
use pricing_core::{BasisPoints, Pence, Urgency};

use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, HOUR, MINUTE, Millis, SECOND};
use callout_domain::pounds::grouped;
use callout_domain::status::BookingStatus;
use callout_domain::time;
use callout_store::masters::Master;

/// Why a request is refused before any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// A form of another site.
    FromElsewhere,
    /// An admin at a super admin's door.
    SuperAdminOnly,
    /// No such address.
    NothingHere,
    /// Something that is no form.
    NotAForm,
    /// More than any form of ours sends.
    TooLarge,
    /// A fault on our side.
    Failed,
}

impl Refusal {
    /// Status, heading, and what can be done about it.
    pub(super) const fn words(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::FromElsewhere => (
                StatusCode::FORBIDDEN,
                "This form did not come from the console",
                "Nothing was done. Open the page in the console and send the form from there.",
            ),
            Self::SuperAdminOnly => (
                StatusCode::FORBIDDEN,
                "Only for super admins",
                "Nothing was done. Ask a super admin to do this, or to change your role.",
            ),
            Self::NothingHere => (
                StatusCode::NOT_FOUND,
                "There is nothing at this address",
                "The link may be old or mistyped.",
            ),
            Self::NotAForm => (
                StatusCode::BAD_REQUEST,
                "This form could not be read",
                "Nothing was done. Go back and send it again.",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "This is too much for one form",
                "Nothing was done. Go back and shorten it.",
            ),
            Self::Failed => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Something went wrong on our side",
                "Nothing was done. Please try again in a minute.",
            ),
        }
    }
}

/// When a visit is to be: `23 Nov 2026, 11:00 to 13:00`, London time.
pub(super) fn window(booking: &Booking) -> String {
    match (booking.slot_start, booking.slot_end) {
        (Some(start), Some(end)) => window_of(start, end),
        _ => "No fixed time".to_owned(),
    }
}

/// From when to when.
pub(super) fn window_of(start: Millis, end: Millis) -> String {
    format!("{} to {}", when(start), time::clock_face(end))
}

/// `23 Nov 2026, 10:05`, London time.
#[must_use]
pub fn when(at: Millis) -> String {
    time::london(at).map_or_else(
        || "unknown".to_owned(),
        |there| {
            let minutes = there.time.minutes();
            format!("{}, {:02}:{:02}", date(there.date), minutes / 60, minutes % 60)
        },
    )
}

/// `23 Nov 2026`, in London.
#[must_use]
pub fn day(at: Millis) -> String {
    time::london(at).map_or_else(|| "unknown".to_owned(), |there| date(there.date))
}

fn date(date: CivilDate) -> String {
    let month = MONTHS
        .get(usize::from(date.month()).saturating_sub(1))
        .copied()
        .unwrap_or_default();
    format!("{} {month} {}", date.day(), date.year())
}

/// How long something takes or has taken: `40 s`, `12 min`, `3 h 5 min`, `2 days`.
#[must_use]
pub fn lasting(millis: Millis) -> String {
    let (days, hours) = (millis / DAY, millis % DAY / HOUR);
    let (minutes, seconds) = (millis % HOUR / MINUTE, millis % MINUTE / SECOND);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{} s", seconds.max(0)),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, 0) => format!("{hours} h"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (1, _, _) => "1 day".to_owned(),
        (days, _, _) => format!("{days} days"),
    }
}

/// A booking's status.
pub(super) const fn status(status: BookingStatus) -> &'static str {
    match status {
        BookingStatus::Created => "Awaiting payment",
        BookingStatus::Paid => "Paid",
        BookingStatus::Pending => "Matching",
        BookingStatus::Accepted => "Waiting for the client",
        BookingStatus::Confirmed => "Confirmed",
        BookingStatus::Assigned => "Assigned",
        BookingStatus::EnRoute => "On the way",
        BookingStatus::InProgress => "Working",
        BookingStatus::Completed => "Done",
        BookingStatus::Cancelled => "Cancelled",
        BookingStatus::NoResponse => "No response",
    }
}

/// How soon a booking without a window is wanted.
pub(super) const fn urgency(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Emergency => "Emergency",
        Urgency::Asap => "As soon as possible",
        Urgency::Scheduled => "To be agreed",
    }
}

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// A name; of an account that is closed nothing is left.
pub(super) fn name(first: Option<String>, last: Option<String>) -> String {
    let names: Vec<String> = first.into_iter().chain(last).collect();
    if names.is_empty() {
        "Account closed".to_owned()
    } else {
        names.join(" ")
    }
}

/// A pro: name, company, phone and email, as far as they are known.
pub(super) fn pro(master: Option<Master>) -> String {
    let Some(master) = master else {
        return name(None, None);
    };
    let known = [
        Some(name(master.first_name, master.last_name)),
        master.company_name,
        master.phone,
        Some(master.email),
    ];
    let known: Vec<String> = known
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect();
    known.join(", ")
}

/// `12.50`, as it stands in a field for pounds.
pub(super) fn plain_pounds(amount: Pence) -> String {
    amount.to_string().replace('£', "")
}

/// What a booking costs, or who is to say so.
#[must_use]
pub fn price(booking: &Booking) -> String {
    if booking.awaits_price() {
        "Pros name it".to_owned()
    } else {
        pounds(booking.amount_pence)
    }
}

/// `£12.50`.
#[must_use]
pub fn pounds(pence: i64) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    let pounds = grouped(pence.unsigned_abs() / 100);
    match pence.unsigned_abs() % 100 {
        0 => format!("{sign}£{pounds}"),
        rest => format!("{sign}£{pounds}.{rest:02}"),
    }
}

/// `15%`, `12.50%`.
#[must_use]
pub fn percent(share: BasisPoints) -> String {
    match (share.0 / 100, share.0 % 100) {
        (whole, 0) => format!("{whole}%"),
        (whole, rest) => format!("{whole}.{rest:02}%"),
    }
}

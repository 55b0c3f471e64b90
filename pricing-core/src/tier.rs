//! The client's explicit choices: service level and urgency; and where a booking can stand.

use crate::strings::joined;
use crate::wire::names;
use alloc::string::String;
use core::fmt;

/// Service level (first document, section 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "SCREAMING_SNAKE_CASE"))]
pub enum Tier {
    /// Cheaper, fewer pros are asked; not with an emergency.
    Economy,
    /// The default.
    #[default]
    Standard,
    /// Dearer, more pros are asked at once.
    Priority,
}

impl Tier {
    /// All of them, cheapest first.
    pub const ALL: [Self; 3] = [Self::Economy, Self::Standard, Self::Priority];
}

/// How soon a pro is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "SCREAMING_SNAKE_CASE"))]
pub enum Urgency {
    /// Now, without a slot.
    Emergency,
    /// Today (the time step's default).
    #[default]
    Asap,
    /// Any slot.
    Scheduled,
}

/// Where a booking stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BookingStatus {
    /// Quote redeemed, payment not settled yet.
    Created,
    /// Card authorised, or nothing to pay.
    Paid,
    /// Matching runs.
    Pending,
    /// Waits for the client.
    Accepted,
    /// The client approved and, if by card, paid.
    Confirmed,
    /// A pro has the job.
    Assigned,
    /// The pro is on the way.
    EnRoute,
    /// The work has begun.
    InProgress,
    /// Done.
    Completed,
    /// Called off.
    Cancelled,
    /// Nobody took it.
    NoResponse,
}

names! { Tier, "ECONOMY, STANDARD or PRIORITY": Economy = "ECONOMY", Standard = "STANDARD", Priority = "PRIORITY" }
names! { Urgency, "EMERGENCY, ASAP or SCHEDULED": Emergency = "EMERGENCY", Asap = "ASAP", Scheduled = "SCHEDULED" }
names! { BookingStatus, "a booking's status":
    Created = "created",
    Paid = "paid",
    Pending = "pending",
    Accepted = "accepted",
    Confirmed = "confirmed",
    Assigned = "assigned",
    EnRoute = "en_route",
    InProgress = "in_progress",
    Completed = "completed",
    Cancelled = "cancelled",
    NoResponse = "no_response",
}

impl BookingStatus {
    /// Every status, in the order of a job's life.
    pub const ALL: [Self; 11] = [
        Self::Created,
        Self::Paid,
        Self::Pending,
        Self::Accepted,
        Self::Confirmed,
        Self::Assigned,
        Self::EnRoute,
        Self::InProgress,
        Self::Completed,
        Self::Cancelled,
        Self::NoResponse,
    ];

    /// True when nothing more happens to the booking by itself.
    #[must_use]
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

impl TryFrom<String> for BookingStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::named(&text).ok_or_else(|| joined(&["no such status: ", &text]))
    }
}

impl fmt::Display for BookingStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::BookingStatus;

    #[test]
    fn a_status_is_read_back_by_its_name() {
        for status in BookingStatus::ALL {
            assert_eq!(BookingStatus::try_from(status.to_string()), Ok(status));
            #[cfg(feature = "serde")]
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        assert!(BookingStatus::try_from("ASSIGNED".to_owned()).is_err());
    }
}

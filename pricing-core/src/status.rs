//! The states of a booking.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Where a booking stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
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

    /// The status as JSON and the database spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Paid => "paid",
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Confirmed => "confirmed",
            Self::Assigned => "assigned",
            Self::EnRoute => "en_route",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::NoResponse => "no_response",
        }
    }

    /// The status of this name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }

    /// True when nothing more happens to the booking by itself.
    #[must_use]
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }
}

impl TryFrom<String> for BookingStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::named(&text).ok_or_else(|| format!("no such status: {text}"))
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
    use crate::tier::Tier;
    use crate::urgency::Urgency;

    #[test]
    fn a_status_is_read_back_by_its_name() {
        for status in BookingStatus::ALL {
            assert_eq!(BookingStatus::try_from(status.to_string()), Ok(status));
        }
        assert!(BookingStatus::try_from("ASSIGNED".to_owned()).is_err());
    }

    #[test]
    fn names_are_the_ones_of_json() {
        for status in BookingStatus::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        for tier in Tier::ALL {
            assert_eq!(serde_json::to_value(tier).unwrap(), tier.as_str());
        }
        for urgency in Urgency::ALL {
            assert_eq!(serde_json::to_value(urgency).unwrap(), urgency.as_str());
        }
    }
}

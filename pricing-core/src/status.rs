//! The states of a booking.

use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// Where a booking stands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum BookingStatus {
        /// Quote redeemed, payment not settled yet.
        Created = "created",
        /// Card authorised, or nothing to pay.
        Paid = "paid",
        /// Matching runs.
        Pending = "pending",
        /// Waits for the client.
        Accepted = "accepted",
        /// The client approved and, if by card, paid.
        Confirmed = "confirmed",
        /// A pro has the job.
        Assigned = "assigned",
        /// The pro is on the way.
        EnRoute = "en_route",
        /// The work has begun.
        InProgress = "in_progress",
        /// Done.
        Completed = "completed",
        /// Called off.
        Cancelled = "cancelled",
        /// Nobody took it.
        NoResponse = "no_response",
    }
}

impl BookingStatus {
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

    #[test]
    fn a_status_is_read_back_by_its_name() {
        for status in BookingStatus::ALL {
            assert_eq!(BookingStatus::try_from(status.to_string()), Ok(status));
        }
        assert!(BookingStatus::try_from("ASSIGNED".to_owned()).is_err());
    }
}

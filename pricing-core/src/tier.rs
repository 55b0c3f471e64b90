//! The client's explicit choices: service level and urgency; and the states of a booking that cancelling looks at.

use crate::wire::names;

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

/// A booking's state (decisions.md section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BookingStatus {
    /// Quote redeemed, payment not settled yet.
    Created,
    /// Card authorised.
    Paid,
    /// Matching runs.
    Pending,
    /// Waits for the client.
    Accepted,
    /// The client approved.
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

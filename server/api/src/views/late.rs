//! That a pro is late.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::booking::Booking;
use callout_domain::late::OnTheWay;
use callout_domain::time;

/// That the pro is late, as they last said.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Late)]
#[serde(rename_all = "camelCase")]
pub struct LateView {
    /// By how many minutes.
    minutes: i64,
    /// When they said so, ISO 8601.
    said_at: String,
    /// When they expect to be there, ISO 8601.
    until: String,
    /// From when on the client may report that they did not come, ISO 8601.
    no_show_from: String,
}

impl LateView {
    /// What was last said, if it was.
    #[must_use]
    pub fn of(booking: &Booking, said: &OnTheWay) -> Option<Self> {
        let late = said.last()?;
        Some(Self {
            minutes: late.minutes,
            said_at: time::iso(late.at),
            until: time::iso(late.until()),
            no_show_from: time::iso(said.no_show_from(booking)),
        })
    }
}

//! Pros' answers that wait for the client.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both};
use callout_domain::matching::proposal::ProposalOutcome;

record! {
    /// A row of `proposals`. Money in pence, times in Unix milliseconds.
    pub struct Proposal in "proposals" {
        /// `proposal-…`.
        pub id: String => FACT,
        /// The booking.
        pub booking_id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// The price before a coupon that it changes.
        pub price_pence: i64 => FACT,
        /// By how much; 0 for a budget that awaits its payment. The whole price, where pros name it.
        pub delta_pence: i64 => FACT,
        /// How long the work takes, minutes, where pros name the price.
        pub length_minutes: Option<i64> => FACT,
        /// What the pro says about it.
        pub message: Option<String> => both("null").kept_for(TWO_YEARS),
        /// When it was made.
        pub made_at: Millis => FACT,
        /// When the client's time to answer ends; once approved, the time to pay.
        pub until: Millis => FACT,
        /// When the client approved it.
        pub approved_at: Option<Millis> => FACT,
        /// How it ended; none while it is open.
        pub outcome: Option<ProposalOutcome> => FACT,
        /// When that was.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl Proposal {
    /// A named price that the client has not chosen: it stands beside others, and the booking does not wait for it.
    #[must_use]
    pub fn is_standing(&self) -> bool {
        self.outcome.is_none() && self.length_minutes.is_some() && self.approved_at.is_none()
    }
}

/// The one that the booking waits with: not a named price before the client has chosen it.
pub(crate) const OPEN: &str = "outcome is null and (length_minutes is null or approved_at is not null)";
/// A named price that the client has not chosen.
const STANDING: &str = "outcome is null and length_minutes is not null and approved_at is null";

/// Adds a proposal.
///
/// # Errors
/// `Duplicate` when the booking has an open one, or a named price of this pro; otherwise when the database fails.
pub async fn add(connection: &mut Connection, proposal: &Proposal) -> Result<(), StoreError> {
    table::insert(connection, proposal, "").await?;
    Ok(())
}

/// The proposal of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Proposal>, StoreError> {
    fetch_optional!(
        connection,
        Proposal,
        table::select::<Proposal>("where id = $1"),
        id
    )
}

/// What pros proposed to a client, the oldest first.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>(
            "where booking_id in (select id from bookings where client_id = $1) order by made_at, id"
        ),
        client_id,
    )
}

/// The open proposal of a booking.
pub async fn open(connection: &mut Connection, booking_id: &str) -> Result<Option<Proposal>, StoreError> {
    fetch_optional!(
        connection,
        Proposal,
        table::select::<Proposal>(&format!("where booking_id = $1 and {OPEN}")),
        booking_id
    )
}

/// What a pro has proposed for a booking and has not ended: the open proposal, or a named price.
pub async fn open_of(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
) -> Result<Option<Proposal>, StoreError> {
    fetch_optional!(
        connection,
        Proposal,
        table::select::<Proposal>("where booking_id = $1 and master_id = $2 and outcome is null"),
        booking_id,
        master_id,
    )
}

/// The named prices of a booking from which the client can choose, the lowest first.
pub async fn standing(connection: &mut Connection, booking_id: &str) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>(&format!(
            "where booking_id = $1 and {STANDING} order by delta_pence, made_at, id"
        )),
        booking_id
    )
}

/// Every price that was named for a booking, the oldest first.
pub async fn named(connection: &mut Connection, booking_id: &str) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>(
            "where booking_id = $1 and length_minutes is not null order by made_at, id"
        ),
        booking_id
    )
}

/// Ends the named prices of a booking that still stand, and gives the pros who named them.
pub async fn end_standing(
    connection: &mut Connection,
    booking_id: &str,
    outcome: ProposalOutcome,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let ended = fetch_all!(
        connection,
        (String,),
        sqlx::AssertSqlSafe(format!(
            "update proposals set outcome = $2, ended_at = $3 where booking_id = $1 and {STANDING} returning master_id"
        )),
        booking_id,
        outcome,
        now,
    )?;
    Ok(ended.into_iter().map(|(master,)| master).collect())
}

/// Has a named price stand again whose chosen time to pay is over, until then (Unix milliseconds).
pub async fn stand_again(connection: &mut Connection, id: &str, until: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update proposals set approved_at = null, until = $2 where id = $1 and outcome is null",
        id,
        until,
    )?;
    Ok(())
}

/// Every open proposal of a pro, and every standing price.
pub async fn open_of_master(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>("where master_id = $1 and outcome is null"),
        master_id
    )
}

/// Notes that the client has approved an open proposal and has until `until` (Unix milliseconds) to pay.
pub async fn approve(
    connection: &mut Connection,
    id: &str,
    until: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update proposals set approved_at = $2, until = $3 where id = $1 and outcome is null",
        id,
        now,
        until,
    )?;
    Ok(())
}

/// Ends a proposal; false when it has ended already.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: ProposalOutcome,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update proposals set outcome = $2, ended_at = $3 where id = $1 and outcome is null",
        id,
        outcome,
        now,
    )?;
    Ok(ended == 1)
}

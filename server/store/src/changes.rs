//! Changes of bookings that wait for their payment or for a pro's answer.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::booking::{Json, SlotPlace};
use callout_domain::change::{ChangeKind, ChangeOutcome};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::time::Window;
use callout_domain::word::Word;
use pricing_core::Urgency;
use pricing_core::quote::QuoteLine;

record! {
    /// A row of `changes`. Money in pence, times in Unix milliseconds.
    pub struct Change in "changes" {
        /// `change-…`.
        pub id: String => FACT,
        /// The booking.
        pub booking_id: String => FACT,
        /// What is changed.
        pub kind: ChangeKind => FACT,
        /// What the booking costs after it.
        pub amount_pence: i64 => FACT,
        /// The lines that add up to that.
        pub lines: Json<Vec<QuoteLine>> => FACT,
        /// What must be paid first; 0: nothing, or what the booking asks for anyway.
        pub due_pence: i64 => FACT,
        /// How urgent the booking is after it.
        pub urgency: Urgency as Word<Urgency> => FACT,
        /// The window after it.
        pub slot_id: Option<String> => FACT,
        /// Its start.
        pub slot_start: Option<Millis> => FACT,
        /// Its end.
        pub slot_end: Option<Millis> => FACT,
        /// True while it keeps a place in that window.
        pub holds_place: bool => FACT,
        /// The pro who answers a suggestion, or who has the booking once it is paid.
        pub master_id: Option<String> => FACT,
        /// When it was made.
        pub made_at: Millis => FACT,
        /// When the time to answer or to pay ends.
        pub until: Millis => FACT,
        /// When the pro accepted a suggestion.
        pub answered_at: Option<Millis> => FACT,
        /// How it ended; none while it is open.
        pub outcome: Option<ChangeOutcome> => FACT,
        /// When that was.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl Change {
    /// True while nothing but its payment is missing.
    #[must_use]
    pub fn waits_for_payment(&self) -> bool {
        self.outcome.is_none()
            && self.due_pence > 0
            && (self.kind != ChangeKind::Suggested || self.answered_at.is_some())
    }

    /// True while the pro has not answered it.
    #[must_use]
    pub fn waits_for_pro(&self) -> bool {
        self.outcome.is_none() && self.kind == ChangeKind::Suggested && self.answered_at.is_none()
    }

    /// The pro who has the booking once it is paid.
    #[must_use]
    pub fn promised_to(&self) -> Option<&str> {
        self.master_id
            .as_deref()
            .filter(|_| self.kind == ChangeKind::Promised)
    }

    /// The window after it.
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        let (start, end) = self.slot_start.zip(self.slot_end)?;
        Some(Window { start, end })
    }

    /// The place in postcode area `area` that it keeps.
    #[must_use]
    pub fn held_place<'a>(&self, area: &'a str) -> Option<SlotPlace<'a>> {
        let window = self.window().filter(|_| self.holds_place)?;
        Some(SlotPlace { area, window })
    }
}

/// Adds a change.
///
/// # Errors
/// `Duplicate` when the booking has an open one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, change: &Change) -> Result<(), StoreError> {
    table::insert(connection, change, "").await?;
    Ok(())
}

/// The change of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Change>, StoreError> {
    fetch_optional!(connection, Change, table::select::<Change>("where id = $1"), id)
}

/// The open change of a booking.
pub async fn open(connection: &mut Connection, booking_id: &str) -> Result<Option<Change>, StoreError> {
    fetch_optional!(
        connection,
        Change,
        table::select::<Change>("where booking_id = $1 and outcome is null"),
        booking_id
    )
}

/// Notes that the pro has accepted a suggestion, whose payment is awaited until `until` (Unix milliseconds).
pub async fn accept(
    connection: &mut Connection,
    id: &str,
    until: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update changes set answered_at = $2, until = $3 where id = $1 and outcome is null",
        id,
        now,
        until,
    )?;
    Ok(())
}

/// Ends a change, which keeps no place any more; false when it has ended already. The caller gives the place back.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: ChangeOutcome,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update changes set outcome = $2, ended_at = $3, holds_place = 0 where id = $1 and outcome is null",
        id,
        outcome,
        now,
    )?;
    Ok(ended == 1)
}

/// Ids of the payments of a change that have not been let go of.
pub async fn payments(connection: &mut Connection, id: &str) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from payments where reference = $1 and closing_at is null and status <> 'canceled' order by created_at, id",
        id,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

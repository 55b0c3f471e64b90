//! Bookings: added once, found by several keys, and moved from status to status by one conditional update.

pub mod details;
pub mod of_operators;
pub mod of_pros;
pub mod ownership;
pub mod work;

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, Wake, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::Millis;
use callout_domain::status::{Facts, Transition, facts};

/// Adds the row of a booking.
///
/// # Errors
/// `Duplicate` when its quote is redeemed already or its draft has a live booking; otherwise when the database fails.
pub async fn insert(connection: &mut Connection, booking: &Booking) -> Result<(), StoreError> {
    table::insert(connection, booking, "").await?;
    connection.tell_after_commit(Wake::Booking(booking.id.clone()));
    Ok(())
}

/// The booking of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(connection, Booking, table::select::<Booking>("where id = $1"), id)
}

/// The bookings that may block the redemption of a quote: its own, and the draft's live one. They may be the same, and come more than once.
pub async fn in_the_way(
    connection: &mut Connection,
    quote_id: &str,
    client_id: &str,
    draft_id: &str,
) -> Result<Vec<Booking>, StoreError> {
    let live = statuses::with("status", |facts| !facts.is_called_off);
    // Three look-ups rather than one by `or`, which PostgreSQL answers by reading the whole table if it was still small when the statement
    // was prepared.
    let found = [
        "where quote_id = $1".to_owned(),
        format!("where client_id = $2 and draft_id = $3 and {live}"),
        format!("where made_by = $2 and draft_id = $3 and {live}"),
    ];
    let sql = found
        .map(|found| table::select::<Booking>(&found).0)
        .join(" union all ");
    fetch_all!(
        connection,
        Booking,
        AssertSqlSafe(sql),
        quote_id,
        client_id,
        draft_id
    )
}

/// A page of a client's bookings of some statuses, newest first, without those that were never paid for.
/// `before` is `(created_at, id)` of the last one seen.
pub async fn of_client(
    connection: &mut Connection,
    client_id: &str,
    which: fn(Facts) -> bool,
    before: (Millis, &str),
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let listed = in_the_list();
    let wanted = statuses::with("status || ''", which);
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where (client_id = $1 or made_by = $1) and {listed} and {wanted}
               and (created_at < $2 or (created_at = $2 and id < $3))
             order by created_at desc, id desc limit $4"
        )),
        client_id,
        before.0,
        before.1,
        limit,
    )
}

/// The bookings made with an email or phone, or whose owner has proved it, that are worth a link: open, done, or not taken by anybody yet;
/// without those still to be paid for. The newest first, at most `limit`.
pub async fn linked_of_contact(
    connection: &mut Connection,
    contact: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let linked = statuses::with("status || ''", |facts| facts.is_listed && !facts.is_called_off);
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where id in (select id from bookings where email = $1
               union select id from bookings where phone = $1
               union select bookings.id from identifiers join bookings on bookings.client_id = identifiers.account_id
                 where value = $1 and role = 'client' and verified_at is not null) and {linked}
             order by created_at desc, id desc limit $2"
        )),
        contact,
        limit,
    )
}

/// How many bookings were completed, by pros who are real; not what was put right, which is no job of its own.
pub async fn completed(connection: &mut Connection) -> Result<i64, StoreError> {
    let done = statuses::with("bookings.status", |facts| facts.is_done);
    // Two counts, so that the first needs nothing but an index and the second only the few bookings of demo pros.
    let sql = AssertSqlSafe(format!(
        "select (select count(*) from bookings where {done} and parent_id is null)
           - (select count(*) from masters join bookings on bookings.assigned_master_id = masters.id
              where masters.is_demo = 1 and {done} and parent_id is null) -- scans: counts all that are done, once in five minutes"
    ));
    let row = fetch_optional!(connection, (i64,), sql)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// The condition for a booking that its client sees in the list: it is, or once was, certain.
pub(super) fn in_the_list() -> String {
    let listed = statuses::with("status", |facts| facts.is_listed);
    format!("{listed} and (cancel_reason is null or cancel_reason not in ('replaced', 'payment_abandoned'))")
}

/// A step, as recorded in the booking's row.
#[derive(Debug, Clone, Copy)]
pub struct Move<'a> {
    /// From where to where.
    pub step: Transition,
    /// How many events tell of it.
    pub events: i64,
    /// Whether the booking holds a place in its window after the step.
    pub holds_place: bool,
    /// Why it is cancelled, if it is.
    pub cancel_reason: Option<CancelReason>,
    /// Whose job it is after the step.
    pub master: Assignee<'a>,
}

/// What a step does to the pro of a booking.
#[derive(Debug, Clone, Copy)]
pub enum Assignee<'a> {
    /// Leaves the booking with whom it is.
    Stays,
    /// Gives it to this pro.
    Becomes(&'a str),
    /// Takes it from whoever has it.
    Nobody,
}

row! {
    /// The row after the move.
    #[derive(Debug, Clone)]
    pub struct Moved {
        /// The sequence number of the last event about it.
        pub seq: i64,
        /// The owner now.
        pub client_id: String,
        /// Who made the booking.
        pub made_by: String,
    }
}

/// Moves the row of a booking one step and takes the numbers of its events; `None` (and nothing written) when the
/// booking no longer stands where `booking` says. Only the service of bookings calls it, which does the rest of the step.
pub async fn move_on(
    connection: &mut Connection,
    booking: &Booking,
    to: Move<'_>,
    now: Millis,
) -> Result<Option<Moved>, StoreError> {
    let (master, assigned_at) = match to.master {
        Assignee::Stays => (booking.assigned_master_id.as_deref(), booking.assigned_at),
        Assignee::Becomes(master) => (Some(master), Some(now)),
        Assignee::Nobody => (None, None),
    };
    let moved = fetch_optional!(
        connection,
        Moved,
        "update bookings set status = $1, seq = seq + $12, holds_place = $2, updated_at = $3,
           cancel_reason = coalesce($4, cancel_reason), assigned_master_id = $8, assigned_at = $9, ended_at = $10,
           start_generation = start_generation + $11, start_tries = start_tries * (1 - $11),
           start_opened = start_opened * (1 - $11)
         where id = $5 and status = $6 and holds_place = $7
         returning seq, client_id, made_by",
        to.step.to().as_str(),
        to.holds_place,
        now,
        to.cancel_reason,
        booking.id.as_str(),
        to.step.from().as_str(),
        booking.holds_place,
        master,
        assigned_at,
        facts(to.step.to()).is_final.then_some(now),
        // Whoever gets the job gets no code that another pro may know.
        i64::from(matches!(to.master, Assignee::Becomes(_))),
        to.events,
    )?;
    if moved.is_some() {
        connection.tell_after_commit(Wake::Booking(booking.id.clone()));
    }
    Ok(moved)
}

/// The booking of this id, held until the transaction ends, so that one change of it follows another.
pub async fn lock(connection: &mut Connection, id: &str) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(
        connection,
        Booking,
        "update bookings set updated_at = updated_at where id = $1 returning *",
        id
    )
}

/// Sets the intent that pays for a booking.
pub async fn set_payment(connection: &mut Connection, id: &str, payment_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set payment_id = $1 where id = $2",
        payment_id,
        id
    )?;
    Ok(())
}

/// Sets the generation of the share link if it is still `old`; false when somebody was faster.
pub async fn set_share_generation(
    connection: &mut Connection,
    id: &str,
    old: i64,
    new: i64,
) -> Result<bool, StoreError> {
    let changed = execute!(
        connection,
        "update bookings set share_generation = $1 where id = $2 and share_generation = $3",
        new,
        id,
        old,
    )?;
    if changed == 1 {
        // Streams of the old link end.
        connection.tell_after_commit(Wake::Booking(id.to_owned()));
    }
    Ok(changed == 1)
}

//! Demo pros: which booking each is placed around.

use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::districts::Location;
use callout_domain::kept::{Class, FACT};

record! {
    /// A row of `demo_pros`.
    pub struct DemoPro in "demo_pros" {
        /// The pro.
        pub master_id: String => FACT,
        /// Those who are placed together.
        pub crew: String => FACT,
        /// The place in the crew, from 0.
        pub seat: i64 => FACT,
        /// The booking that the crew is placed around.
        pub booking_id: Option<String> => FACT,
    }
}

/// Adds a demo pro.
pub async fn add(connection: &mut Connection, pro: &DemoPro) -> Result<(), StoreError> {
    table::insert(connection, pro, "").await?;
    Ok(())
}

/// Every demo pro of every crew, crew by crew and in order of the seats.
pub async fn all(connection: &mut Connection) -> Result<Vec<DemoPro>, StoreError> {
    fetch_all!(
        connection,
        DemoPro,
        table::select::<DemoPro>("order by crew, seat")
    )
}

/// The bookings that demo pros may have to do with: those that look for a pro, and those that have a crew. The oldest first, at most
/// `limit`.
pub async fn bookings(connection: &mut Connection, limit: i64) -> Result<Vec<Booking>, StoreError> {
    let matching_now = statuses::with("status", |facts| facts.is_matching);
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where id in (select id from bookings where {matching_now}
               union select booking_id from demo_pros where booking_id is not null) -- scans: all that wait
             order by created_at, id limit $1"
        )),
        limit,
    )
}

/// Places a demo pro who has no booking around one, switched on. The place where the pro last was is forgotten.
///
/// # Errors
/// `Duplicate` when somebody else has placed this pro, or another on this seat; otherwise when the database fails.
pub async fn place(
    connection: &mut Connection,
    master_id: &str,
    booking: &Booking,
    base: Location,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update masters set base_lat = $2, base_lng = $3, base_postcode = $4, online = 1, changed_at = $5 where id = $1",
        master_id,
        base.lat,
        base.lng,
        booking.outward_code(),
        now,
    )?;
    execute!(
        connection,
        "delete from master_positions where master_id = $1",
        master_id
    )?;
    let placed = execute!(
        connection,
        "update demo_pros set booking_id = $2 where master_id = $1 and booking_id is null",
        master_id,
        booking.id.as_str(),
    )?;
    if placed == 1 {
        Ok(())
    } else {
        Err(StoreError::Duplicate)
    }
}

/// Takes the crew of a booking from it.
pub async fn free(connection: &mut Connection, booking_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update demo_pros set booking_id = null where booking_id = $1",
        booking_id
    )?;
    Ok(())
}

/// Takes every crew from its booking.
pub async fn free_all(connection: &mut Connection) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update demo_pros set booking_id = null where booking_id is not null"
    )
}

/// Ends a crew: its pros are switched off and never placed again. What they have done stays theirs.
pub async fn retire(connection: &mut Connection, crew: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update masters set online = 0, changed_at = $2 where id in (select master_id from demo_pros where crew = $1)",
        crew,
        now,
    )?;
    execute!(connection, "delete from demo_pros where crew = $1", crew)?;
    Ok(())
}

/// The demo pros who are switched on.
pub async fn switched_on(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from masters where is_demo = 1 and online = 1 order by id -- scans: all demo pros"
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The highest price of a booking to which a demo pro has proposed another, pence.
pub async fn proposed_at(connection: &mut Connection, booking_id: &str) -> Result<Option<i64>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Option<i64>,),
        "select max(price_pence) from proposals where booking_id = $1 and delta_pence <> 0
           and (select is_demo from masters where masters.id = proposals.master_id) = 1",
        booking_id,
    )?;
    Ok(row.and_then(|(price,)| price))
}

//! How the work of a booking began and ended: the start code's tries, and the pro's photos. The caller has locked the booking.

use crate::{Connection, StoreError, table, to_json};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;

/// Counts a wrong start code, and gives how many there are now.
pub async fn count_wrong_code(connection: &mut Connection, id: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "update bookings set start_tries = start_tries + 1 where id = $1 returning start_tries",
        id,
    )?;
    Ok(row.map_or(0, |(tries,)| tries))
}

/// Makes another start code.
pub async fn renew_code(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set start_generation = start_generation + 1, start_tries = 0 where id = $1",
        id,
    )?;
    Ok(())
}

/// Lets the pro begin without the code.
pub async fn open_start(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set start_opened = 1 where id = $1",
        id
    )?;
    Ok(())
}

/// Notes why the work began without the code, with the pro's photo if there is one.
pub async fn began_without_code(
    connection: &mut Connection,
    id: &str,
    reason: &str,
    photo_id: Option<&str>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set started_without = $2, start_photo_id = $3 where id = $1",
        id,
        reason,
        photo_id,
    )?;
    Ok(())
}

/// Notes the photos of the finished work, or why there are none.
pub async fn ended(
    connection: &mut Connection,
    id: &str,
    photos: &[String],
    not_photographed: Option<&str>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set completion_photos = $2, not_photographed = $3 where id = $1",
        id,
        to_json(&photos)?,
        not_photographed,
    )?;
    Ok(())
}

/// Notes that the client asks to stop the work.
pub async fn ask_to_stop(
    connection: &mut Connection,
    id: &str,
    text: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set stop_asked_at = $2, stop_text = $3 where id = $1",
        id,
        now,
        text,
    )?;
    Ok(())
}

/// Notes what the operator says who stops the work.
pub async fn stop(connection: &mut Connection, id: &str, words: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set stop_words = $2 where id = $1",
        id,
        words,
    )?;
    Ok(())
}

/// Notes how much extra work may cost beyond the original price, pence.
pub async fn allow_extra(connection: &mut Connection, id: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set extra_allowed_pence = $2 where id = $1",
        id,
        pence,
    )?;
    Ok(())
}

/// Jobs that are going on though their clients ask to stop them, the longest waiting first; then those that are not what was booked where
/// nobody chose at `now` what to do.
pub async fn to_stop(connection: &mut Connection, now: Millis) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(
            "where status = 'in_progress' and (stop_asked_at is not null or id in
               (select booking_id from mismatches where outcome is null and choice is null and until <= $1))
             order by coalesce(stop_asked_at, updated_at) -- scans: all that are to be stopped"
        ),
        now,
    )
}

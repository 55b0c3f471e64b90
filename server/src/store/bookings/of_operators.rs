//! Bookings as operators look for them: the newest first, of any client.

use crate::domain::booking::Booking;
use crate::domain::status::BookingStatus;
use crate::store::connection::fetch_all;
use crate::store::{Connection, StoreError, table};

/// The newest bookings, of one status or of any, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn newest(
    connection: &mut Connection,
    status: Option<BookingStatus>,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    match status {
        Some(status) => fetch_all!(
            connection,
            Booking,
            table::select::<Booking>("where status = $1 order by created_at desc, id desc limit $2"),
            status.as_str(),
            limit,
        ),
        None => fetch_all!(
            connection,
            Booking,
            table::select::<Booking>("order by created_at desc, id desc limit $1"),
            limit,
        ),
    }
}

/// The newest bookings made with an email or phone, or whose client has it, proved or not; at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn of_contact(
    connection: &mut Connection,
    contact: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(
            "where id in (select id from bookings where email = $1
               union select id from bookings where phone = $1
               union select bookings.id from identifiers join bookings on bookings.client_id = identifiers.account_id
                 where value = $1 and role = 'client')
             order by created_at desc, id desc limit $2"
        ),
        contact,
        limit,
    )
}

/// The newest bookings at a full postcode, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn at_postcode(
    connection: &mut Connection,
    postcode: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where postcode = $1 order by created_at desc, id desc limit $2"),
        postcode,
        limit,
    )
}

//! The start code of a booking whose pro may begin: renewed when it is locked, or passed over by an operator.

use serde_json::json;

use super::{Bookings, not_found, tell_pro_of_change};
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::start_code;
use crate::domain::status;
use crate::store::bookings::{self as rows, details, work};
use crate::store::{Connection, events};

/// What becomes of a start code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewStart {
    /// Another code, if the present one is locked.
    IfLocked,
    /// Another code in any case.
    Renewed,
    /// The pro may begin without one.
    Opened,
}

impl Bookings {
    /// Makes another start code, or lets the pro begin without one, and returns the booking as it then stands. What is so already
    /// changes nothing.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` for one whose pro cannot begin now.
    pub async fn new_start(&self, id: String, new: NewStart) -> Fallible<Booking> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = rows::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if !booking.awaits_start() {
                        return Err(status::illegal(booking.status));
                    }
                    make(connection, &booking, new, now).await?;
                    rows::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

async fn make(connection: &mut Connection, booking: &Booking, new: NewStart, now: Millis) -> Fallible<()> {
    let id = booking.id.as_str();
    match new {
        NewStart::IfLocked if !start_code::is_locked(booking) => return Ok(()),
        NewStart::Opened if booking.start_opened == 1 => return Ok(()),
        NewStart::IfLocked | NewStart::Renewed => {
            work::renew_code(connection, id).await?;
            note_start_code(connection, id, "start_code_renewed", now).await?;
        }
        NewStart::Opened => {
            work::open_start(connection, id).await?;
            note_start_code(connection, id, "start_opened", now).await?;
        }
    }
    match &booking.assigned_master_id {
        Some(master) => tell_pro_of_change(connection, master, id, now).await,
        None => Ok(()),
    }
}

/// Writes the event of what became of a booking's start code; the caller has locked the booking.
///
/// # Errors
/// When the database fails.
pub async fn note_start_code(
    connection: &mut Connection,
    booking_id: &str,
    kind: &str,
    now: Millis,
) -> Fallible<()> {
    let seq = details::next_seq(connection, booking_id, now).await?;
    events::add(connection, booking_id, seq, kind, now, &json!({})).await?;
    Ok(())
}

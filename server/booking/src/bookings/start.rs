//! The start code of a booking whose pro may begin: renewed when it is locked, or passed over by an operator.

use serde_json::json;

use super::{Bookings, not_found, tell_pro_of_change};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::operator::By;
use callout_domain::start_code;
use callout_domain::status;
use callout_store::bookings::{self, work};
use callout_store::{Connection, events};

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

impl NewStart {
    /// Its name in the audit log.
    const fn as_str(self) -> &'static str {
        match self {
            Self::IfLocked | Self::Renewed => "renewed",
            Self::Opened => "opened",
        }
    }
}

impl Bookings {
    /// Makes another start code for the client if the present one is locked, and returns the booking as it then stands.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` for one whose pro cannot begin now.
    pub async fn renew_locked_start(&self, id: String) -> Fallible<Booking> {
        self.decide(id, NewStart::IfLocked, None).await
    }

    /// An operator makes another start code, or lets the pro begin without one. Returns the booking as it then stands; what is so
    /// already changes nothing.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` for one whose pro cannot begin now; 422 on `reason`; those of
    /// [`audit::note`].
    pub async fn new_start(&self, id: String, new: NewStart, reason: &str, by: By) -> Fallible<Booking> {
        let reason = words("reason", reason)?;
        self.decide(id, new, Some((by, reason))).await
    }

    async fn decide(&self, id: String, new: NewStart, why: Option<(By, String)>) -> Fallible<Booking> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let entry = Entry::new(Act::StartDecided, Subject::Booking(id.clone()));
                    if let Some((by, _)) = &why {
                        audit::check(connection, by, &entry).await?;
                    }
                    if !booking.awaits_start() {
                        return Err(status::illegal(booking.status));
                    }
                    if make(connection, &booking, new, now).await?
                        && let Some((by, reason)) = &why
                    {
                        let entry = entry.is("start_code", new.as_str()).because(reason);
                        audit::note(connection, by, &entry, now).await?;
                    }
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

/// False when it is so already.
async fn make(connection: &mut Connection, booking: &Booking, new: NewStart, now: Millis) -> Fallible<bool> {
    let id = booking.id.as_str();
    match new {
        NewStart::IfLocked if !start_code::is_locked(booking) => return Ok(false),
        NewStart::Opened if booking.start_opened => return Ok(false),
        NewStart::IfLocked | NewStart::Renewed => {
            work::renew_code(connection, id).await?;
            note_start_code(connection, id, EventKind::StartCodeRenewed, now).await?;
        }
        NewStart::Opened => {
            work::open_start(connection, id).await?;
            note_start_code(connection, id, EventKind::StartOpened, now).await?;
        }
    }
    if let Some(master) = &booking.assigned_master_id {
        tell_pro_of_change(connection, master, id, now).await?;
    }
    Ok(true)
}

/// Writes the event of what became of a booking's start code; the caller has locked the booking.
pub async fn note_start_code(
    connection: &mut Connection,
    booking_id: &str,
    kind: EventKind,
    now: Millis,
) -> Fallible<()> {
    Ok(events::note(connection, booking_id, kind, &json!({}), now).await?)
}

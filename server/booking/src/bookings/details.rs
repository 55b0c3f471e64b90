//! What people may change in a booking besides its status: how to get in, the second address line, and whether a link sent by text
//! shows the entry notes.

use pricing_core::postcode::Postcode;
use serde_json::json;

use super::{Bookings, not_found, tell_pro_of_change};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::new_work;
use callout_domain::status;
use callout_store::bookings::{self, details};
use callout_store::events;

/// New texts; a field left out stays as it is, one that is `Some(None)` is cleared.
#[derive(Debug, Clone, Default)]
pub struct Details {
    /// Entry notes.
    pub entry_info: Option<Option<String>>,
    /// Second address line.
    pub address_line2: Option<Option<String>>,
}

impl Details {
    /// Writes the texts into the booking and names the fields that differ.
    fn apply(self, booking: &mut Booking) -> Vec<&'static str> {
        let fields = [
            ("entry_info", self.entry_info, &mut booking.entry_info),
            ("address_line2", self.address_line2, &mut booking.address_line2),
        ];
        let mut changed = Vec::new();
        for (name, wanted, field) in fields {
            if let Some(wanted) = wanted
                && *field != wanted
            {
                *field = wanted;
                changed.push(name);
            }
        }
        changed
    }
}

impl Bookings {
    /// Changes a booking's details and returns it as it then stands. The same texts again change nothing and are no event.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `booking_ended` for one that has ended.
    pub async fn change_details(&self, id: String, wanted: Details) -> Fallible<Booking> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if booking.facts().is_final {
                        return Err(ended());
                    }
                    let changed = wanted.apply(&mut booking);
                    if changed.is_empty() {
                        return Ok(booking);
                    }
                    booking.seq = details::save(connection, &booking, now).await?;
                    booking.updated_at = now;
                    let told = json!({ "fields": changed });
                    events::add(connection, &id, booking.seq, EventKind::Updated, now, &told).await?;
                    Ok(booking)
                })
            })
            .await
    }

    /// Notes whether the client of a booking lets its pro suggest further work, and returns it as it then stands. The same again is no event.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` for one that was called off, and for a visit that puts something right.
    pub async fn let_suggest(&self, id: String, may_suggest: bool) -> Fallible<Booking> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if !new_work::may_be_allowed(&booking) {
                        return Err(status::illegal(booking.status));
                    }
                    if booking.may_suggest == may_suggest {
                        return Ok(booking);
                    }
                    details::let_suggest(connection, &id, may_suggest).await?;
                    let told = json!({ "allowed": may_suggest });
                    events::note(connection, &id, EventKind::MaySuggest, &told, now).await?;
                    if let Some(pro) = booking.assigned_master_id.as_deref() {
                        tell_pro_of_change(connection, pro, &id, now).await?;
                    }
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }

    /// Uncovers the entry notes of a booking for links sent by text, once its postcode was typed.
    ///
    /// # Errors
    /// 422 `wrong_postcode`.
    pub async fn unlock(&self, booking: Booking, typed: &str) -> Fallible<Booking> {
        let is_right = Postcode::parse(typed).is_ok_and(|typed| typed.to_string() == booking.postcode);
        if !is_right {
            return Err(wrong_postcode());
        }
        if !booking.entry_unlocked {
            let id = booking.id.clone();
            let unlocked = self
                .db
                .write(move |connection| Box::pin(async move { details::unlock(connection, &id).await }));
            unlocked.await?;
        }
        Ok(Booking {
            entry_unlocked: true,
            ..booking
        })
    }
}

fn ended() -> Failure {
    Failure::conflict(
        "booking_ended",
        "This booking has ended and cannot be changed any more.",
    )
}

fn wrong_postcode() -> Failure {
    let mut failure = Failure::field("postcode", "This is not the postcode of the booking.");
    failure.code = "wrong_postcode";
    failure
}

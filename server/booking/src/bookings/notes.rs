//! What operators write about a booking. It changes nothing, and stands in the audit log.

use super::{Bookings, not_found};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::failure::Fallible;
use callout_domain::operator::By;
use callout_store::bookings;

impl Bookings {
    /// Writes a note about a booking, for operators alone.
    ///
    /// # Errors
    /// 404 when there is no such booking; 422 on `note`.
    pub async fn note(&self, id: String, note: &str, by: By) -> Fallible<()> {
        let (note, now) = (words("note", note)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let _ = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let entry = Entry::new(Act::BookingNoted, Subject::Booking(id)).because(&note);
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }
}

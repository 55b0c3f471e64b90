//! Bookings that an operator keeps from being emptied when their time is over.

use super::{Bookings, not_found};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::failure::Fallible;
use callout_domain::operator::By;
use callout_store::{bookings, kept};

impl Bookings {
    /// Keeps a booking's words, address and photos until it is let go, or lets it go.
    ///
    /// # Errors
    /// 404 when there is no such booking; 422 on `reason`; those of [`audit::note`].
    pub async fn hold(&self, id: String, keep: bool, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let _ = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if keep {
                        kept::hold(connection, &id, &by.id, now).await?;
                    } else {
                        kept::let_go(connection, &id).await?;
                    }
                    let entry = Entry::new(Act::BookingHeld, Subject::Booking(id)).is("kept", keep);
                    audit::note(connection, &by, &entry.because(&reason), now).await
                })
            })
            .await
    }
}

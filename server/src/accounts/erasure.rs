//! Erasing a person: their data is deleted; what the books need is kept without their name.

use super::Accounts;
use crate::domain::failure::{Failure, Fallible};
use crate::sessions;
use crate::store::{clients, personal};

impl Accounts {
    /// Erases a client.
    ///
    /// # Errors
    /// 401 when already erased; 409 `open_bookings` while a booking is open or not settled.
    pub async fn erase(&self, client_id: String) -> Fallible<()> {
        let accounts = self.clone();
        sessions::to_the_end(async move { accounts.erase_now(client_id).await }).await
    }

    async fn erase_now(&self, id: String) -> Fallible<()> {
        let now = self.clock.now();
        let erased = self.db.write(move |connection| {
            Box::pin(async move {
                if !personal::shut(connection, &id).await? {
                    return Err(Failure::unauthorised());
                }
                // Booking locks the client as well, so no booking can slip in after this check.
                if personal::has_unsettled_booking(connection, &id).await? {
                    return Err(open_bookings());
                }
                personal::delete_keys(connection, &id).await?;
                let photos = personal::let_go_of_photos(connection, &id).await?;
                personal::anonymise_bookings(connection, &id).await?;
                clients::end(connection, &id, now).await?;
                let ended = crate::store::sessions::end_all(connection, &id, now).await?;
                Ok((ended, photos))
            })
        });
        let (ended, photos) = erased.await?;
        ended.iter().for_each(|session| self.sessions.forget(session));
        // If this fails, the sweep deletes the photos: they no longer belong to anybody.
        if let Err(error) = self.photos.delete(photos).await {
            tracing::warn!(
                code = error.code,
                "photos of an erased person are left to the sweep"
            );
        }
        Ok(())
    }
}

fn open_bookings() -> Failure {
    Failure::conflict(
        "open_bookings",
        "You have a booking that has not ended, or whose payment is not settled. Please cancel it, or wait until it is done.",
    )
}

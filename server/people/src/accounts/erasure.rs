//! Erasing a person: their data is deleted; what the books need is kept without their name.

use std::sync::Arc;

use super::Accounts;
use super::order::Order;
use callout_base::sessions;
use callout_booking::matching;
use callout_domain::audit::Subject;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Key;
use callout_domain::operator::By;
use callout_money::receipts;
use callout_store::coupons::{self, Person};
use callout_store::{Connection, clients, erased_identifiers, identifiers, personal};

impl Accounts {
    /// Erases a client.
    ///
    /// # Errors
    /// 401 when already erased; 409 `open_bookings` while a booking is open or not settled.
    pub async fn erase(&self, client_id: String) -> Fallible<()> {
        let accounts = self.clone();
        sessions::to_the_end(async move { accounts.erase_now(client_id, None).await }).await
    }

    /// The same for an operator, who says why.
    ///
    /// # Errors
    /// 404 when there is no such account; 403 for anybody but super admins; 409 `open_bookings`; 422 on `reason`; those of
    /// [`callout_base::audit::note`].
    pub async fn erase_for(&self, client_id: String, reason: &str, by: By) -> Fallible<()> {
        let order = Order::new(Subject::Client(client_id.clone()), reason, by)?;
        let accounts = self.clone();
        sessions::to_the_end(async move { accounts.erase_now(client_id, Some(order)).await }).await
    }

    async fn erase_now(&self, id: String, order: Option<Order>) -> Fallible<()> {
        let (keys, now) = (Arc::clone(&self.keys), self.clock.now());
        let erased = self.db.write(move |connection| {
            Box::pin(async move {
                Order::check(order.as_ref(), connection).await?;
                if !personal::shut(connection, &id).await? {
                    return Err(Order::no_account(order.as_ref()));
                }
                // Booking locks the client as well, so no booking can slip in after this check.
                if personal::has_unsettled_booking(connection, &id).await? {
                    return Err(open_bookings());
                }
                matching::end_put_rights_of_client(connection, &id, now).await?;
                remember(connection, &keys.erased, &id, now).await?;
                receipts::seal_of_client(connection, &keys.receipt, &id, now).await?;
                let photos = personal::let_go_of_photos(connection, &id).await?;
                personal::erase(connection, &id).await?;
                clients::end(connection, &id, now).await?;
                let ended = callout_store::sessions::end_all(connection, &id, now).await?;
                Order::note(order.as_ref(), connection, now).await?;
                Ok((ended, photos))
            })
        });
        let (ended, photos) = erased.await?;
        ended.iter().for_each(|session| self.sessions.forget(session));
        // If this fails, the sweep deletes the photos: they no longer belong to anybody.
        if let Err(error) = self.photos.delete(photos).await {
            tracing::warn!(
                %error,
                "photos of an erased person are left to the sweep"
            );
        }
        Ok(())
    }
}

/// Keeps that somebody with these emails and phones has booked, so that a coupon for first bookings is not given twice. Of whoever never
/// booked nothing is kept.
async fn remember(connection: &mut Connection, key: &Key, id: &str, now: Millis) -> Fallible<()> {
    let person = Person {
        client_id: id,
        ..Person::default()
    };
    if !coupons::history(connection, "", person, "").await?.has_booked {
        return Ok(());
    }
    for value in identifiers::proved(connection, id).await? {
        erased_identifiers::add(connection, key, &value, now).await?;
    }
    Ok(())
}

fn open_bookings() -> Failure {
    Failure::conflict(
        "open_bookings",
        "You have a booking that has not ended, or whose payment is not settled. Please cancel it, or wait until it is done.",
    )
}

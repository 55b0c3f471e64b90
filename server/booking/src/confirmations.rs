//! The job that confirms a booking once it is certain, paid or to be paid later: by email, or by text where there is no email or no
//! such mailbox.

use std::sync::Arc;

use url::Url;

use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::message::Message;
use callout_domain::role::Role;
use callout_domain::work::Work;
use callout_outside::mail::confirmation::Confirmation;
use callout_outside::mail::texts;
use callout_outside::notify::Notifier;
use callout_store::jobs::NewJob;
use callout_store::{Db, bookings, identifiers};

/// After this long, a confirmation that could not be sent is no use any more.
const GIVE_UP: Millis = 2 * DAY;

/// The job that confirms a booking, for the transaction in which it first becomes `pending`.
pub fn job(booking: &Booking, now: Millis) -> Fallible<NewJob> {
    let booking_id = booking.id.clone();
    let work = if booking.email.is_some() {
        Work::ConfirmationEmail { booking_id }
    } else {
        Work::ConfirmationText { booking_id }
    };
    let key = format!("confirmation-{}", booking.id);
    Ok(NewJob::new(&work, Some(key), now, now)?)
}

/// Sends confirmations; cloning it is cheap.
#[derive(Clone)]
pub struct Confirmations {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key of the links.
    pub keys: Arc<Keys>,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Name and address of the business.
    pub trader: String,
}

impl Confirmations {
    /// Sends the email; does nothing for a booking cancelled meanwhile. Anybody may book with anybody's address: until the client
    /// has proved it, the email holds no name and no description, or strangers could send their words under our name.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send(&self, booking_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let booking = bookings::find(&mut connection, booking_id).await?;
        let Some(mut booking) = booking.filter(|booking| !booking.facts().is_called_off) else {
            return Ok(());
        };
        let Some(to) = booking.email.clone() else {
            return Ok(());
        };
        if !identifiers::is_proved(&mut connection, Role::Client, &to, &booking.client_id).await? {
            booking.customer_name.clear();
            booking.description.clear();
        }
        // Returned first, so that a slow mail server ties up no database connection.
        drop(connection);
        let now = self.clock.now();
        let confirmation = Confirmation {
            booking: &booking,
            base: &self.base,
            guest_token: links::token(&self.keys.link, Kind::Guest, &booking),
            text_token: links::token(&self.keys.link, Kind::Text, &booking)
                .filter(|_| !booking.phone.is_empty()),
            trader: &self.trader,
        };
        let message = confirmation.message(to, now);
        self.hand_over(&booking, &message, now).await
    }

    /// Sends the text; does nothing for a booking that was cancelled or whose link was revoked meanwhile.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send_text(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let Some(booking) = booking.filter(|booking| !booking.facts().is_called_off) else {
            return Ok(());
        };
        let Some(token) = links::token(&self.keys.link, Kind::Text, &booking) else {
            return Ok(());
        };
        let message = texts::confirmation(&booking, &links::address(&self.base, &token));
        self.hand_over(&booking, &message, self.clock.now()).await
    }

    async fn hand_over(&self, booking: &Booking, message: &Message, now: Millis) -> Fallible<()> {
        match self.notifier.send(message).await {
            Ok(()) => Ok(()),
            Err(error) if error.is_final() || now - booking.created_at > GIVE_UP => {
                tracing::warn!(booking = %booking.id, %error, "a confirmation is given up");
                Ok(())
            }
            Err(error) => Err(Failure::new(
                FailureKind::Unavailable,
                "not_sent",
                error.to_string(),
            )),
        }
    }
}

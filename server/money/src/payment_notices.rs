//! The jobs that notify people about a payment: the client, when something was charged or given back, it must be made again or its
//! absence cancelled the booking, and whoever looks after the money, when it needs them.

use std::sync::Arc;

use url::Url;

use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, DAY};
use callout_domain::failure::Fallible;
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::message::Message;
use callout_domain::message_kind::Way;
use callout_domain::money_alert::MoneyAlert;
use callout_outside::mail::{money, money_alerts, payment, texts};
use callout_outside::notify::Notifier;
use callout_store::payments::{self, Payment};
use callout_store::{Db, bookings, refunds};

/// Sends messages about payments; cloning it is cheap.
#[derive(Clone)]
pub struct PaymentNotices {
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
    /// Who is told of money that needs a person.
    pub support_email: Option<String>,
}

impl PaymentNotices {
    /// Asks the client by one way to pay again; does nothing once it is paid or too late, or where there is no such way.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn payment_due(&self, booking_id: &str, way: Way) -> Fallible<()> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let Some(booking) = bookings::find(&mut connection, booking_id).await? else {
            return Ok(());
        };
        let held = match booking
            .payment_id
            .as_deref()
            .filter(|_| booking.facts().is_matching)
        {
            Some(id) => payments::find(&mut connection, id).await?,
            None => None,
        };
        drop(connection);
        match booking.payment_due_pence.zip(booking.payment_due_until) {
            Some((pence, until)) if now < until => {
                let link = self.link(&booking, way);
                let message = if held.is_some_and(|payment| payment.is_held()) {
                    payment::renewal(&booking, pence, until, &link, way)
                } else {
                    payment::due(&booking, pence, until, &link, way)
                };
                self.send(message).await
            }
            _ => Ok(()),
        }
    }

    /// Tells the client by one way that the booking was cancelled because it was not paid again; pointless after a day.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn cancelled(&self, booking_id: &str, way: Way) -> Fallible<()> {
        let now = self.clock.now();
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        match booking.filter(|booking| now - booking.updated_at < DAY) {
            Some(booking) => self.send(payment::cancelled(&booking, way)).await,
            None => Ok(()),
        }
    }

    /// Tells the client of a booking without an email that it is cancelled and what that costs; pointless after a day.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn cancelled_by_text(&self, booking_id: &str, fee_pence: i64) -> Fallible<()> {
        let now = self.clock.now();
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        // An erased person's booking has no phone.
        let booking = booking.filter(|booking| now - booking.updated_at < DAY && !booking.phone.is_empty());
        match booking {
            Some(booking) => {
                self.notifier
                    .send_for_job(&texts::cancelled(&booking, fee_pence))
                    .await
            }
            None => Ok(()),
        }
    }

    /// Tells whoever looks after the money about a refused refund; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn refund_refused(&self, reference: &str) -> Fallible<()> {
        let Some(to) = &self.support_email else {
            return Ok(());
        };
        let Some(refund) = refunds::find(&mut self.db.read().await?, reference).await? else {
            return Ok(());
        };
        let message = payment::refund_refused(
            to,
            reference,
            refund.retries,
            &refund.payment_id,
            refund.amount_pence,
        );
        self.notifier.send_for_job(&message).await
    }

    /// Tells whoever looks after the money of something that needs a person; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn alert(&self, alert: &MoneyAlert) -> Fallible<()> {
        match &self.support_email {
            Some(to) => {
                self.notifier
                    .send_for_job(&money_alerts::message(to, alert))
                    .await
            }
            None => Ok(()),
        }
    }

    /// Tells the client what was charged: for the job, or for a cancellation whose whole fee is `fee_pence`.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn charged(&self, payment_id: &str, fee_pence: i64) -> Fallible<()> {
        let Some((booking, payment)) = self.with_booking(payment_id).await? else {
            return Ok(());
        };
        let link = links::to_client(&self.keys.link, &self.base, &booking);
        let message = money::charged(&booking, &payment.id, payment.captured_pence, fee_pence, link);
        self.notifier.send_for_job(&message).await
    }

    /// Tells the client what was given back, and the whole fee (pence) that is kept for a cancellation.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn refunded(&self, reference: &str, fee_pence: i64) -> Fallible<()> {
        let Some(refund) = refunds::find(&mut self.db.read().await?, reference).await? else {
            return Ok(());
        };
        let Some((booking, _)) = self.with_booking(&refund.payment_id).await? else {
            return Ok(());
        };
        let link = links::to_client(&self.keys.link, &self.base, &booking);
        let message = money::refunded(&booking, reference, refund.amount_pence, fee_pence, link);
        self.notifier.send_for_job(&message).await
    }

    /// Sends a message to a client, if there is such a way to them.
    async fn send(&self, message: Option<Message>) -> Fallible<()> {
        match message {
            Some(message) => self.notifier.send_for_job(&message).await,
            None => Ok(()),
        }
    }

    /// A payment and its booking; none when there is no way to the client any more, whose data was erased.
    async fn with_booking(&self, payment_id: &str) -> Fallible<Option<(Booking, Payment)>> {
        let mut connection = self.db.read().await?;
        let Some(payment) = payments::find(&mut connection, payment_id).await? else {
            return Ok(None);
        };
        let booking = bookings::find(&mut connection, &payment.booking_id).await?;
        let booking = booking.filter(|booking| booking.email.is_some() || !booking.phone.is_empty());
        Ok(booking.map(|booking| (booking, payment)))
    }

    /// Opens the payment page; without a guest link, the page where the client signs in.
    fn link(&self, booking: &Booking, way: Way) -> String {
        let page = format!("{}/pay/{}", self.base.as_str().trim_end_matches('/'), booking.id);
        let kind = match way {
            Way::Text => Kind::Text,
            Way::Email | Way::Push => Kind::Guest,
        };
        match links::token(&self.keys.link, kind, booking) {
            Some(token) => format!("{page}?token={token}"),
            None => page,
        }
    }
}

//! Messages from the support page: kept, and passed on by email to whoever answers them, who is told of jobs that began without the
//! client's code, and of those that clients ask to stop, too.

use crate::clock::Clock;
use crate::domain::failure::Fallible;
use crate::domain::support::{Enquiry, SupportMessage};
use crate::domain::time;
use crate::domain::work::Work;
use crate::keys::sha256_text;
use crate::limits::{self, Address, Limits};
use crate::mail;
use crate::notify::Notifier;
use crate::store::{Db, bookings, jobs, support};

/// Takes messages; cloning it is cheap.
#[derive(Clone)]
pub struct Support {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Rate limits.
    pub limits: Limits,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Who answers; without it, messages are only kept.
    pub to: Option<String>,
}

impl Support {
    /// Keeps a message and passes it on. The same message sent again on the same day, after a lost answer, changes nothing.
    ///
    /// # Errors
    /// 422 on a field; 429.
    pub async fn take(&self, address: Address<'_>, enquiry: Enquiry<'_>) -> Fallible<()> {
        let now = self.clock.now();
        let mut message = enquiry.parse(now)?;
        self.limits.count_address(limits::SUPPORT, address, now)?;
        message.id = id(&message);
        let work = Work::SupportMessage {
            id: message.id.clone(),
        };
        let kept = self.db.write(move |connection| {
            Box::pin(async move {
                if support::add(connection, &message).await? {
                    jobs::enqueue(connection, &work, Some(&message.id), now, now).await?;
                }
                Ok(())
            })
        });
        kept.await
    }

    /// Passes a message on; does nothing when nobody is configured, or its writer was erased.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn pass_on(&self, id: &str) -> Fallible<()> {
        let Some(to) = &self.to else {
            return Ok(());
        };
        let message = support::find(&mut self.db.read().await?, id).await?;
        match message {
            Some(message) => {
                self.notifier
                    .send_for_job(&mail::support::message(to, &message))
                    .await
            }
            None => Ok(()),
        }
    }

    /// Says that a job has begun without the client's code; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn begun_without_code(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let reason = booking.and_then(|booking| booking.started_without);
        match (&self.to, reason) {
            (Some(to), Some(reason)) => {
                let message = mail::support::begun_without_code(to, booking_id, &reason);
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }

    /// Says that a client asks to stop a job; does nothing when nobody is configured.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn stop_asked(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        match (&self.to, booking.and_then(|booking| booking.stop_text)) {
            (Some(to), Some(text)) => {
                let message = mail::support::stop_asked(to, booking_id, &text);
                self.notifier.send_for_job(&message).await
            }
            _ => Ok(()),
        }
    }
}

fn id(message: &SupportMessage) -> String {
    let said = serde_json::json!([
        time::day(message.created_at),
        message.name,
        message.email,
        message.message,
        message.booking_id,
    ]);
    format!("support-{}", sha256_text(said.to_string().as_bytes()))
}

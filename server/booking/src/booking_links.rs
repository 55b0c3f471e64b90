//! 'Send me a new link': the links of somebody's bookings, sent to the email or phone they were made with or that their owner has
//! proved, and to nowhere else.

use std::sync::Arc;

use url::Url;

use callout_base::limits::{self, Address, Limits};
use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::Fallible;
use callout_domain::identifier::Identifier;
use callout_domain::ids;
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::work::Work;
use callout_outside::mail;
use callout_outside::notify::Notifier;
use callout_store::{Db, bookings, jobs};

/// The most bookings that one message names.
const MOST: i64 = 5;

/// Sends links; cloning it is cheap.
#[derive(Clone)]
pub struct BookingLinks {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key of the links.
    pub keys: Arc<Keys>,
    /// Rate limits.
    pub limits: Limits,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
}

impl BookingLinks {
    /// Leaves the request to a job, known or not: the answer and its time are the same.
    ///
    /// # Errors
    /// 429 when a limit is reached.
    pub async fn ask(&self, address: Address<'_>, identifier: &Identifier) -> Fallible<()> {
        let now = self.clock.now();
        self.limits.count_address(limits::LINKS_ADDRESS, address, now)?;
        if let Identifier::Phone(_) = identifier {
            self.limits.count_address(limits::LINKS_BY_TEXT, address, now)?;
        }
        self.limits
            .count(limits::LINKS_IDENTIFIER, identifier.value(), now)?;
        let work = Work::BookingLinks {
            to: identifier.value().to_owned(),
            request: ids::prefixed("links-")?,
            asked_at: now,
        };
        let asked = self.db.write(move |connection| {
            Box::pin(async move { Ok(jobs::enqueue(connection, &work, None, now, now).await?) })
        });
        asked.await
    }

    /// Sends the links, if there are bookings that they open; pointless a day later.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send(&self, to: &str, request: &str, asked_at: Millis) -> Fallible<()> {
        if self.clock.now() - asked_at > DAY {
            return Ok(());
        }
        let identifier = Identifier::of_normalised(to);
        let (linked, now) = (
            bookings::linked_of_contact(&mut self.db.read().await?, to, MOST).await?,
            self.clock.now(),
        );
        let kind = match identifier {
            Identifier::Email(_) => Kind::Guest,
            Identifier::Phone(_) => Kind::Text,
        };
        let linked: Vec<(Booking, String)> = linked
            .into_iter()
            .filter(|booking| links::stands(kind, booking, kind.generation(booking), now))
            .filter_map(|booking| {
                let link = links::address(&self.base, &links::token(&self.keys.link, kind, &booking)?);
                Some((booking, link))
            })
            .collect();
        if linked.is_empty() {
            return Ok(());
        }
        let message = mail::booking_links::message(&identifier, &linked, request);
        self.notifier.send_for_job(&message).await
    }
}

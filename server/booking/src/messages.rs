//! Messages to people about the course of their bookings, as [`callout_domain::message_kind`] lists them: by email, by text, by push.
//! A message is a job, enqueued in the transaction of what it tells of; when it runs, it looks whether that is still so.

mod again;
mod browsers;
mod choices;
mod content;

use std::sync::Arc;

use url::Url;

use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::message::Message;
use callout_domain::message_kind::{Delivery, MessageKind, Way};
use callout_domain::new_work;
use callout_domain::role::Role;
use callout_domain::start_code;
use callout_domain::told;
use callout_domain::work::Work;
use callout_outside::mail::news::News;
use callout_outside::notify::Notifier;
use callout_outside::notify::push::Push;
use callout_store::jobs::{self, NewJob};
use callout_store::{Connection, Db, message_choices};

pub use again::{AGAIN, Again};
pub use browsers::Subscriber;

use content::{Content, Reader, read};

/// How long a way that failed rests before it is tried on its own, milliseconds.
const REST: Millis = 2 * SECOND;

/// Something to tell.
#[derive(Debug, Clone, Copy)]
pub struct Telling<'a> {
    /// What.
    pub message: MessageKind,
    /// The booking.
    pub booking_id: &'a str,
    /// The pro that it is about, or is for; needed for every message to a pro, and for a client's that names the pro.
    pub master_id: Option<&'a str>,
    /// Tells this occasion from every other one of this message and booking, in letters, digits and hyphens: it is told once.
    pub occasion: &'a str,
}

/// Enqueues a message in the transaction of what it tells of.
pub async fn enqueue(connection: &mut Connection, telling: &Telling<'_>, now: Millis) -> Fallible<()> {
    Ok(jobs::add(connection, &[job(telling, now)?]).await?)
}

/// Whether a message was enqueued before.
pub async fn is_enqueued(connection: &mut Connection, telling: &Telling<'_>) -> Fallible<bool> {
    Ok(jobs::is_known(connection, &key_of(&occasion(telling))).await?)
}

/// The job that sends a message.
pub fn job(telling: &Telling<'_>, now: Millis) -> Fallible<NewJob> {
    let (message, occasion) = (telling.message, occasion(telling));
    let work = Work::Tell {
        message,
        way: None,
        booking_id: telling.booking_id.to_owned(),
        master_id: telling.master_id.map(str::to_owned),
        occasion: occasion.clone(),
        asked_at: now,
    };
    let send_at = now + message.rule().wait;
    Ok(NewJob::new(&work, Some(key_of(&occasion)), send_at, now)?)
}

/// Names a message among all.
fn occasion(telling: &Telling<'_>) -> String {
    let Telling {
        message,
        booking_id,
        master_id,
        occasion,
    } = *telling;
    // A pro may be told of the same as another one at the same moment.
    let reader = match message.rule().to {
        Role::Client => String::new(),
        Role::Master => format!("-{}", master_id.unwrap_or_default()),
    };
    format!("{}-{booking_id}{reader}-{occasion}", message.key())
}

/// Drops a message that was not begun to be sent; false when it was, or when there is none.
pub async fn take_back(
    connection: &mut Connection,
    message: MessageKind,
    booking_id: &str,
    occasion: &str,
) -> Fallible<bool> {
    let occasion = format!("{}-{booking_id}-{occasion}", message.key());
    Ok(jobs::drop_waiting(connection, &key_of(&occasion)).await?)
}

fn key_of(occasion: &str) -> String {
    format!("tell:{occasion}")
}

/// Sends messages, and keeps what people said about them; cloning it is cheap.
#[derive(Clone)]
pub struct Messages {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key of the links.
    pub keys: Arc<Keys>,
    /// How emails and texts are sent.
    pub notifier: Notifier,
    /// How browsers are notified.
    pub push: Push,
    /// Where people reach the server.
    pub base: Url,
    /// Name and address of the business.
    pub trader: String,
}

/// A message as its job has it.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// What it says.
    pub message: MessageKind,
    /// By which way; by those of the table, if none is named.
    pub way: Option<Way>,
    /// The booking.
    pub booking_id: &'a str,
    /// The pro that it is about, or is for.
    pub master_id: Option<&'a str>,
    /// Names it among all.
    pub occasion: &'a str,
    /// When it was enqueued, Unix milliseconds.
    pub asked_at: Millis,
}

/// How one way went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Went {
    Sent,
    /// There is no such way to this person.
    Nowhere,
    /// Trying again later may help.
    NotNow,
}

impl Messages {
    /// Sends a message, unless it is no longer true, too old, or switched off. A way that fails is tried again on its own.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send(&self, told: Told<'_>) -> Fallible<()> {
        let rule = told.message.rule();
        let now = self.clock.now();
        if now - told.asked_at > rule.life {
            return Ok(());
        }
        let mut connection = self.db.read().await?;
        let Some(content) = read(&mut connection, &told).await? else {
            return Ok(());
        };
        let Some(reader) = content.reader(rule.to) else {
            return Ok(());
        };
        let is_on = match rule.choice {
            Some(choice) => message_choices::is_on(&mut connection, &reader.id, choice).await?,
            None => true,
        };
        // Returned first, so that a slow mail server ties up no database connection.
        drop(connection);
        if !is_on || !told::is_true(told.message, content.standing(told.master_id, now)) {
            return Ok(());
        }
        match (told.way, rule.delivery) {
            (Some(way), _) => match self.by(way, &told, &content, &reader).await? {
                Went::NotNow => Err(not_sent()),
                Went::Sent | Went::Nowhere => Ok(()),
            },
            (None, Delivery::First(ways)) => self.by_the_first(ways, &told, &content, &reader).await,
            (None, Delivery::Each(ways)) => self.by_each(ways, &told, &content, &reader).await,
        }
    }

    async fn by_the_first(
        &self,
        ways: &[Way],
        told: &Told<'_>,
        content: &Content,
        reader: &Reader,
    ) -> Fallible<()> {
        let mut is_over = true;
        for way in ways {
            match self.by(*way, told, content, reader).await? {
                Went::Sent => return Ok(()),
                Went::Nowhere => {}
                Went::NotNow => is_over = false,
            }
        }
        if is_over { Ok(()) } else { Err(not_sent()) }
    }

    async fn by_each(
        &self,
        ways: &[Way],
        told: &Told<'_>,
        content: &Content,
        reader: &Reader,
    ) -> Fallible<()> {
        let mut failed = Vec::new();
        for way in ways {
            if self.by(*way, told, content, reader).await? == Went::NotNow {
                failed.push(*way);
            }
        }
        if failed.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let again: Vec<(String, Work)> = failed.into_iter().map(|way| told.by_itself(way)).collect();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    for (key, work) in again {
                        jobs::enqueue(connection, &work, Some(&key), now + REST, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    async fn by(&self, way: Way, told: &Told<'_>, content: &Content, reader: &Reader) -> Fallible<Went> {
        let (basics, asked) = (content.basics(), content.asked(told.message));
        let news = News {
            message: told.message,
            booking: &content.booking,
            pro: basics.as_ref(),
            asked,
            late_minutes: content.late_minutes,
            start_code: start_code::of(&self.keys.start, &content.booking)
                .filter(|_| told.message == MessageKind::Assigned),
            trader: &self.trader,
            has_profile: reader.has_profile,
            link: self.link(told.message, content, way),
            key: told.occasion.to_owned(),
        };
        match (way, &reader.email, &reader.phone) {
            (Way::Email, Some(email), _) => Ok(self.hand_over(&news.email(email.clone())).await),
            (Way::Text, _, Some(phone)) => Ok(self.hand_over(&news.text(phone.clone())).await),
            (Way::Email | Way::Text, _, _) => Ok(Went::Nowhere),
            (Way::Push, _, _) => {
                let until = told.asked_at + told.message.rule().life;
                self.to_browsers(&news, reader, until).await
            }
        }
    }

    async fn hand_over(&self, message: &Message) -> Went {
        match self.notifier.send(message).await {
            Ok(()) => Went::Sent,
            Err(error) if error.is_final() => {
                tracing::warn!(channel = ?message.channel, %error, "a message is given up");
                Went::Nowhere
            }
            Err(error) => {
                tracing::warn!(channel = ?message.channel, %error, "a message is tried again later");
                Went::NotNow
            }
        }
    }

    /// Where the link of an email or text leads.
    fn link(&self, message: MessageKind, content: &Content, way: Way) -> String {
        let (booking, invitation) = (&content.booking, content.invitation_id());
        if message.rule().to == Role::Master {
            return self.address(&path(message, booking));
        }
        let kind = match way {
            Way::Text => Kind::Text,
            Way::Email | Way::Push => Kind::Guest,
        };
        if let Some(invitation) = invitation.filter(|_| message == MessageKind::NewWorkSuggested) {
            return new_work::address(&self.base, &new_work::token(&self.keys.link, invitation));
        }
        match (message, links::token(&self.keys.link, kind, booking)) {
            (MessageKind::PaymentAsked, Some(token)) => {
                self.address(&format!("/pay/{}?token={token}", booking.id))
            }
            (MessageKind::PaymentAsked, None) => self.address(&format!("/pay/{}", booking.id)),
            (_, Some(token)) => links::address(&self.base, &token),
            (_, None) => self.address(&path(message, booking)),
        }
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }
}

/// The page that a message is about, for somebody who is signed in.
fn path(message: MessageKind, booking: &Booking) -> String {
    match (message, message.rule().to) {
        // Says so when it is gone, and shows what else there is.
        (MessageKind::Offer | MessageKind::EmergencyNearby, _) => {
            format!("/master/stream?offer={}", booking.id)
        }
        (MessageKind::UnreadChat, _) => format!("/chat/{}", booking.id),
        // The job's own page no longer opens for them.
        (MessageKind::JobTakenAway | MessageKind::PromiseOver | MessageKind::NewWorkOver, _) => {
            "/master/bookings".to_owned()
        }
        (_, Role::Master) => format!("/master/booking/{}", booking.id),
        (_, Role::Client) => format!("/booking/{}", booking.id),
    }
}

impl Told<'_> {
    /// The key and the work of the same message by one way alone.
    fn by_itself(&self, way: Way) -> (String, Work) {
        let key = format!("tell:{}:{}", self.occasion, way.as_str());
        let work = Work::Tell {
            message: self.message,
            way: Some(way),
            booking_id: self.booking_id.to_owned(),
            master_id: self.master_id.map(str::to_owned),
            occasion: self.occasion.to_owned(),
            asked_at: self.asked_at,
        };
        (key, work)
    }
}

fn not_sent() -> Failure {
    Failure::new(
        FailureKind::Unavailable,
        "not_sent",
        "The message could not be handed over.",
    )
}

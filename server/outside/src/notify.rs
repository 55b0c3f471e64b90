//! Messages to people: emails and texts. What must arrive goes through the jobs table; a one-time code, which is worthless a
//! minute later and must not be stored, is sent at once ([`Notifier::post`]).

mod budget;
mod outbox;

pub mod email;
pub mod push;
pub mod sms;

pub use budget::{TEXTS, TEXTS_USED};

use std::sync::Arc;

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::message::{Channel, Message};
use callout_domain::texts::Urgency;
use callout_store::Db;

use budget::Budget;
use email::Mailer;
use outbox::Outbox;
use sms::Gateway;

/// Why a message was not sent. Never says whom it was for.
#[derive(Debug)]
pub struct NotSent {
    reason: String,
    is_final: bool,
}

impl NotSent {
    /// Trying again later may help.
    pub fn for_now(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_final: false,
        }
    }

    /// It can never be delivered: there is no such address.
    pub fn for_good(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_final: true,
        }
    }

    /// True when trying again is pointless.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.is_final
    }
}

impl std::fmt::Display for NotSent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "the message was not sent: {}", self.reason)
    }
}

impl std::error::Error for NotSent {}

/// The channels by which messages leave.
#[derive(Clone)]
pub struct Notifier(Arc<Ways>);

struct Ways {
    mailer: Option<Mailer>,
    gateway: Option<Gateway>,
    outbox: Outbox,
    budget: Budget,
}

impl Notifier {
    /// Opens the channels that the settings name.
    ///
    /// # Errors
    /// A sentence for the operator when a setting is not usable.
    pub fn open(config: &Config, clock: &Clock, db: &Db) -> Result<Self, String> {
        let mailer = config
            .smtp_url
            .as_ref()
            .map(|url| Mailer::open(url, &config.mail_from, clock))
            .transpose()?;
        let gateway = config
            .sms_url
            .as_ref()
            .map(|url| Gateway::open(url, &config.sms_from))
            .transpose()?;
        Ok(Self(Arc::new(Ways {
            mailer,
            gateway,
            outbox: Outbox::new(config.data_dir.join("outbox.jsonl"), clock.clone()),
            budget: Budget::new(config, clock, db),
        })))
    }

    /// Sends a message and waits until it is handed over. Where it can never be delivered, what it has for that case is sent.
    ///
    /// # Errors
    /// When it could not be handed over.
    pub async fn send(&self, message: &Message) -> Result<(), NotSent> {
        match (self.hand_over(message).await, &message.otherwise) {
            (Err(error), Some(other)) if error.is_final() => {
                tracing::warn!(channel = ?message.channel, %error, "a message goes another way");
                self.hand_over(other).await
            }
            (ended, _) => ended,
        }
    }

    async fn hand_over(&self, message: &Message) -> Result<(), NotSent> {
        let ways = &*self.0;
        if let Channel::Text(urgency) = message.channel {
            let taken = ways.budget.take(urgency).await;
            taken.map_err(|failure| NotSent::for_now(failure.detail))?;
        }
        match (message.channel, &ways.mailer, &ways.gateway) {
            (Channel::Email, Some(mailer), _) => mailer.send(message).await,
            (Channel::Text(_), _, Some(gateway)) => gateway.send(message).await,
            _ => ways.outbox.append(message).await,
        }
    }

    /// True when a text of this kind may be sent now; many others may have been.
    ///
    /// # Errors
    /// 500 when the database fails.
    pub async fn may_text(&self, urgency: Urgency) -> Fallible<bool> {
        self.0.budget.allows(urgency).await
    }

    /// Sends the message of a job. One that can never be delivered is given up, so that the job ends.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send_for_job(&self, message: &Message) -> Fallible<()> {
        match self.send(message).await {
            Ok(()) => Ok(()),
            Err(error) if error.is_final() => {
                tracing::warn!(channel = ?message.channel, %error, "a message is given up");
                Ok(())
            }
            Err(error) => Err(Failure::new(
                FailureKind::Unavailable,
                "not_sent",
                error.to_string(),
            )),
        }
    }

    /// Sends a message without waiting: the caller is answered in the same time whoever it is for, and however slow the
    /// gateway is. A failure is only logged; the person can ask for another code.
    pub fn post(&self, message: Message) {
        let notifier = self.clone();
        tokio::spawn(async move {
            if let Err(error) = notifier.send(&message).await {
                tracing::warn!(channel = ?message.channel, %error, "a message was not sent");
            }
        });
    }
}

/// 503 `texts_used_up`: nobody is sent a text now.
#[must_use]
pub fn texts_used_up() -> Failure {
    budget::used_up()
}

/// A user or password in its percent-encoded form, as part of an address.
fn decoded(text: &str) -> Result<String, String> {
    percent_encoding::percent_decode_str(text)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| "user or password is not text".to_owned())
}

//! Notifications of browsers (RFC 8030): sealed for the one browser they are for, posted to its push service, and to no other place.

pub mod hosts;

use std::sync::Arc;
use std::time::Duration;

use callout_push::{Browser, Fresh, Vapid};
use http::{StatusCode, header};
use reqwest::Client;

use callout_domain::clock::{self, Clock};
use callout_domain::config::Config;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::{self, Keys};
use callout_domain::push::{Haste, Note, Subscription};
use hosts::{Hosts, PublicOnly};

/// How long a push service may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Longest `Topic` of a message, characters (RFC 8030, 5.4).
const TOPIC: usize = 32;

/// How often a random number is tried as a key: all but one of 2^32 are one.
const ATTEMPTS: usize = 8;

/// How a push ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has taken it.
    Sent,
    /// The push service no longer knows the browser.
    Gone,
    /// Trying again later may help.
    NotNow,
    /// Trying again is pointless.
    Refused,
}

/// The way to browsers; cloning it is cheap.
#[derive(Clone)]
pub struct Push(Arc<Ways>);

struct Ways {
    http: Client,
    hosts: Hosts,
    vapid: Vapid,
    clock: Clock,
}

impl Push {
    /// Reads the settings and derives the key.
    ///
    /// # Errors
    /// A sentence for the operator when a setting is not usable.
    pub fn open(config: &Config, clock: &Clock, keys: &Keys) -> Result<Self, String> {
        let hosts = Hosts::read(&config.push.hosts)?;
        let base = config.base_url().map_err(|error| error.to_string())?;
        let contact = match config.support_email.as_deref().map(str::trim) {
            Some(email) if !email.is_empty() => format!("mailto:{email}"),
            _ => base.to_string(),
        };
        // Derived from the secret: the same after each start, and on each server.
        let further = (0..=u8::MAX).map(|number| keys.push.mac(&[number]));
        let candidates = std::iter::once(*keys.push.expose()).chain(further);
        let vapid = Vapid::new(candidates, contact).ok_or("the push key cannot be derived")?;
        // Another part of the process may have installed it already; it is the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .dns_resolver(Arc::new(PublicOnly))
            .build()
            .map_err(|error| format!("HTTP client: {error}"))?;
        Ok(Self(Arc::new(Ways {
            http,
            hosts,
            vapid,
            clock: clock.clone(),
        })))
    }

    /// Our public key, by which browsers subscribe: base64url of an uncompressed point.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.0.vapid.public_key()
    }

    /// Checks that a browser can be sent to.
    ///
    /// # Errors
    /// 422 on `endpoint` for a push service that is not on the list, and on `keys.p256dh` for a key that is none.
    pub fn check(&self, to: &Subscription) -> Fallible<()> {
        if !self.0.hosts.allow(&to.endpoint) {
            return Err(Failure::field("endpoint", "We do not know this push service."));
        }
        match browser(to).has_key() {
            true => Ok(()),
            false => Err(Failure::field("keys.p256dh", "This is no key of a browser.")),
        }
    }

    /// Hands a notification to the browser's push service.
    ///
    /// # Errors
    /// When the machine has no randomness to offer.
    pub async fn send(&self, to: &Subscription, note: &Note) -> Fallible<Pushed> {
        let ways = &*self.0;
        // The list may have been shortened since the browser subscribed.
        if !ways.hosts.allow(&to.endpoint) {
            return Ok(Pushed::Refused);
        }
        let sealed = callout_push::seal(browser(to), &fresh()?, &note.payload()?);
        let signed = ways.vapid.authorization(&to.endpoint, ways.clock.now());
        let Some((body, authorization)) = sealed.zip(signed) else {
            return Ok(Pushed::Refused);
        };
        let mut topic = keys::sha256_text(note.tag.as_bytes());
        topic.truncate(TOPIC);
        let urgency = match note.haste {
            Haste::Normal => "normal",
            Haste::High => "high",
        };
        let request = ways
            .http
            .post(to.endpoint.clone())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", note.life.to_string())
            .header("topic", topic)
            .header("urgency", urgency)
            .body(body);
        Ok(match request.send().await {
            Ok(answer) => judge(answer.status()),
            Err(_) => Pushed::NotNow,
        })
    }
}

fn browser(to: &Subscription) -> Browser<'_> {
    Browser {
        public_key: &to.public_key,
        secret: &to.secret,
    }
}

/// A key and a salt for one notification.
fn fresh() -> Fallible<Fresh> {
    let salt = clock::random_bytes().map_err(Failure::internal)?;
    for _ in 0..ATTEMPTS {
        let secret = clock::random_bytes().map_err(Failure::internal)?;
        if let Some(fresh) = Fresh::new(&secret, salt) {
            return Ok(fresh);
        }
    }
    Err(Failure::internal("no random number is a key"))
}

/// What the push service's status means; its body is not read.
#[must_use]
pub fn judge(status: StatusCode) -> Pushed {
    match status {
        status if status.is_success() => Pushed::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Pushed::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => Pushed::NotNow,
        status if status.is_server_error() => Pushed::NotNow,
        status => {
            tracing::warn!(status = status.as_u16(), "a push service refuses our messages");
            Pushed::Refused
        }
    }
}

//! Web push: the browser to send to, and what a notification says. Words only: no address, no name of a client, no token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::failure::{Failure, Fallible};
use crate::mistakes::Mistakes;

/// Longest address of a browser at its push service, characters.
pub const ENDPOINT_LIMIT: usize = 1_000;

/// Browsers that one person may have.
pub const MOST: i64 = 10;

/// A P-256 point, uncompressed: 4, then both coordinates.
const PUBLIC_KEY_BYTES: usize = 65;
/// What a browser adds to its key (RFC 8291, 3.2).
const SECRET_BYTES: usize = 16;
/// Longest title of a notification, characters.
const TITLE_LIMIT: usize = 100;
/// Longest text of a notification, characters: far below the 4,096 bytes that push services take, whatever the letters.
const BODY_LIMIT: usize = 300;

/// A browser, as its `PushSubscription` writes itself.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = PushSubscription)]
pub struct SubscriptionInput {
    /// Where its push service takes messages for it.
    pub endpoint: String,
    /// Its keys.
    pub keys: SubscriptionKeys,
}

/// The keys of a browser.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = PushSubscriptionKeys)]
pub struct SubscriptionKeys {
    /// Public key, base64url of 65 bytes.
    pub p256dh: String,
    /// Secret, base64url of 16 bytes.
    pub auth: String,
}

/// A browser that takes notifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Where its push service takes messages for it.
    pub endpoint: Url,
    /// Its P-256 key, uncompressed. Not known to be a point of the curve.
    pub public_key: Vec<u8>,
    /// Its secret.
    pub secret: Vec<u8>,
}

impl Subscription {
    /// The checked input. Which push services are known is not decided here.
    ///
    /// # Errors
    /// 422 that names each wrong field.
    pub fn parse(input: &SubscriptionInput) -> Fallible<Self> {
        let mut wrong = Mistakes::default();
        let endpoint = endpoint(&input.endpoint);
        if endpoint.is_none() {
            wrong.note("endpoint", "This is no address of a push service.");
        }
        let public_key = bytes(&input.keys.p256dh).filter(|key| is_point(key));
        if public_key.is_none() {
            wrong.note("keys.p256dh", "This is no key of a browser.");
        }
        let secret = bytes(&input.keys.auth).filter(|secret| secret.len() == SECRET_BYTES);
        if secret.is_none() {
            wrong.note("keys.auth", "This is no secret of a browser.");
        }
        match (endpoint, public_key, secret) {
            (Some(endpoint), Some(public_key), Some(secret)) => Ok(Self {
                endpoint,
                public_key,
                secret,
            }),
            _ => Err(wrong.into()),
        }
    }

    /// What was stored of one, if it can still be read.
    #[must_use]
    pub fn stored(endpoint: &str, public_key: &str, secret: &str) -> Option<Self> {
        Some(Self {
            endpoint: Url::parse(endpoint).ok()?,
            public_key: bytes(public_key)?,
            secret: bytes(secret)?,
        })
    }

    /// The key, as it is stored.
    #[must_use]
    pub fn public_key_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.public_key)
    }

    /// The secret, as it is stored.
    #[must_use]
    pub fn secret_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.secret)
    }
}

fn endpoint(text: &str) -> Option<Url> {
    if text.chars().count() > ENDPOINT_LIMIT {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    (matches!(url.scheme(), "https" | "http") && url.has_host() && is_plain).then_some(url)
}

/// Some browsers pad, some do not.
fn bytes(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

fn is_point(key: &[u8]) -> bool {
    key.len() == PUBLIC_KEY_BYTES && key.first() == Some(&4)
}

/// How soon a notification should arrive (RFC 8030, 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// Whenever the device is awake.
    Normal,
    /// At once.
    High,
}

/// A notification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub body: String,
    /// Path of the page it opens.
    pub path: String,
    /// A later one with the same tag takes its place.
    pub tag: String,
    /// Seconds after which it is not worth showing.
    #[serde(skip)]
    pub life: u64,
    /// How soon it should arrive.
    #[serde(skip)]
    pub haste: Haste,
}

impl Note {
    /// What the browser gets: `{"title","body","path","tag"}`.
    ///
    /// # Errors
    /// Never in practice: these are texts.
    pub fn payload(&self) -> Fallible<Vec<u8>> {
        let short = Self {
            title: cut(&self.title, TITLE_LIMIT),
            body: cut(&self.body, BODY_LIMIT),
            ..self.clone()
        };
        serde_json::to_vec(&short).map_err(Failure::internal)
    }
}

fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let kept: String = text.chars().take(limit - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(endpoint: &str, p256dh: &str, auth: &str) -> SubscriptionInput {
        SubscriptionInput {
            endpoint: endpoint.to_owned(),
            keys: SubscriptionKeys {
                p256dh: p256dh.to_owned(),
                auth: auth.to_owned(),
            },
        }
    }

    fn key(first: u8, length: usize) -> String {
        let mut bytes = vec![7; length];
        bytes[0] = first;
        URL_SAFE_NO_PAD.encode(bytes)
    }

    const SERVICE: &str = "https://push.example/send/abc";

    #[test]
    fn each_wrong_field_is_named() {
        let (good_key, good_secret) = (key(4, 65), key(1, 16));
        let parsed = Subscription::parse(&input(SERVICE, &good_key, &format!("{good_secret}=="))).unwrap();
        assert_eq!(
            (
                parsed.endpoint.as_str(),
                parsed.public_key.len(),
                parsed.secret.len()
            ),
            (SERVICE, 65, 16)
        );
        let stored = Subscription::stored(SERVICE, &parsed.public_key_text(), &parsed.secret_text());
        assert_eq!(stored, Some(parsed));
        let long = format!("https://push.example/{}", "a".repeat(ENDPOINT_LIMIT));
        for endpoint in [
            "",
            "push.example",
            "ftp://push.example",
            "https://u:p@push.example",
            "https://push.example#a",
            &long,
        ] {
            let refused = Subscription::parse(&input(endpoint, &good_key, &good_secret)).unwrap_err();
            assert!(
                refused.errors.contains_key("endpoint") && refused.errors.len() == 1,
                "{endpoint}"
            );
        }
        for (p256dh, auth) in [
            (key(4, 64), key(1, 15)),
            (key(4, 66), key(1, 17)),
            (key(2, 65), String::new()),
            (String::new(), "!".to_owned()),
        ] {
            let refused = Subscription::parse(&input(SERVICE, &p256dh, &auth)).unwrap_err();
            let named: Vec<_> = refused.errors.keys().map(ToString::to_string).collect();
            assert!(
                named.contains(&"keys.p256dh".to_owned()) && named.contains(&"keys.auth".to_owned()),
                "{named:?}"
            );
        }
    }

    #[test]
    fn a_note_fits_a_push_service() {
        let note = Note {
            title: "Tap🚰".repeat(100),
            body: "🚰".repeat(2_000),
            path: "/master/stream".to_owned(),
            tag: "C-1".to_owned(),
            life: 30,
            haste: Haste::High,
        };
        let payload = note.payload().unwrap();
        assert!(payload.len() < 3_000, "{}", payload.len());
        let sent: serde_json::Value = serde_json::from_slice(&payload).unwrap();
        assert_eq!(sent["title"].as_str().unwrap().chars().count(), TITLE_LIMIT);
        assert!(sent["body"].as_str().unwrap().ends_with('…'));
        assert_eq!(sent.as_object().unwrap().len(), 4);
        assert_eq!(cut("short", 5), "short");
    }
}

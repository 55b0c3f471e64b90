//! Subkeys of the one secret (HKDF-SHA256), so that a quote can never pass for a session, nor a link for a quote.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox, SecretString};
use sha2::{Digest, Sha256};

type HmacSha256 = Hmac<Sha256>;

/// A 256-bit key for one purpose.
pub struct Key {
    raw: SecretBox<[u8; 32]>,
    /// Keyed once; each MAC starts from a clone.
    keyed: HmacSha256,
}

impl Key {
    /// HMAC-SHA256 of `message` under this key.
    #[must_use]
    pub fn mac(&self, message: &[u8]) -> [u8; 32] {
        self.keyed(message).finalize().into_bytes().into()
    }

    /// The same as base64url text.
    #[must_use]
    pub fn text(&self, message: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(message))
    }

    /// True when `tag` is the MAC of `message`; compared in constant time.
    #[must_use]
    pub fn verify(&self, message: &[u8], tag: &[u8]) -> bool {
        self.keyed(message).verify_slice(tag).is_ok()
    }

    /// The raw key, for libraries that compute their own MAC (JWT).
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.raw.expose_secret()
    }

    fn keyed(&self, message: &[u8]) -> HmacSha256 {
        let mut mac = self.keyed.clone();
        mac.update(message);
        mac
    }

    fn new(raw: Box<[u8; 32]>) -> Self {
        // HMAC pads a key that is shorter than its block with zeros; padding it here cannot fail.
        let mut block = [0u8; 64];
        block
            .iter_mut()
            .zip(raw.iter())
            .for_each(|(to, from)| *to = *from);
        Self {
            keyed: <HmacSha256 as KeyInit>::new(&block.into()),
            raw: SecretBox::new(raw),
        }
    }
}

/// The product's keys, each for one purpose.
pub struct Keys {
    /// Signs bearer tokens.
    pub jwt: Key,
    /// Signs quotes.
    pub quote: Key,
    /// Makes guest and share links.
    pub link: Key,
    /// Turns a caller's network address into the key that limits are counted by, so that no address is stored.
    pub address: Key,
    /// Turns a phone into the key of the gate that limits its bookings, so that no phone is stored.
    pub phone: Key,
    /// Turns the emails and phones of erased clients into what is remembered of them.
    pub erased: Key,
    /// Hashes one-time codes.
    pub code: Key,
    /// Marks browsers that were signed in before.
    pub device: Key,
    /// Makes the codes by which pros begin jobs.
    pub start: Key,
    /// Signs the cookies of the server-rendered pages.
    pub page: Key,
    /// Signs the sandbox provider's webhooks.
    pub sandbox_webhook: Key,
    /// Seals what the tax office wants to know of pros.
    pub tax: Key,
    /// Seals the receipts that are kept of erased people.
    pub receipt: Key,
    /// Seals operators' second factors and what they typed into forms, and hashes their recovery codes.
    pub console: Key,
    /// Chains the rows of the audit log.
    pub audit: Key,
    /// Says to push services that a notification comes from us.
    pub push: Key,
    /// Names the installation on the bus between its servers: those with the same secret belong together.
    pub bus: Key,
    /// Names the installation at the payment provider, whose account several may share.
    pub provider: Key,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Keys")
    }
}

impl Keys {
    /// Derives every key from the configured secret.
    #[must_use]
    pub fn derive(secret: &SecretString) -> Self {
        let root = Hkdf::<Sha256>::new(Some(b"callout"), secret.expose_secret().as_bytes());
        let key = |purpose: &str| {
            let mut bytes = Box::new([0u8; 32]);
            // 32 bytes is far below HKDF's limit of 255 hashes, and exceeding it is the only way this can fail.
            let _ = root.expand(purpose.as_bytes(), bytes.as_mut());
            Key::new(bytes)
        };
        Self {
            jwt: key("jwt"),
            quote: key("quote"),
            link: key("link"),
            address: key("address"),
            phone: key("phone"),
            erased: key("erased-identifier"),
            code: key("code"),
            device: key("device"),
            start: key("start-code"),
            page: key("page"),
            sandbox_webhook: key("sandbox-webhook"),
            tax: key("tax"),
            receipt: key("receipt"),
            console: key("console"),
            audit: key("audit"),
            push: key("push"),
            bus: key("bus"),
            provider: key("provider"),
        }
    }
}

/// SHA-256 of `bytes` as base64url text.
#[must_use]
pub fn sha256_text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

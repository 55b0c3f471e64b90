//! Who is pushing (RFC 8292): a token signed with our key, for one push service and half a day.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use serde_json::json;
use url::Url;

use crate::clock::{HOUR, Millis, SECOND};
use crate::keys::Key;

/// How long a token is valid; a day at most.
const LIFE: Millis = 12 * HOUR;

/// Our key, and where we can be reached.
pub(super) struct Vapid {
    key: SigningKey,
    public_key: String,
    contact: String,
}

impl Vapid {
    /// The key derived from the secret: the same after each start, and on each server.
    pub(super) fn derive(key: &Key, contact: String) -> Option<Self> {
        // One of 2^32 numbers is no key; then the next one is taken.
        let further = (0..=u8::MAX).map(|number| key.mac(&[number]));
        let secret = std::iter::once(*key.expose())
            .chain(further)
            .find_map(|bytes| SecretKey::from_slice(&bytes).ok())?;
        let point = secret.public_key().to_encoded_point(false);
        Some(Self {
            public_key: URL_SAFE_NO_PAD.encode(point.as_bytes()),
            key: SigningKey::from(secret),
            contact,
        })
    }

    pub(super) fn public_key(&self) -> &str {
        &self.public_key
    }

    /// The `Authorization` of a message to this endpoint.
    pub(super) fn authorization(&self, endpoint: &Url, now: Millis) -> Option<String> {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": (now + LIFE) / SECOND,
            "sub": self.contact,
        });
        let part = |value: &serde_json::Value| Some(URL_SAFE_NO_PAD.encode(serde_json::to_vec(value).ok()?));
        let signed = format!("{}.{}", part(&header)?, part(&claims)?);
        let signature: Signature = self.key.try_sign(signed.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public_key))
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    use super::*;
    use crate::keys::Keys;

    fn vapid(secret: &str) -> Vapid {
        let keys = Keys::derive(&secret.repeat(32).into());
        Vapid::derive(&keys.push, "mailto:help@callout.example".to_owned()).unwrap()
    }

    #[test]
    fn the_token_says_for_whom_and_until_when_and_is_ours() {
        let vapid = vapid("a");
        let endpoint = Url::parse("https://push.example:444/send/secret?token=1").unwrap();
        let text = vapid.authorization(&endpoint, 1_795_428_300_000).unwrap();
        let (token, key) = text.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, vapid.public_key());
        let parts: Vec<&str> = token.split('.').collect();
        let read = |part: &str| -> serde_json::Value {
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
        };
        assert_eq!(read(parts[0]), json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = json!({
            "aud": "https://push.example:444",
            "exp": 1_795_471_500,
            "sub": "mailto:help@callout.example",
        });
        assert_eq!(read(parts[1]), claims);
        let point = URL_SAFE_NO_PAD.decode(key).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&point).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(parts[2]).unwrap()).unwrap();
        let signed = format!("{}.{}", parts[0], parts[1]);
        verifying.verify(signed.as_bytes(), &signature).unwrap();
    }

    #[test]
    fn the_key_follows_from_the_secret() {
        assert_eq!(vapid("a").public_key(), vapid("a").public_key());
        assert_ne!(vapid("a").public_key(), vapid("b").public_key());
    }
}

//! Who is pushing (RFC 8292): a token signed with our key, for one push service and half a day.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use p256::pkcs8::EncodePrivateKey as _;
use serde_json::json;
use url::Url;

/// How long a token is valid, seconds; a day at most.
const LIFE: i64 = 12 * 60 * 60;

/// Our key, and where we can be reached.
pub struct Vapid {
    key: EncodingKey,
    public_key: String,
    contact: String,
}

impl Vapid {
    /// The first of the candidates that is a key: one number of 2^32 is none.
    pub fn new(candidates: impl IntoIterator<Item = [u8; 32]>, contact: String) -> Option<Self> {
        let secret = candidates
            .into_iter()
            .find_map(|bytes| SecretKey::from_slice(&bytes).ok())?;
        let point = secret.public_key().to_encoded_point(false);
        Some(Self {
            public_key: URL_SAFE_NO_PAD.encode(point.as_bytes()),
            key: EncodingKey::from_ec_der(secret.to_pkcs8_der().ok()?.as_bytes()),
            contact,
        })
    }

    /// The key by which browsers subscribe: base64url of an uncompressed point.
    #[must_use]
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// The `Authorization` of a message to this endpoint at `now`, Unix milliseconds.
    #[must_use]
    pub fn authorization(&self, endpoint: &Url, now: i64) -> Option<String> {
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now / 1_000 + LIFE,
            "sub": self.contact,
        });
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.key).ok()?;
        Some(format!("vapid t={token}, k={}", self.public_key))
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::signature::Verifier as _;
    use p256::ecdsa::{Signature, VerifyingKey};

    use super::*;

    fn vapid(candidates: &[u8]) -> Vapid {
        let candidates = candidates.iter().map(|number| [*number; 32]);
        Vapid::new(candidates, "mailto:help@callout.example".to_owned()).unwrap()
    }

    #[test]
    fn the_token_says_for_whom_and_until_when_and_is_ours() {
        let vapid = vapid(&[1]);
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
    fn the_first_candidate_that_is_a_key_is_taken() {
        assert_eq!(vapid(&[0, 1, 2]).public_key(), vapid(&[1]).public_key());
        assert_ne!(vapid(&[1]).public_key(), vapid(&[2]).public_key());
    }
}

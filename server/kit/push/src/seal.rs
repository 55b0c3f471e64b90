//! Sealing a notification for one browser (RFC 8291, in the `aes128gcm` coding of RFC 8188): only the browser can open it, not the push
//! service that carries it.

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// Size of the records, of which a notification has one.
const RECORD: u32 = 4_096;
/// Stands after the last record's text (RFC 8188, 2).
const LAST: u8 = 2;

/// A browser to seal for.
#[derive(Debug, Clone, Copy)]
pub struct Browser<'a> {
    /// Its P-256 key, uncompressed: 65 bytes.
    pub public_key: &'a [u8],
    /// Its secret: 16 bytes.
    pub secret: &'a [u8],
}

impl Browser<'_> {
    /// True when its key is a point of the curve.
    #[must_use]
    pub fn has_key(&self) -> bool {
        PublicKey::from_sec1_bytes(self.public_key).is_ok()
    }
}
/// The key and salt of one notification.
pub struct Fresh {
    secret: SecretKey,
    salt: [u8; 16],
}

impl Fresh {
    /// Made from random bytes, new ones for each notification; none when they are no key, as one of 2^32 is not.
    #[must_use]
    pub fn new(secret: &[u8; 32], salt: [u8; 16]) -> Option<Self> {
        let secret = SecretKey::from_slice(secret).ok()?;
        Some(Self { secret, salt })
    }
}

/// The body to post; none when the browser's key is no point of the curve.
#[must_use]
pub fn seal(to: Browser<'_>, fresh: &Fresh, words: &[u8]) -> Option<Vec<u8>> {
    let browser = PublicKey::from_sec1_bytes(to.public_key).ok()?;
    let own = fresh.secret.public_key().to_encoded_point(false);
    let shared = diffie_hellman(fresh.secret.to_nonzero_scalar(), browser.as_affine());
    let material = Material {
        shared: shared.raw_secret_bytes(),
        secret: to.secret,
        browser: to.public_key,
        server: own.as_bytes(),
        salt: &fresh.salt,
    };
    let (key, nonce) = material.key_and_nonce()?;
    let mut record = words.to_vec();
    record.push(LAST);
    let cipher = Aes128Gcm::new_from_slice(&key).ok()?;
    let sealed = cipher.encrypt(&Nonce::from(nonce), record.as_slice()).ok()?;
    let mut body = Vec::with_capacity(86 + sealed.len());
    body.extend_from_slice(&fresh.salt);
    body.extend_from_slice(&RECORD.to_be_bytes());
    body.push(u8::try_from(own.as_bytes().len()).ok()?);
    body.extend_from_slice(own.as_bytes());
    body.extend_from_slice(&sealed);
    Some(body)
}

/// What both sides derive the key from.
struct Material<'a> {
    shared: &'a [u8],
    secret: &'a [u8],
    browser: &'a [u8],
    server: &'a [u8],
    salt: &'a [u8],
}

impl Material<'_> {
    fn key_and_nonce(&self) -> Option<([u8; 16], [u8; 12])> {
        let info = [b"WebPush: info\0", self.browser, self.server].concat();
        let common: [u8; 32] = derived(self.secret, self.shared, &info)?;
        Some((
            derived(self.salt, &common, b"Content-Encoding: aes128gcm\0")?,
            derived(self.salt, &common, b"Content-Encoding: nonce\0")?,
        ))
    }
}

fn derived<const N: usize>(salt: &[u8], from: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), from)
        .expand(info, &mut bytes)
        .ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    // The example of RFC 8291, section 5 and appendix A.
    const WORDS: &[u8] = b"When I grow up, I want to be a watermelon";
    const BROWSER_SECRET: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const BROWSER_KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SERVER_SECRET: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    fn sealed(public_key: &[u8], fresh: &Fresh, words: &[u8]) -> Option<Vec<u8>> {
        let secret = bytes(AUTH);
        seal(
            Browser {
                public_key,
                secret: &secret,
            },
            fresh,
            words,
        )
    }

    fn fresh(number: u8) -> Fresh {
        Fresh::new(&[number; 32], [number; 16]).unwrap()
    }

    /// What the browser does.
    fn open(body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (server, sealed) = rest[5..].split_at(65);
        let own = SecretKey::from_slice(&bytes(BROWSER_SECRET)).unwrap();
        let other = PublicKey::from_sec1_bytes(server).unwrap();
        let shared = diffie_hellman(own.to_nonzero_scalar(), other.as_affine());
        let (auth, key) = (bytes(AUTH), bytes(BROWSER_KEY));
        let material = Material {
            shared: shared.raw_secret_bytes(),
            secret: &auth,
            browser: &key,
            server,
            salt,
        };
        let (key, nonce) = material.key_and_nonce().unwrap();
        let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
        let mut words = cipher.decrypt(&Nonce::from(nonce), sealed).ok()?;
        assert_eq!(words.pop(), Some(LAST));
        Some(words)
    }

    #[test]
    fn the_example_of_the_standard_comes_out() {
        let secret = bytes(SERVER_SECRET).try_into().unwrap();
        let fresh = Fresh::new(&secret, bytes(SALT).try_into().unwrap()).unwrap();
        assert_eq!(sealed(&bytes(BROWSER_KEY), &fresh, WORDS).unwrap(), bytes(BODY));
    }

    #[test]
    fn the_browser_opens_what_was_sealed_and_nothing_that_was_changed() {
        let words = "Ein Hahn – 🚰".as_bytes();
        let body = sealed(&bytes(BROWSER_KEY), &fresh(1), words).unwrap();
        assert_eq!(open(&body).unwrap(), words);
        let again = sealed(&bytes(BROWSER_KEY), &fresh(2), words).unwrap();
        assert!(again[..16] != body[..16] && again[21..86] != body[21..86]);
        let mut changed = body;
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(open(&changed), None);
    }

    #[test]
    fn a_key_off_the_curve_gets_nothing() {
        let mut off = bytes(BROWSER_KEY);
        off[64] ^= 1;
        assert_eq!(sealed(&off, &fresh(1), WORDS), None);
    }

    #[test]
    fn zero_is_no_key() {
        assert!(Fresh::new(&[0; 32], [1; 16]).is_none());
    }
}

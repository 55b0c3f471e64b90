//! Text that is stored so that only a server with the secret can read it (AES-256-GCM).

use aes_gcm::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::failure::{Failure, Fallible};
use crate::clock;
use crate::keys::Key;

/// Bytes of the random number before each text.
const NONCE: usize = 12;

/// Seals `text`, which belongs to `owner`: it opens for nobody else's.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn seal(key: &Key, owner: &str, text: &str) -> Fallible<String> {
    let nonce = clock::random_bytes::<NONCE>().map_err(Failure::internal)?;
    let payload = Payload {
        msg: text.as_bytes(),
        aad: owner.as_bytes(),
    };
    let sealed = cipher(key).encrypt(&Nonce::from(nonce), payload);
    let sealed = sealed.map_err(|_| Failure::internal("a text too long to seal"))?;
    Ok(STANDARD.encode([nonce.as_slice(), &sealed].concat()))
}

/// Opens what was sealed for `owner`.
///
/// # Errors
/// 500 when it was sealed with another secret or for somebody else, or was changed.
pub fn open(key: &Key, owner: &str, sealed: &str) -> Fallible<String> {
    opened(key, owner, sealed)
        .ok_or_else(|| Failure::internal("a sealed text does not open: was the secret changed?"))
}

fn opened(key: &Key, owner: &str, sealed: &str) -> Option<String> {
    let bytes = STANDARD.decode(sealed).ok()?;
    let (nonce, msg) = bytes.split_first_chunk::<NONCE>()?;
    let payload = Payload {
        msg,
        aad: owner.as_bytes(),
    };
    let text = cipher(key).decrypt(&Nonce::from(*nonce), payload).ok()?;
    String::from_utf8(text).ok()
}

fn cipher(key: &Key) -> Aes256Gcm {
    Aes256Gcm::new(key.expose().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    #[test]
    fn it_opens_with_the_same_secret_for_the_same_owner_alone() {
        let keys = Keys::derive(&"a secret of the tests".to_owned().into());
        let sealed = seal(&keys.tax, "m-1", "AB123456C").unwrap();
        assert!(!sealed.contains("AB123456C"));
        assert_ne!(sealed, seal(&keys.tax, "m-1", "AB123456C").unwrap());
        assert_eq!(open(&keys.tax, "m-1", &sealed).unwrap(), "AB123456C");
        assert!(open(&keys.tax, "m-2", &sealed).is_err());
        let others = Keys::derive(&"another secret".to_owned().into());
        assert!(open(&others.tax, "m-1", &sealed).is_err());
        for wrong in ["", "AAAA", "not base64!"] {
            assert!(open(&keys.tax, "m-1", wrong).is_err(), "{wrong}");
        }
    }
}

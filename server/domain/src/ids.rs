//! Ids: text, made here and never by the database; knowing one grants nothing.

use uuid::Uuid;

use crate::clock::{Clock, random_bytes};

/// Letters and digits that are hard to mishear or misread (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A booking's id, e.g. `C-7K2M9QXZ`: short enough to read out (40 bits).
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn booking() -> Result<String, getrandom::Error> {
    Ok(format!("C-{}", spoken::<8>()?))
}

/// `N` letters and digits that are easy to read out (5 bits each).
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn spoken<const N: usize>() -> Result<String, getrandom::Error> {
    let bytes = random_bytes::<N>()?;
    let letters = bytes
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)));
    Ok(letters.map(|byte| char::from(*byte)).collect())
}

/// An id with a prefix that says what it names, e.g. `guest-…`: a UUID of version 7, which is the machine's time in milliseconds
/// and 74 random bits. Rows made one after the other are thus neighbours in every index, and a commit writes fewer pages.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn prefixed(prefix: &str) -> Result<String, getrandom::Error> {
    let millis = u64::try_from(Clock::System.now()).unwrap_or_default();
    let uuid = uuid::Builder::from_unix_timestamp_millis(millis, &random_bytes::<10>()?).into_uuid();
    Ok(format!("{prefix}{}", Uuid::simple(uuid)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ordered_by_when_they_were_made() {
        let earlier = prefixed("guest-").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert!(earlier < prefixed("guest-").unwrap());
        assert_eq!(earlier.len(), "guest-".len() + 32);
    }

    #[test]
    fn a_booking_id_can_be_read_out() {
        let id = booking().unwrap();
        assert_eq!(id.len(), 10);
        assert!(id.starts_with("C-"));
        assert!(!id.contains(['I', 'L', 'O', 'U']));
    }
}

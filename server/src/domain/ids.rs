//! Ids: text, made here and never by the database, never a permission.

use uuid::Uuid;

use crate::clock::random_bytes;

/// Letters and digits that cannot be misread on the phone (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A booking's id, e.g. `C-7K2M9QXZ`: short enough to read out (40 bits).
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn booking() -> Result<String, getrandom::Error> {
    Ok(format!("C-{}", spoken::<8>()?))
}

/// `N` letters and digits to be read out (5 bits each).
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn spoken<const N: usize>() -> Result<String, getrandom::Error> {
    let bytes = random_bytes::<N>()?;
    let letters = bytes
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)));
    Ok(letters.map(|byte| char::from(*byte)).collect())
}

/// An id with a prefix that says what it names, e.g. `guest-…` (122 random bits).
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn prefixed(prefix: &str) -> Result<String, getrandom::Error> {
    let uuid = uuid::Builder::from_random_bytes(random_bytes::<16>()?).into_uuid();
    Ok(format!("{prefix}{}", Uuid::simple(uuid)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_booking_id_can_be_read_out() {
        let id = booking().unwrap();
        assert_eq!(id.len(), 10);
        assert!(id.starts_with("C-"));
        assert!(!id.contains(['I', 'L', 'O', 'U']));
    }
}

//! One-time codes: six digits, stored as a MAC that binds them to their identifier and role.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::identifier::Identifier;
use super::role::Role;
use crate::clock::{MINUTE, Millis, random_bytes};
use crate::keys::Key;

/// How long a code is valid.
pub const LIFE: Millis = 10 * MINUTE;

/// A new code.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn new() -> Result<String, getrandom::Error> {
    // 64 bits are plenty: reducing them to six digits favours the low codes by less than one part in ten million million.
    let number = u64::from_le_bytes(random_bytes::<8>()?) % 1_000_000;
    Ok(format!("{number:06}"))
}

/// The stored form of a code.
#[must_use]
pub fn mac(key: &Key, role: Role, identifier: &Identifier, code: &str) -> String {
    URL_SAFE_NO_PAD.encode(key.mac(message(role, identifier, code).as_bytes()))
}

/// True when `stored` belongs to this code, in constant time.
#[must_use]
pub fn matches(key: &Key, role: Role, identifier: &Identifier, code: &str, stored: &str) -> bool {
    let stored = URL_SAFE_NO_PAD.decode(stored).unwrap_or_default();
    key.verify(message(role, identifier, code).as_bytes(), &stored)
}

fn message(role: Role, identifier: &Identifier, code: &str) -> String {
    format!("{}\n{}\n{code}", role.as_str(), identifier.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    #[test]
    fn codes_are_six_digits_bound_to_their_identifier_and_role() {
        let keys = Keys::derive(&"a secret of thirty-two characters".to_owned().into());
        let ada = Identifier::Email("ada@example.com".to_owned());
        let bob = Identifier::Email("bob@example.com".to_owned());
        let code = new().unwrap();
        assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()));
        let stored = mac(&keys.code, Role::Client, &ada, &code);
        let fits = |role, who, code: &str, stored: &str| matches(&keys.code, role, who, code, stored);
        assert!(fits(Role::Client, &ada, &code, &stored));
        assert!(!fits(Role::Master, &ada, &code, &stored));
        assert!(!fits(Role::Client, &bob, &code, &stored));
        assert!(!fits(Role::Client, &ada, "", &stored) && !fits(Role::Client, &ada, &code, "rubbish!"));
    }
}

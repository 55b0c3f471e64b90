//! The second factor of operators: time-based codes (RFC 6238) and the recovery codes for whoever has lost the phone.

use subtle::ConstantTimeEq as _;
use totp_rs::{Algorithm, TOTP};

use super::failure::{Failure, Fallible};
use super::ids;
use crate::clock::{Millis, SECOND, random_bytes};

/// Seconds that one code is shown for.
const STEP: u64 = 30;
/// Bytes of a secret: RFC 4226 recommends 160 bits.
const SECRET: usize = 20;
/// Steps before and after the present one whose codes are accepted, for clocks that are off.
const DRIFT: i64 = 1;
/// How many recovery codes an operator gets.
pub const RECOVERY_CODES: usize = 10;

/// A new secret, in base 32 as apps for such codes take it.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn new_secret() -> Fallible<String> {
    let bytes = random_bytes::<SECRET>()?;
    Ok(totp_rs::Secret::Raw(bytes.to_vec()).to_encoded().to_string())
}

/// The address that an app reads from the QR code.
///
/// # Errors
/// When the secret is not one of ours.
pub fn address(secret: &str, email: &str) -> Fallible<String> {
    Ok(totp(secret, email)?.get_url())
}

/// The 30-second step whose code this is, if it is one of those around `now` and later than `last`.
///
/// # Errors
/// When the secret is not one of ours.
pub fn step_of(secret: &str, code: &str, last: i64, now: Millis) -> Fallible<Option<i64>> {
    let totp = totp(secret, "operator")?;
    let present = now.div_euclid(30 * SECOND);
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let mut found = None;
    for step in present - DRIFT..=present + DRIFT {
        let seconds = u64::try_from(step).unwrap_or_default() * STEP;
        let is_it: bool = totp.generate(seconds).as_bytes().ct_eq(code.as_bytes()).into();
        if is_it && step > last {
            found = Some(step);
        }
    }
    Ok(found)
}

/// The code of the present step, for tests and the command line.
///
/// # Errors
/// When the secret is not one of ours.
pub fn code_at(secret: &str, now: Millis) -> Fallible<String> {
    let seconds = u64::try_from(now.div_euclid(SECOND)).unwrap_or_default();
    Ok(totp(secret, "operator")?.generate(seconds))
}

fn totp(secret: &str, email: &str) -> Fallible<TOTP> {
    let bytes = totp_rs::Secret::Encoded(secret.to_owned())
        .to_bytes()
        .map_err(|error| Failure::internal(format!("{error:?}")))?;
    let issuer = Some("Callout".to_owned());
    // A colon would end the issuer in the address.
    let account = email.replace(':', "");
    TOTP::new(Algorithm::SHA1, 6, 1, STEP, bytes, issuer, account).map_err(Failure::internal)
}

/// New recovery codes, as `7K2M-9QXZ`.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn new_recovery_codes() -> Fallible<Vec<String>> {
    (0..RECOVERY_CODES)
        .map(|_| Ok(format!("{}-{}", ids::spoken::<4>()?, ids::spoken::<4>()?)))
        .collect()
}

/// A recovery code as it is hashed: upper case, without spaces and dashes; none for what is no such code.
#[must_use]
pub fn recovery_code(typed: &str) -> Option<String> {
    let code: String = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    (code.len() == 8).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_795_428_300_000;

    #[test]
    fn a_code_is_good_once_and_a_step_early_or_late() {
        let secret = new_secret().unwrap();
        let code = code_at(&secret, NOW).unwrap();
        let step = NOW / 30_000;
        for (when, good) in [(-1, true), (0, true), (1, true), (-2, false), (2, false)] {
            let found = step_of(&secret, &code, 0, NOW + when * 30_000).unwrap();
            assert_eq!(found, good.then_some(step), "{when}");
        }
        assert_eq!(step_of(&secret, &code, step, NOW).unwrap(), None);
        let spaced = format!("{} {}", &code[..3], &code[3..]);
        assert_eq!(step_of(&secret, &spaced, 0, NOW).unwrap(), Some(step));
        assert_eq!(step_of(&secret, "", 0, NOW).unwrap(), None);
    }

    #[test]
    fn the_known_code_of_rfc_6238() {
        // The RFC's secret "12345678901234567890" at 59 seconds: 94287082, of which apps show the last six digits.
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(code_at(secret, 59_000).unwrap(), "287082");
        assert!(
            address(secret, "jo@example.com")
                .unwrap()
                .starts_with("otpauth://totp/Callout:jo%40example.com?secret=")
        );
    }

    #[test]
    fn recovery_codes_are_read_as_people_type_them() {
        let codes = new_recovery_codes().unwrap();
        assert_eq!(codes.len(), RECOVERY_CODES);
        for code in codes {
            let typed = code.to_lowercase().replace('-', " ");
            assert_eq!(recovery_code(&typed), recovery_code(&code));
        }
        assert_eq!(recovery_code("123 456"), None);
    }
}

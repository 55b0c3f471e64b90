//! Which passwords are accepted: long enough, and not among the first that anybody would guess; and how long a try of one waits.

use std::time::Duration;

use super::failure::Failure;

/// Fewest characters.
pub const LEAST: usize = 6;
/// Most characters: enough for any sentence, too few to keep the hasher busy.
pub const MOST: usize = 200;
/// The thousand most common passwords of six characters or more (see NOTICE), lower case.
const COMMON: &str = include_str!("../data/common-passwords.txt");

/// Checks a password that somebody wants to use.
///
/// # Errors
/// 422 on the field `password`.
pub fn check(password: &str) -> Result<(), Failure> {
    let length = password.chars().count();
    let message = if length == 0 {
        "Password is required."
    } else if length < LEAST {
        "Password must be at least 6 characters."
    } else if length > MOST {
        "Password must be at most 200 characters."
    } else if is_common(password) {
        "This password is too common. Please choose another."
    } else {
        return Ok(());
    };
    Err(Failure::field("password", message))
}

/// How long a try waits that is so many beyond what one email may have in an hour, wherever they come from. Nobody is refused for it:
/// whoever knows an email must not lock its owner out. Decided for the product.
#[must_use]
pub fn wait(beyond: u32) -> Duration {
    Duration::from_secs(2)
        .saturating_mul(beyond)
        .min(Duration::from_secs(10))
}

fn is_common(password: &str) -> bool {
    let lowered = password.to_lowercase();
    COMMON.lines().any(|common| common == lowered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_try_beyond_the_limit_waits_longer_up_to_ten_seconds() {
        let waits = [0, 1, 2, 3, 4, 5, 6, u32::MAX].map(|beyond| wait(beyond).as_secs());
        assert_eq!(waits, [0, 2, 4, 6, 8, 10, 10, 10]);
    }

    #[test]
    fn short_long_and_common_passwords_are_refused() {
        let refused = |password: &str| check(password).unwrap_err().detail;
        assert_eq!(refused(""), "Password is required.");
        assert_eq!(refused("five5"), "Password must be at least 6 characters.");
        assert_eq!(
            refused(&"é".repeat(201)),
            "Password must be at most 200 characters."
        );
        for common in ["123456", "Password", "QWERTY", "letmein"] {
            assert_eq!(
                refused(common),
                "This password is too common. Please choose another."
            );
        }
        for good in ["tap&dr", "ключик", &"é".repeat(200)] {
            assert!(check(good).is_ok(), "{good}");
        }
        assert!(
            COMMON
                .lines()
                .all(|line| line.len() >= LEAST && line == line.to_lowercase())
        );
    }
}

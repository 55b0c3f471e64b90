//! The start code: four digits that the client shows at the door, and by which the pro begins the job. It is computed from the booking and
//! its generation, so nothing secret is stored; each assignment and each renewal makes another one.

use super::booking::Booking;
use super::failure::Failure;
use crate::keys::Key;

/// How many wrong codes lock the start.
pub const TRIES: i64 = 5;

/// How many codes there are.
const CODES: u64 = 10_000;

/// The code of a booking whose pro may begin now; none at other times.
#[must_use]
pub fn of(key: &Key, booking: &Booking) -> Option<String> {
    booking
        .awaits_start()
        .then(|| made(key, &booking.id, booking.start_generation))
}

/// True when `typed` is the code of this booking; compared in constant time.
#[must_use]
pub fn is_right(key: &Key, booking: &Booking, typed: &str) -> bool {
    of(key, booking).is_some_and(|code| key.verify(typed.as_bytes(), &key.mac(code.as_bytes())))
}

/// True when too many wrong codes were typed since the last renewal.
#[must_use]
pub fn is_locked(booking: &Booking) -> bool {
    tries_left(booking.start_tries) == 0
}

/// How many codes can be typed after so many wrong ones.
#[must_use]
pub fn tries_left(wrong: i64) -> i64 {
    (TRIES - wrong).max(0)
}

/// 409 `start_code_locked`.
#[must_use]
pub fn locked() -> Failure {
    Failure::conflict(
        "start_code_locked",
        "The start code is locked after five wrong tries. Ask the client to make a new one on their booking page.",
    )
}

/// 409 `code_locked` for a start without the code while it is locked.
#[must_use]
pub fn barred() -> Failure {
    Failure::conflict(
        "code_locked",
        "The start code is locked, so the job cannot begin without it. Ask the client to make a new one, or write to support.",
    )
}

/// 422 `wrong_start_code` after so many wrong ones, with `triesLeft`.
#[must_use]
pub fn wrong(tries: i64) -> Failure {
    let left = tries_left(tries);
    let message = match left {
        0 => "This is not the code, and it is locked now. Ask the client to make a new one on their booking page.".to_owned(),
        1 => "This is not the code. You have 1 try left.".to_owned(),
        left => format!("This is not the code. You have {left} tries left."),
    };
    let mut failure = Failure::field("startCode", message).with("triesLeft", left);
    failure.code = "wrong_start_code";
    failure
}

fn made(key: &Key, booking_id: &str, generation: i64) -> String {
    let mac = key.mac(format!("{booking_id}\n{generation}").as_bytes());
    // The remainder of the whole MAC, byte by byte: no code is likelier than another.
    let number = mac
        .iter()
        .fold(0, |rest, byte| (rest * 256 + u64::from(*byte)) % CODES);
    format!("{number:04}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::booking::blank;
    use crate::keys::Keys;
    use crate::status::BookingStatus;

    fn key() -> Key {
        Keys::derive(&"a secret of thirty-two characters".to_owned().into()).start
    }

    fn booking(id: &str, start_generation: i64) -> Booking {
        Booking {
            id: id.to_owned(),
            status: BookingStatus::EnRoute,
            start_generation,
            ..blank()
        }
    }

    proptest! {
        #[test]
        fn a_code_is_four_digits_and_stays_the_same(id in "C-[A-Z0-9]{8}", generation in 0_i64..1_000) {
            let (key, booking) = (key(), booking(&id, generation));
            let code = of(&key, &booking).unwrap();
            prop_assert!(code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit()), "{}", code);
            prop_assert_eq!(Some(code.clone()), of(&key, &booking));
            prop_assert!(is_right(&key, &booking, &code));
            let other = format!("{:04}", (code.parse::<u64>().unwrap() + 1) % CODES);
            prop_assert!(!is_right(&key, &booking, &other));
        }
    }

    #[test]
    fn codes_differ_by_booking_and_generation_and_begin_with_zeros_as_often_as_with_others() {
        let key = key();
        let codes: Vec<String> = (0..2_000)
            .map(|generation| made(&key, "C-1", generation))
            .collect();
        let different: std::collections::BTreeSet<&String> = codes.iter().collect();
        assert!(different.len() > 1_750, "{}", different.len());
        let with_zero = codes.iter().filter(|code| code.starts_with('0')).count();
        assert!((120..=280).contains(&with_zero), "{with_zero}");
        assert_ne!(made(&key, "C-1", 1), made(&key, "C-2", 1));
    }

    #[test]
    fn there_is_a_code_only_while_the_pro_may_begin() {
        use BookingStatus::{Assigned, EnRoute};
        for status in BookingStatus::ALL {
            let booking = Booking {
                status,
                ..booking("C-1", 1)
            };
            let awaited = matches!(status, Assigned | EnRoute);
            assert_eq!(of(&key(), &booking).is_some(), awaited, "{status}");
            assert!(!is_right(&key(), &booking, ""), "{status}");
        }
    }

    #[test]
    fn the_fifth_wrong_code_locks() {
        for (tries, locks) in [(0, false), (4, false), (5, true), (6, true)] {
            let booking = Booking {
                start_tries: tries,
                ..booking("C-1", 1)
            };
            assert_eq!(is_locked(&booking), locks, "{tries}");
        }
        assert_eq!(wrong(4).extra["triesLeft"], 1);
        assert!(wrong(5).detail.contains("locked"));
    }
}

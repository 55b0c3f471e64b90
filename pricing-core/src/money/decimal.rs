//! Decimal numbers (pounds, confidences, factors) written and read digit by digit: no float, so the bytes are the same on
//! every machine.

use crate::strings::split_once;
use alloc::string::String;

/// Appends `value` units of which 10^`places` make one, as the shortest decimal: 9,750 with 2 places is `97.5`.
pub(crate) fn write(value: i64, places: usize, text: &mut String) {
    let mut digits = [b'0'; 24];
    let mut start = digits.len();
    let mut rest = value.unsigned_abs();
    while rest > 0 || digits.len() - start <= places {
        start -= 1;
        if let Some(digit) = digits.get_mut(start) {
            *digit += u8::try_from(rest % 10).unwrap_or_default();
        }
        rest /= 10;
    }
    let point = digits.len() - places;
    let mut end = digits.len();
    while end > point && digits.get(end - 1) == Some(&b'0') {
        end -= 1;
    }
    if value < 0 {
        text.push('-');
    }
    for (place, digit) in digits.iter().enumerate().take(end).skip(start) {
        if place == point {
            text.push('.');
        }
        text.push(char::from(*digit));
    }
}

/// Appends a number with at least two digits: 7 is `07`.
pub(crate) fn write_two_digits(value: u64, text: &mut String) {
    if value < 10 {
        text.push('0');
    }
    write(value.cast_signed(), 0, text);
}

/// A whole number as text. The general formatting costs more room in WebAssembly than many rules: none of it is used there.
pub(crate) fn whole(value: usize) -> String {
    let mut text = String::new();
    write(i64::try_from(value).unwrap_or(i64::MAX), 0, &mut text);
    text
}

/// The number whose digits follow those of another one.
pub(crate) fn digits_of(text: &str, before: i64) -> Option<i64> {
    let mut number = before;
    for byte in text.as_bytes() {
        number = number * 10 + i64::from(char::from(*byte).to_digit(10)?);
    }
    Some(number)
}

/// Reads a plain decimal with at most `places` decimals (further zeros allowed) as an integer of its smallest unit.
pub(crate) fn parse(text: &str, places: usize) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, mut rest) = split_once(digits, b'.').unwrap_or((digits, ""));
    while let Some(shorter) = rest.strip_suffix('0') {
        rest = shorter;
    }
    if whole.is_empty() || whole.len() > 13 || rest.len() > places {
        return None;
    }
    let mut number = digits_of(whole, 0)?;
    number = digits_of(rest, number)?;
    for _ in rest.len()..places {
        number *= 10;
    }
    Some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::{parse, write};

    fn text(value: i64, places: usize) -> String {
        let mut text = String::new();
        write(value, places, &mut text);
        text
    }

    #[test]
    fn decimals_are_as_short_as_can_be() {
        for (pence, written) in [
            (9750, "97.5"),
            (9000, "90"),
            (-500, "-5"),
            (5, "0.05"),
            (-50, "-0.5"),
            (0, "0"),
            (123_456, "1234.56"),
        ] {
            assert_eq!(text(pence, 2), written);
            assert_eq!(parse(written, 2), Some(pence));
        }
        assert_eq!(text(8200, 4), "0.82");
        assert_eq!(text(10_000, 4), "1");
        for whole in [0, 7, -10, 1_000, i64::MAX, i64::MIN] {
            assert_eq!(text(whole, 0), whole.to_string());
        }
    }

    #[test]
    fn what_is_no_plain_decimal_is_refused() {
        for wrong in [
            "",
            "-",
            ".5",
            "1.234",
            "1e3",
            "\"5\"",
            "null",
            "1.2.3",
            "99999999999999",
            "+5",
            "1 ",
        ] {
            assert_eq!(parse(wrong, 2), None, "{wrong}");
        }
        assert_eq!(parse("1.230", 2), Some(123));
    }
}

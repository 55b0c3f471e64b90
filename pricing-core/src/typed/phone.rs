//! UK mobile numbers.

use super::letters::only;
use crate::error::PricingError;

/// The message for anything else.
const MESSAGE: &str = "Please enter a valid UK mobile number.";

/// A UK mobile number as `+44` and ten digits: spaces and punctuation stripped, a leading `+44`, `0044` or `44`, with or without the `0`
/// after it, or a `0` turned into `+44`. Valid are +447\[1-57-9\] and eight digits, and +447624 and six digits.
///
/// # Errors
/// `invalid_phone` for the field `phone`.
pub fn phone(input: &str) -> Result<String, PricingError> {
    let refused = || PricingError::field("invalid_phone", "phone", MESSAGE);
    if input.len() > 64 {
        return Err(refused());
    }
    let kept = only(input, |letter| letter.is_ascii_digit() || letter == '+');
    let national = ["+440", "00440", "440", "+44", "0044", "44", "0"]
        .iter()
        .find_map(|prefix| kept.strip_prefix(prefix));
    match national {
        Some(digits) if is_mobile(digits) => Ok(format!("+44{digits}")),
        _ => Err(refused()),
    }
}

fn is_mobile(digits: &str) -> bool {
    digits.len() == 10
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.starts_with("7624") || matches!(digits.as_bytes(), [b'7', b'1'..=b'5' | b'7'..=b'9', ..]))
}

#[cfg(test)]
mod tests {
    use super::phone;

    #[test]
    fn every_way_of_writing_a_mobile_is_one_number() {
        for written in [
            "07700 900123",
            "+44 7700 900123",
            "+44 (0)7700 900123",
            "0044 7700-900-123",
            "447700900123",
            "(07700) 900123",
            "+44 07700 900123",
            "0044 07700 900123",
            "+44\u{a0}7700\u{200b} 900123",
        ] {
            assert_eq!(phone(written).unwrap(), "+447700900123", "{written}");
        }
        assert_eq!(phone("07624 123456").unwrap(), "+447624123456");
    }

    #[test]
    fn what_is_no_uk_mobile_is_refused() {
        for wrong in [
            "",
            "020 7946 0958",
            "07012 345678",
            "07623 456789",
            "0770090012",
            "077009001234",
            "+1 7700 900123",
            "7700900123",
            "07700+900123",
            "+44007700900123",
            "٠٧٧٠٠٩٠٠١٢٣",
        ] {
            assert_eq!(
                phone(wrong).unwrap_err().message,
                "Please enter a valid UK mobile number.",
                "{wrong}"
            );
        }
    }
}

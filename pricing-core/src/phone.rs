//! UK mobile numbers: one normalisation for the browser and the server.

use crate::error::PricingError;

/// The message for anything else.
const MESSAGE: &str = "Please enter a valid UK mobile number.";

/// A UK mobile number as `+44` and ten digits: spaces and punctuation stripped, `(0)` removed, a leading `0044`, `44` or
/// `0` turned into `+44`. Valid are +447\[1-57-9\] and eight digits, and +447624 and six digits.
///
/// # Errors
/// `invalid_phone` for the field `phone`.
pub fn normalise(input: &str) -> Result<String, PricingError> {
    let refused = || PricingError::field("invalid_phone", "phone", MESSAGE);
    if input.len() > 64 {
        return Err(refused());
    }
    let mut kept = String::with_capacity(input.len());
    let mut rest = input;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("(0)") {
            rest = after;
            continue;
        }
        if letter.is_ascii_digit() || letter == '+' {
            kept.push(letter);
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    let national = ["+44", "0044", "44", "0"]
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
    use super::normalise;

    #[test]
    fn every_way_of_writing_a_mobile_is_one_number() {
        for written in [
            "07700 900123",
            "+44 7700 900123",
            "+44 (0)7700 900123",
            "0044 7700-900-123",
            "447700900123",
            "(07700) 900123",
        ] {
            assert_eq!(normalise(written).unwrap(), "+447700900123", "{written}");
        }
        assert_eq!(normalise("07624 123456").unwrap(), "+447624123456");
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
            "+4407700900123",
            "٠٧٧٠٠٩٠٠١٢٣",
        ] {
            assert_eq!(
                normalise(wrong).unwrap_err().message,
                "Please enter a valid UK mobile number.",
                "{wrong}"
            );
        }
    }
}

//! UK postcodes: the prefix that prices an estimate and the full postcode of an address.

mod districts;

use crate::error::PricingError;
use crate::typed::{is_seen, is_space, line};
use std::fmt;

/// The message for a prefix.
pub const PREFIX_MESSAGE: &str = "Enter 2–3 valid characters (e.g., SW, SW1, B).";

/// The message for a full postcode.
pub const POSTCODE_MESSAGE: &str = "Enter a full UK postcode (e.g., SW1A 1AA).";

/// A few upper-case letters and digits.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Code(String);

impl Code {
    /// The letters and digits of `input`; spaces around (and, for a full postcode, within) are ignored, and a full stop after it.
    fn read(input: &str, most: usize, spaces_within: bool) -> Option<Self> {
        let is_around = |letter: char| !is_seen(letter) || matches!(letter, '.' | ',' | ';');
        let input = input
            .trim_start_matches(|letter| !is_seen(letter))
            .trim_end_matches(is_around);
        let mut code = String::with_capacity(8);
        for letter in input.chars() {
            if !is_seen(letter) && (spaces_within || !is_space(letter)) {
                continue;
            }
            if !letter.is_ascii_alphanumeric() || code.len() == most {
                return None;
            }
            code.push(letter.to_ascii_uppercase());
        }
        Some(Self(code))
    }

    /// With the digit of the inward part a digit: people type O for 0 and I for 1. Its letters are never O or I.
    fn with_digit(mut self) -> Self {
        let at = self.0.len().saturating_sub(3);
        let digit = match self.0.get(at..=at) {
            Some("O") => "0",
            Some("I") => "1",
            _ => return self,
        };
        self.0.replace_range(at..=at, digit);
        self
    }

    fn as_str(&self) -> &str {
        &self.0
    }
}

/// The leading letters.
fn leading_letters(code: &str) -> &str {
    let end = code.find(|letter: char| !letter.is_ascii_alphabetic());
    code.get(..end.unwrap_or(code.len())).unwrap_or_default()
}

/// The start of a postcode, 1 to 4 characters: an area or a district of the UK, or the beginning of one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Prefix(Code);

impl Prefix {
    /// Reads a prefix in any case, spaces around it ignored.
    ///
    /// # Errors
    /// `invalid_postcode` for the field `postcode` if no UK district starts with it.
    pub fn parse(input: &str) -> Result<Self, PricingError> {
        Code::read(input, 4, false)
            .filter(|code| districts::any_starts_with(code.as_str()))
            .map(Self)
            .ok_or_else(|| PricingError::field("invalid_postcode", "postcode", PREFIX_MESSAGE))
    }

    /// Reads the part of a prefix or full postcode that decides the price: what the estimate and region calls accept. A district with a
    /// space after it stays that district while the rest is being typed: `LS1 4` is LS1, not LS14.
    ///
    /// # Errors
    /// As [`Prefix::parse`].
    pub fn parse_any(input: &str) -> Result<Self, PricingError> {
        if let Ok(postcode) = Postcode::parse(input) {
            return Self::parse(postcode.outcode());
        }
        let typed = line(input);
        match typed.split_once(' ') {
            Some((first, rest)) if !first.contains(|letter: char| letter.is_ascii_digit()) => {
                Self::parse(&format!("{first}{rest}"))
            }
            Some((district, rest)) if is_begun_inward(rest) => Self::parse(district),
            _ => Self::parse(&typed),
        }
    }

    /// The prefix in upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The postcode area: its leading letters (of a lone first letter, that letter).
    #[must_use]
    pub fn area(&self) -> &str {
        leading_letters(self.as_str())
    }
}

/// The digit of an inward part, and perhaps its first letter.
fn is_begun_inward(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'0'..=b'9' | b'O' | b'I' | b'o' | b'i'])
        || matches!(rest.as_bytes(), [b'0'..=b'9', letter] if letter.is_ascii_alphabetic())
}

/// A full postcode of a real area, written `SW1A 1AA`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Postcode(Code);

impl Postcode {
    /// Reads a postcode in any case, spaces anywhere and a full stop after it ignored, O and I taken for 0 and 1 where a digit belongs: one of the six outward shapes, a real area, a digit and two
    /// letters outside CIKMOV.
    ///
    /// # Errors
    /// `invalid_postcode` for the field `postcode`.
    pub fn parse(input: &str) -> Result<Self, PricingError> {
        Code::read(input, 7, true)
            .map(|code| Self(code.with_digit()))
            .filter(Self::is_well_formed)
            .ok_or_else(|| PricingError::field("invalid_postcode", "postcode", POSTCODE_MESSAGE))
    }

    fn is_well_formed(&self) -> bool {
        let unit = |byte: &u8| byte.is_ascii_uppercase() && b"CIKMOV".iter().all(|refused| refused != byte);
        let inward = matches!(self.incode().as_bytes(), [digit, first, second]
            if digit.is_ascii_digit() && unit(first) && unit(second));
        let after_area = self
            .outcode()
            .as_bytes()
            .get(self.area().len()..)
            .unwrap_or_default();
        let outward = matches!(after_area, [digit] if digit.is_ascii_digit())
            || matches!(after_area, [digit, last] if digit.is_ascii_digit() && last.is_ascii_alphanumeric());
        inward && outward && districts::is_area(self.area())
    }

    /// The outward code, e.g. `SW1A`.
    #[must_use]
    pub fn outcode(&self) -> &str {
        let code = self.0.as_str();
        code.get(..code.len().saturating_sub(3)).unwrap_or_default()
    }

    /// The inward code, e.g. `1AA`.
    #[must_use]
    pub fn incode(&self) -> &str {
        let code = self.0.as_str();
        code.get(code.len().saturating_sub(3)..).unwrap_or_default()
    }

    /// The postcode area, e.g. `SW`.
    #[must_use]
    pub fn area(&self) -> &str {
        leading_letters(self.outcode())
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prefix({self})")
    }
}

/// Both codes, with a space between.
impl fmt::Display for Postcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.outcode(), self.incode())
    }
}

/// Only the outward code: a full postcode is personal data and stays out of logs.
impl fmt::Debug for Postcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Postcode({} …)", self.outcode())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_areas_districts_or_their_beginnings() {
        for (written, prefix, area) in [
            ("b", "B", "B"),
            (" sw ", "SW", "SW"),
            ("SW1", "SW1", "SW"),
            ("sw1a", "SW1A", "SW"),
            ("AB10", "AB10", "AB"),
            ("EC1", "EC1", "EC"),
            ("E1W", "E1W", "E"),
            ("N1C", "N1C", "N"),
            ("A", "A", "A"),
        ] {
            let found = Prefix::parse(written).unwrap();
            assert_eq!((found.as_str(), found.area()), (prefix, area));
        }
        for wrong in [
            "", " ", "1", "ZZ", "SW0", "SW1Z", "B22", "AB100", "SW 1", "ß", "BÉ", "Q", "L41",
        ] {
            assert_eq!(
                Prefix::parse(wrong).unwrap_err().message,
                PREFIX_MESSAGE,
                "{wrong}"
            );
        }
    }

    #[test]
    fn full_postcodes_have_six_outward_shapes() {
        for (written, shown) in [
            ("m11aa", "M1 1AA"),
            ("M60 1NW", "M60 1NW"),
            ("cr2 6xh", "CR2 6XH"),
            ("DN55 1PT", "DN55 1PT"),
            ("w1a0ax", "W1A 0AX"),
            (" ec1a  1bb ", "EC1A 1BB"),
            ("SW1A 1AA.", "SW1A 1AA"),
            ("EC1V OBW", "EC1V 0BW"),
            ("sw1a iaa", "SW1A 1AA"),
        ] {
            assert_eq!(Postcode::parse(written).unwrap().to_string(), shown);
        }
        for wrong in [
            "",
            "SW1A",
            "SW1A 1A",
            "SW1A 1CA",
            "ZZ1 1AA",
            "SW1A 11A",
            "SWA1 1AA",
            "SW1A 1AAA",
            "1AA",
            "SW1A1A-",
        ] {
            assert_eq!(
                Postcode::parse(wrong).unwrap_err().message,
                POSTCODE_MESSAGE,
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_full_postcode_prices_as_its_outward_code() {
        assert_eq!(Prefix::parse_any("SW1A 1AA").unwrap().as_str(), "SW1A");
        assert_eq!(Prefix::parse_any("b1").unwrap().area(), "B");
        for (written, prefix) in [
            ("LS1 4AP", "LS1"),
            ("LS1 4A", "LS1"),
            ("LS1 4", "LS1"),
            ("M1 1AA", "M1"),
            ("SW 1", "SW1"),
            ("sw1a.", "SW1A"),
        ] {
            assert_eq!(Prefix::parse_any(written).unwrap().as_str(), prefix, "{written}");
        }
        for wrong in ["LS1 A", "LS1 44", "LS1 4AP1", "SW1 1 1"] {
            assert!(Prefix::parse_any(wrong).is_err(), "{wrong}");
        }
    }
}

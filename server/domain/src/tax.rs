//! What a platform must know of a pro for the tax office before it pays them, and the quarters it reports by.

use std::fmt;
use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::Date;
use pricing_core::typed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::address;
use super::contact::given;
use super::failure::Failure;
use super::letters;
use super::mistakes::Mistakes;
use super::statement::{Month, NoMonth};
use crate::clock::Millis;
use crate::time;

/// Longest name, characters.
pub const NAME_LIMIT: usize = 200;
/// Longest address, characters.
pub const ADDRESS_LIMIT: usize = 300;
/// The least age of a pro, years.
const LEAST_AGE: i64 = 16;
/// The greatest age that is believed, years.
const GREATEST_AGE: i64 = 120;

/// Tax details, as sent.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TaxInput {
    /// The pro's full name, or the company's.
    pub legal_name: String,
    /// Home address, or the company's registered one; line breaks allowed.
    pub address: String,
    /// As in 1985-04-23.
    pub birth_date: String,
    /// National Insurance number, like QQ123456C; this or the UTR.
    pub national_insurance: String,
    /// Unique Taxpayer Reference, 10 digits.
    pub utr: String,
    /// At Companies House, 8 digits, or 2 letters and 6 digits.
    pub company_number: String,
    /// 9 digits, with or without GB.
    pub vat_number: String,
}

/// What the tax office is told of a pro.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxDetails {
    /// The pro's full name, or the company's.
    pub legal_name: String,
    /// Home address, or the company's registered one.
    pub address: String,
    /// As in 1985-04-23.
    pub birth_date: String,
    /// National Insurance number.
    pub national_insurance: Option<String>,
    /// Unique Taxpayer Reference.
    pub utr: Option<String>,
    /// At Companies House.
    pub company_number: Option<String>,
    /// Without GB.
    pub vat_number: Option<String>,
}

impl TaxDetails {
    /// Checks every field, at `now` (Unix milliseconds); all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &TaxInput, now: Millis) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let text = letters::plain_text(&input.address);
        let place = address::required(&text, "Address is required.")
            .and_then(|text| address::limited(text, ADDRESS_LIMIT));
        let name = address::required_line(&input.legal_name, NAME_LIMIT, "Legal name is required.");
        let details = Self {
            legal_name: wrong.checked("legalName", name),
            address: wrong.checked("address", place),
            birth_date: wrong.checked("birthDate", birth_date(&input.birth_date, now)),
            national_insurance: wrong.checked(
                "nationalInsurance",
                number(
                    &input.national_insurance,
                    is_national_insurance,
                    "Enter a National Insurance number like QQ123456C.",
                ),
            ),
            utr: wrong.checked(
                "utr",
                optional(&input.utr, |text| typed::utr(text).map_err(|error| error.message)),
            ),
            company_number: wrong.checked(
                "companyNumber",
                number(
                    &input.company_number,
                    is_company_number,
                    "A company number has 8 digits, or 2 letters and 6 digits.",
                ),
            ),
            vat_number: wrong.checked("vatNumber", optional(&input.vat_number, vat_number)),
        };
        let has_number = given(Some(&input.national_insurance)).or(given(Some(&input.utr)));
        if has_number.is_none() {
            wrong.note(
                "nationalInsurance",
                "Enter your National Insurance number or your UTR.",
            );
        }
        wrong.or(details)
    }
}

fn birth_date(text: &str, now: Millis) -> Result<String, String> {
    let text = text.trim();
    // Only as 1985-04-23: the parser takes other forms of ISO 8601, too.
    let date = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
    let date = date.ok_or_else(|| "Enter your date of birth.".to_owned())?;
    let is_possible = || {
        let today: Date = time::day(now).parse().ok()?;
        let youngest = today.checked_sub(LEAST_AGE.years()).ok()?;
        let oldest = today.checked_sub(GREATEST_AGE.years()).ok()?;
        Some((oldest..=youngest).contains(&date))
    };
    if is_possible() == Some(true) {
        Ok(date.to_string())
    } else {
        Err("Check your date of birth.".to_owned())
    }
}

/// A number in its one spelling; none where it is left out.
fn number(text: &str, is_right: impl Fn(&str) -> bool, message: &str) -> Result<Option<String>, String> {
    optional(text, |text| {
        let number = typed::compact(text);
        if is_right(&number) {
            Ok(number)
        } else {
            Err(message.to_owned())
        }
    })
}

fn optional(text: &str, read: impl Fn(&str) -> Result<String, String>) -> Result<Option<String>, String> {
    let text = letters::line(text);
    given(Some(&text)).map(read).transpose()
}

fn is_digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Two letters, six digits, and A to D; some letters and pairs are never given out (HMRC, NIM39110).
fn is_national_insurance(text: &str) -> bool {
    let (Some(prefix), Some(digits), Some(suffix)) = (text.get(..2), text.get(2..8), text.get(8..)) else {
        return false;
    };
    let letters: Vec<char> = prefix.chars().collect();
    let good = |letter: &char| letter.is_ascii_uppercase() && !"DFIQUV".contains(*letter);
    letters.iter().all(good)
        && letters.get(1) != Some(&'O')
        && !["BG", "GB", "NK", "KN", "TN", "NT", "ZZ"].contains(&prefix)
        && is_digits(digits, 6)
        && ["A", "B", "C", "D"].contains(&suffix)
}

fn is_company_number(text: &str) -> bool {
    let has_letters = text
        .get(..2)
        .is_some_and(|prefix| prefix.bytes().all(|letter| letter.is_ascii_uppercase()));
    is_digits(text, 8) || has_letters && text.get(2..).is_some_and(|rest| is_digits(rest, 6))
}

fn vat_number(text: &str) -> Result<String, String> {
    let number = typed::vat_number(text).ok().filter(|number| is_digits(number, 9));
    number.ok_or_else(|| "A VAT number has 9 digits.".to_owned())
}

/// A number of which only the end is shown: `••••456C`.
#[must_use]
pub fn masked(number: &str) -> String {
    let length = number.chars().count();
    let shown: String = number.chars().skip(length.saturating_sub(4)).collect();
    format!("••••{shown}")
}

/// A quarter of a calendar year, written `2026-Q4`: what platforms report by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Quarter {
    first: Month,
}

impl Quarter {
    /// From when up to when, Unix milliseconds of London's calendar; none outside the calendar.
    #[must_use]
    pub fn span(self) -> Option<(Millis, Millis)> {
        let after = self.first.next().next().next();
        Some((self.first.begins()?, after.begins()?))
    }
}

impl fmt::Display for Quarter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, number) = (self.first.year(), self.first.number().div_ceil(3));
        write!(formatter, "{year:04}-Q{number}")
    }
}

impl FromStr for Quarter {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Self, NoMonth> {
        let (year, month) = match text.split_once("-Q").ok_or(NoMonth)? {
            (year, "1") => (year, "01"),
            (year, "2") => (year, "04"),
            (year, "3") => (year, "07"),
            (year, "4") => (year, "10"),
            _ => return Err(NoMonth),
        };
        let first = format!("{year}-{month}").parse()?;
        Self { first }.span().map(|_| Self { first }).ok_or(NoMonth)
    }
}

impl TryFrom<String> for Quarter {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse().map_err(|NoMonth| "a quarter like 2026-Q4")
    }
}

impl From<Quarter> for String {
    fn from(quarter: Quarter) -> Self {
        quarter.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> TaxInput {
        TaxInput {
            legal_name: "Ada Lovelace".to_owned(),
            address: "1 High Street\r\nLondon".to_owned(),
            birth_date: "1985-04-23".to_owned(),
            national_insurance: "ab 12 34 56 c".to_owned(),
            ..TaxInput::default()
        }
    }

    fn parse(input: &TaxInput) -> Result<TaxDetails, Vec<String>> {
        let now = time::of_iso("2026-11-23T12:00:00+00:00").unwrap();
        TaxDetails::parse(input, now).map_err(|failure| failure.errors.into_keys().collect())
    }

    #[test]
    fn numbers_are_written_one_way() {
        let input = TaxInput {
            utr: "12345 67890".to_owned(),
            company_number: "sc123456".to_owned(),
            vat_number: "GB 123 4567 89".to_owned(),
            ..good()
        };
        let details = parse(&input).unwrap();
        assert_eq!(details.national_insurance.as_deref(), Some("AB123456C"));
        assert_eq!(details.utr.as_deref(), Some("1234567890"));
        assert_eq!(details.company_number.as_deref(), Some("SC123456"));
        assert_eq!(details.vat_number.as_deref(), Some("123456789"));
        assert_eq!(details.address, "1 High Street\nLondon");
    }

    #[test]
    fn one_number_of_two_is_enough() {
        let with = |national_insurance: &str, utr: &str| {
            parse(&TaxInput {
                national_insurance: national_insurance.to_owned(),
                utr: utr.to_owned(),
                ..good()
            })
        };
        assert!(with("", "1234567890").is_ok());
        assert_eq!(with("", " "), Err(vec!["nationalInsurance".to_owned()]));
        for wrong in [
            "AB12345C",
            "DA123456A",
            "AO123456A",
            "GB123456A",
            "AB123456E",
            "ÄB123456A",
            "AB1234567",
        ] {
            assert_eq!(
                with(wrong, ""),
                Err(vec!["nationalInsurance".to_owned()]),
                "{wrong}"
            );
        }
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let wrong = TaxInput {
            birth_date: "2015-01-01".to_owned(),
            utr: "123".to_owned(),
            company_number: "1".to_owned(),
            vat_number: "GB1".to_owned(),
            ..TaxInput::default()
        };
        let fields = [
            "address",
            "birthDate",
            "companyNumber",
            "legalName",
            "utr",
            "vatNumber",
        ];
        assert_eq!(parse(&wrong).unwrap_err(), fields.map(str::to_owned));
        for date in [
            "",
            "23/04/1985",
            "1885-01-01",
            "2026-11-24",
            "2010-11-24",
            "19850423",
            "1985-04-23T10:00",
        ] {
            let input = TaxInput {
                birth_date: date.to_owned(),
                ..good()
            };
            assert_eq!(parse(&input), Err(vec!["birthDate".to_owned()]), "{date}");
        }
    }

    #[test]
    fn only_the_end_of_a_number_is_shown() {
        assert_eq!(masked("AB123456C"), "••••456C");
        assert_eq!(masked("12"), "••••12");
    }

    #[test]
    fn quarters_are_of_the_calendar_year() {
        let quarter: Quarter = "2026-Q2".parse().unwrap();
        assert_eq!(quarter.to_string(), "2026-Q2");
        let (from, until) = quarter.span().unwrap();
        assert_eq!(Some(from), time::of_iso("2026-04-01T00:00:00+01:00"));
        assert_eq!(Some(until), time::of_iso("2026-07-01T00:00:00+01:00"));
        for wrong in ["2026-Q0", "2026-Q5", "2026", "Q1", "2026-q1", ""] {
            assert_eq!(wrong.parse::<Quarter>(), Err(NoMonth), "{wrong}");
        }
    }
}

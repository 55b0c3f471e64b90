//! What a pro tells of themselves and their business, checked field by field.

use pricing_core::{Pence, typed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::address::{self, NAME_LIMIT};
use crate::contact::{self, given};
use crate::failure::Failure;
use crate::letters;
use crate::mistakes::Mistakes;
use crate::pounds::Pounds;

/// Most years of experience.
pub const YEARS_LIMIT: i64 = 80;
/// Longest trading address, characters.
pub const TRADING_ADDRESS_LIMIT: usize = 300;
/// Longest legal or company name, characters.
pub const BUSINESS_NAME_LIMIT: usize = 200;
/// The highest call-out charge, and the highest price of an hour.
pub const RATE_LIMIT: Pence = Pence::from_pounds(1_000);

/// Who a pro is, as sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterBasicsInput)]
pub struct BasicsInput {
    /// As on the pro's papers.
    pub first_name: String,
    /// As on the pro's papers.
    pub last_name: String,
    /// UK mobile.
    pub phone: String,
    /// Whole years.
    pub experience_years: i64,
    /// The name that contracts are in; first and last name if omitted or blank.
    pub legal_name: Option<String>,
    /// Where the business is, line breaks allowed.
    pub trading_address: String,
}

/// Who a pro is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterBasics)]
pub struct Basics {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// `+447…`.
    pub phone: String,
    /// Whole years.
    pub experience_years: i64,
    /// The name that contracts are in.
    pub legal_name: String,
    /// Where the business is.
    pub trading_address: String,
}

impl Basics {
    /// Checks every field; all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &BasicsInput) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let first = address::required_line(&input.first_name, NAME_LIMIT, "First name is required.");
        let last = address::required_line(&input.last_name, NAME_LIMIT, "Last name is required.");
        let phone = contact::phone(&input.phone).map_err(|failure| failure.detail);
        let trading_address = letters::plain_text(&input.trading_address);
        let trading_address = address::required(&trading_address, "Trading address is required.")
            .and_then(|text| address::limited(text, TRADING_ADDRESS_LIMIT));
        let first_name = wrong.checked("firstName", first);
        let last_name = wrong.checked("lastName", last);
        let legal_name = input.legal_name.as_deref().unwrap_or_default();
        let legal_name = wrong.checked("legalName", address::line(legal_name, BUSINESS_NAME_LIMIT));
        let legal_name = legal_name.unwrap_or_else(|| format!("{first_name} {last_name}"));
        let basics = Self {
            first_name,
            last_name,
            phone: wrong.checked("phone", phone),
            experience_years: wrong.checked("experienceYears", years(input.experience_years)),
            legal_name,
            trading_address: wrong.checked("tradingAddress", trading_address),
        };
        wrong.or(basics)
    }

    /// What clients and passers-by see: the first name, and the initial of the last.
    #[must_use]
    pub fn short_name(&self) -> String {
        let initial = self.last_name.chars().take(1).flat_map(char::to_uppercase);
        format!("{} {}.", self.first_name, initial.collect::<String>())
    }
}

fn years(years: i64) -> Result<i64, String> {
    if (0..=YEARS_LIMIT).contains(&years) {
        Ok(years)
    } else {
        Err(format!("Enter a whole number of years, from 0 to {YEARS_LIMIT}."))
    }
}

/// What a pro usually charges, as sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = MasterRatesInput)]
pub struct RatesInput {
    /// For coming out.
    #[serde(rename = "callOutGBP")]
    #[schema(value_type = f64)]
    pub call_out: Pounds,
    /// For an hour's work.
    #[serde(rename = "hourlyGBP")]
    #[schema(value_type = f64)]
    pub hourly: Pounds,
}

/// What a pro usually charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MasterRates)]
pub struct Rates {
    /// For coming out.
    #[serde(rename = "callOutGBP")]
    #[schema(value_type = f64)]
    pub call_out: Pounds,
    /// For an hour's work.
    #[serde(rename = "hourlyGBP")]
    #[schema(value_type = f64)]
    pub hourly: Pounds,
}

impl Rates {
    /// Checks both amounts.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &RatesInput) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        for (field, amount) in [("callOutGBP", input.call_out), ("hourlyGBP", input.hourly)] {
            if !(Pence::ZERO..=RATE_LIMIT).contains(&amount.0) {
                wrong.note(field, "Enter an amount from £0 to £1,000, such as 40 or 42.50.");
            }
        }
        wrong.or(Self {
            call_out: input.call_out,
            hourly: input.hourly,
        })
    }
}

/// The business a pro trades as, as sent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterCompanyInput)]
pub struct CompanyInput {
    /// Its name.
    pub name: String,
    /// As Companies House gives it, 8 characters.
    pub number: Option<String>,
    /// 9 or 12 digits, with or without `GB`.
    pub vat_number: Option<String>,
}

/// The business a pro trades as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterCompany)]
pub struct Company {
    /// Its name.
    pub name: String,
    /// At Companies House: `01234567`, `SC123456`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// `GB123456789`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat_number: Option<String>,
}

impl Company {
    /// Checks every field; all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub fn parse(input: &CompanyInput) -> Result<Self, Failure> {
        let mut wrong = Mistakes::default();
        let name = address::required_line(&input.name, BUSINESS_NAME_LIMIT, "Company name is required.");
        let number = given(input.number.as_deref()).map(company_number).transpose();
        let vat_number = given(input.vat_number.as_deref()).map(vat_number).transpose();
        let company = Self {
            name: wrong.checked("name", name),
            number: wrong.checked("number", number),
            vat_number: wrong.checked("vatNumber", vat_number),
        };
        wrong.or(company)
    }
}

fn company_number(text: &str) -> Result<String, String> {
    let number = typed::compact(text);
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match number.split_at_checked(2) {
        Some((first, digits)) if is_plain(first) && is_digits(digits, &[6]) => Ok(number),
        _ => Err("Enter the 8 characters from Companies House (e.g., 01234567).".to_owned()),
    }
}

fn vat_number(text: &str) -> Result<String, String> {
    let digits = typed::vat_number(text).map_err(|error| error.message)?;
    Ok(format!("GB{digits}"))
}

/// True for digits only, in one of these lengths.
fn is_digits(text: &str, lengths: &[usize]) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> BasicsInput {
        BasicsInput {
            first_name: " Ada ".to_owned(),
            last_name: "lovelace".to_owned(),
            phone: "07700 900123".to_owned(),
            experience_years: 12,
            legal_name: Some(" ".to_owned()),
            trading_address: " 1 High Street\r\nLondon\u{202e} ".to_owned(),
        }
    }

    fn wrong_fields<T>(result: Result<T, Failure>) -> Vec<String> {
        result.map_or_else(|failure| failure.errors.into_keys().collect(), |_| Vec::new())
    }

    #[test]
    fn basics_are_trimmed_and_normalised() {
        let basics = Basics::parse(&good()).unwrap();
        assert_eq!(
            (basics.first_name.as_str(), basics.phone.as_str()),
            ("Ada", "+447700900123")
        );
        assert_eq!(basics.legal_name, "Ada lovelace");
        assert_eq!(basics.trading_address, "1 High Street\nLondon");
        assert_eq!(basics.short_name(), "Ada L.");
        let named = BasicsInput {
            legal_name: Some(" Ada King ".to_owned()),
            ..good()
        };
        assert_eq!(Basics::parse(&named).unwrap().legal_name, "Ada King");
    }

    #[test]
    fn every_wrong_basic_has_its_message() {
        let nothing = BasicsInput {
            first_name: " ".to_owned(),
            last_name: "\u{7}\u{200b}".to_owned(),
            phone: "020 7946 0000".to_owned(),
            experience_years: -1,
            legal_name: Some("a".repeat(BUSINESS_NAME_LIMIT + 1)),
            trading_address: "\u{7} ".to_owned(),
        };
        assert_eq!(
            wrong_fields(Basics::parse(&nothing)),
            [
                "experienceYears",
                "firstName",
                "lastName",
                "legalName",
                "phone",
                "tradingAddress"
            ]
        );
    }

    #[test]
    fn basics_have_limits_at_both_ends() {
        for extra in [0, 1] {
            let long = BasicsInput {
                first_name: "é".repeat(NAME_LIMIT + extra),
                last_name: "é".repeat(NAME_LIMIT + extra),
                experience_years: YEARS_LIMIT + i64::try_from(extra).unwrap(),
                legal_name: Some("é".repeat(BUSINESS_NAME_LIMIT + extra)),
                trading_address: "é".repeat(TRADING_ADDRESS_LIMIT + extra),
                ..good()
            };
            assert_eq!(wrong_fields(Basics::parse(&long)).len(), 5 * extra);
        }
        let short = BasicsInput {
            first_name: "A".to_owned(),
            last_name: "B".to_owned(),
            experience_years: 0,
            trading_address: "C".to_owned(),
            ..good()
        };
        assert!(Basics::parse(&short).is_ok());
    }

    #[test]
    fn rates_are_from_nothing_to_a_thousand_pounds() {
        let rates = |call_out, hourly| {
            Rates::parse(&RatesInput {
                call_out: Pounds(Pence(call_out)),
                hourly: Pounds(Pence(hourly)),
            })
        };
        assert_eq!(rates(0, 100_000).unwrap().hourly, Pounds(Pence(100_000)));
        assert_eq!(wrong_fields(rates(-1, 100_001)), ["callOutGBP", "hourlyGBP"]);
    }

    #[test]
    fn company_numbers_are_compact_and_of_the_right_shape() {
        let company = |number: &str, vat: &str| {
            Company::parse(&CompanyInput {
                name: " Lovelace Ltd ".to_owned(),
                number: Some(number.to_owned()),
                vat_number: Some(vat.to_owned()),
            })
        };
        for (number, vat, kept) in [
            ("01234567", "123456789", ("01234567", "GB123456789")),
            ("sc 123 456", "gb 123 4567 89", ("SC123456", "GB123456789")),
            ("R0123456", "GB123456789001", ("R0123456", "GB123456789001")),
        ] {
            let company = company(number, vat).unwrap();
            assert_eq!(company.name, "Lovelace Ltd");
            assert_eq!(
                (company.number.as_deref(), company.vat_number.as_deref()),
                (Some(kept.0), Some(kept.1))
            );
        }
        let blank = company(" ", "").unwrap();
        assert_eq!((blank.number, blank.vat_number), (None, None));
        for (number, vat) in [
            ("1234567", "12345678"),
            ("012345678", "1234567890"),
            ("SCX23456", "GB12345678X"),
            ("é234567", "FR123456789"),
        ] {
            assert_eq!(
                wrong_fields(company(number, vat)),
                ["number", "vatNumber"],
                "{number} {vat}"
            );
        }
        for (length, wrong) in [
            (0, 1),
            (1, 0),
            (BUSINESS_NAME_LIMIT, 0),
            (BUSINESS_NAME_LIMIT + 1, 1),
        ] {
            let named = CompanyInput {
                name: "é".repeat(length),
                number: None,
                vat_number: None,
            };
            assert_eq!(wrong_fields(Company::parse(&named)).len(), wrong, "{length}");
        }
    }
}

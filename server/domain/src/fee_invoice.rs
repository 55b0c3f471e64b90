//! The VAT invoice that a pro gets each month for our fees, and the credit note for fees that were given back.

use std::fmt;
use std::str::FromStr;

use pricing_core::{Pence, typed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_db::names;

names! {
    /// Which of the two.
    #[schema(as = FeeInvoiceKind)]
    pub enum Kind {
        /// Fees that were charged.
        Invoice = "invoice",
        /// Fees that were given back.
        CreditNote = "credit_note",
    }
}

impl Kind {
    /// How its numbers begin.
    #[must_use]
    pub const fn series(self) -> &'static str {
        match self {
            Self::Invoice => "CF",
            Self::CreditNote => "CN",
        }
    }

    /// The number of the `count`-th one of a year: `CF-2026-000123`.
    #[must_use]
    pub fn number(self, year: u16, count: i64) -> String {
        format!("{}-{year}-{count:06}", self.series())
    }
}

/// What it says: once issued, it never changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Our name and address.
    pub issuer: String,
    /// Our VAT number.
    pub vat_number: String,
    /// The pro's legal name.
    pub name: String,
    /// The pro's trading address.
    pub address: String,
    /// The fees, the oldest first.
    pub lines: Vec<Line>,
}

/// The fee of one job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FeeInvoiceLine)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The job.
    pub booking_id: String,
    /// What it is, for people.
    pub readable_name: String,
    /// Our fee with its VAT, pence; on a credit note what was given back of it.
    pub fee_pence: i64,
}

/// The VAT in our fees: at the standard rate of 20%, one sixth, rounded to the nearest penny.
#[must_use]
pub const fn vat_in(fees: Pence) -> Pence {
    Pence((fees.0 + 3).div_euclid(6))
}

/// A VAT number of the UK: `GB123456789`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatNumber(String);

impl FromStr for VatNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = typed::vat_number(text).ok().filter(|digits| digits.len() == 9);
        digits
            .map(|digits| Self(format!("GB{digits}")))
            .ok_or_else(|| "use a VAT number like GB123456789".to_owned())
    }
}

impl fmt::Display for VatNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sixth_is_vat() {
        let of = |pence| vat_in(Pence(pence)).0;
        assert_eq!([of(1_200), of(1_755), of(0), of(2), of(3)], [200, 293, 0, 0, 1]);
    }

    #[test]
    fn numbers_count_within_a_year() {
        assert_eq!(Kind::Invoice.number(2026, 123), "CF-2026-000123");
        assert_eq!(Kind::CreditNote.number(2027, 1), "CN-2027-000001");
    }

    #[test]
    fn a_vat_number_has_nine_digits() {
        let parse = |text: &str| text.parse::<VatNumber>().map(|number| number.to_string());
        assert_eq!(parse("GB 123 4567 89"), Ok("GB123456789".to_owned()));
        assert_eq!(parse("123456789"), Ok("GB123456789".to_owned()));
        for wrong in ["", "GB12345678", "FR123456789", "GB12345678A"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}

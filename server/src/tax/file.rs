//! The report for the tax office as a file.

use super::Reported;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::letters::without_formula;
use crate::domain::tax::TaxDetails;

/// A line for each pro as CSV; money in pence.
///
/// # Errors
/// Never, as long as there is memory.
pub fn csv(report: &[Reported]) -> Fallible<Vec<u8>> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record([
        "Pro",
        "Legal name",
        "Address",
        "Date of birth",
        "National Insurance number",
        "UTR",
        "Company number",
        "VAT number",
        "Jobs",
        "Paid by clients (pence)",
        "Our fees (pence)",
    ])
    .map_err(Failure::internal)?;
    for Reported { earned, details } in report {
        let TaxDetails {
            legal_name,
            address,
            birth_date,
            national_insurance,
            utr,
            company_number,
            vat_number,
        } = details.clone().unwrap_or_default();
        let line = [
            earned.master_id.clone(),
            legal_name,
            address,
            birth_date,
            national_insurance.unwrap_or_default(),
            utr.unwrap_or_default(),
            company_number.unwrap_or_default(),
            vat_number.unwrap_or_default(),
            earned.jobs.to_string(),
            earned.paid_pence.to_string(),
            earned.fees_pence.to_string(),
        ];
        file.write_record(line.map(|text| without_formula(&text)))
            .map_err(Failure::internal)?;
    }
    file.into_inner().map_err(Failure::internal)
}

#[cfg(test)]
mod tests {
    use crate::store::tax::Earnings;

    use super::*;

    #[test]
    fn a_pro_without_details_is_in_the_report_too() {
        let earned = Earnings {
            master_id: "m-1".to_owned(),
            jobs: 2,
            paid_pence: 23_400,
            fees_pence: 3_510,
        };
        let details = TaxDetails {
            legal_name: "=Ada".to_owned(),
            address: "1 High Street\nLondon".to_owned(),
            utr: Some("1234567890".to_owned()),
            ..TaxDetails::default()
        };
        let known = Reported {
            earned: earned.clone(),
            details: Some(details),
        };
        let unknown = Reported {
            earned,
            details: None,
        };
        let file = String::from_utf8(csv(&[known, unknown]).unwrap()).unwrap();
        assert!(
            file.contains("m-1,'=Ada,\"1 High Street\nLondon\",,,1234567890,,,2,23400,3510"),
            "{file}"
        );
        assert!(file.ends_with("m-1,,,,,,,,2,23400,3510\n"), "{file}");
    }
}

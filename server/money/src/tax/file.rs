//! The report for the tax office as a file.

use super::Reported;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters::without_formula;
use callout_domain::tax::TaxDetails;

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

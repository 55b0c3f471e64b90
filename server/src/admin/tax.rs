//! `callout admin tax`.

use std::sync::Arc;

use callout::clock::Clock;
use callout::config::Config;
use callout::domain::letters::without_formula;
use callout::domain::statement::NoMonth;
use callout::domain::tax::{Quarter, TaxDetails};
use callout::keys::Keys;
use callout::tax::Reported;
use clap::Args;
use secrecy::SecretString;

use super::print;

#[derive(Args)]
pub(crate) struct ReportTax {
    /// The quarter, as in 2026-Q4.
    #[arg(long, value_parser = quarter)]
    quarter: Quarter,
    /// Also has the running server send every pro a copy of what is reported of them, once.
    #[arg(long)]
    send_copies: bool,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
pub(crate) struct ResealTax {
    /// The secret before this one.
    #[arg(long, env = "CALLOUT_OLD_JWT_SECRET", hide_env_values = true)]
    old_secret: SecretString,
    #[command(flatten)]
    config: Config,
}

pub(super) async fn reseal(command: ResealTax) -> Result<(), String> {
    let old = Arc::new(Keys::derive(&command.old_secret));
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let resealed = state.tax.reseal(old).await;
    state.db.close().await;
    let count = resealed.map_err(|failure| failure.detail)?;
    print(&format!("{count} resealed"))
}

/// A quarter, or a sentence that says how to write one.
fn quarter(text: &str) -> Result<Quarter, String> {
    text.parse()
        .map_err(|NoMonth| "use a quarter like 2026-Q4".to_owned())
}

pub(super) async fn report(command: ReportTax) -> Result<(), String> {
    let (quarter, send_copies) = (command.quarter, command.send_copies);
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let report = state.tax.report(quarter).await;
    let report = report.map_err(|failure| failure.detail)?;
    if send_copies {
        let sent = state.tax.send_copies(quarter).await;
        sent.map_err(|failure| failure.detail)?;
    }
    state.db.close().await;
    let file = csv(&report).map_err(|error| error.to_string())?;
    print(String::from_utf8_lossy(&file).trim_end())
}

/// A line for each pro; money in pence.
fn csv(report: &[Reported]) -> Result<Vec<u8>, csv::Error> {
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
    ])?;
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
        file.write_record(line.map(|text| without_formula(&text)))?;
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use callout::store::tax::Earnings;

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

//! The report to the tax office.

use callout_domain::tax::TaxDetails;
use callout_money::tax::{Reported, csv};
use callout_store::tax::Earnings;

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

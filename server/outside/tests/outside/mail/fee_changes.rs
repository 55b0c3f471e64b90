//! Emails about a change of our fee.

use callout_domain::prices::FeeChange;
use callout_outside::mail::fee_changes::changed;
use pricing_core::BasisPoints;

#[test]
fn a_higher_fee_is_announced_and_called_off() {
    let mut change = FeeChange {
        activation_id: "act-1".to_owned(),
        from: BasisPoints(1_500),
        to: BasisPoints(1_750),
        at: 1_795_428_300_000,
        is_called_off: false,
    };
    let announced = changed(
        "pro@example.com",
        &change,
        "https://callout.example/terms",
        "k".into(),
    );
    assert_eq!(
        announced.subject,
        "Our fee will be 17.5% from Monday 23 November 2026"
    );
    assert!(announced.text.contains("Until now it is 15%."));
    change.is_called_off = true;
    let off = changed(
        "pro@example.com",
        &change,
        "https://callout.example/terms",
        "k".into(),
    );
    assert_eq!(off.subject, "Our fee stays at 15%");
}

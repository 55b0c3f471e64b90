//! What is said of a coupon that costs more than our fee.

use callout_console::coupons::warning;
use callout_domain::coupon::Dearer;
use pricing_core::{BasisPoints, Pence};

#[test]
fn a_warning_says_on_which_orders() {
    let fee = BasisPoints(1_500);
    assert_eq!(warning(Dearer::Never, fee), None);
    let below = warning(Dearer::Below(Pence(6_667)), fee).unwrap();
    assert!(below.starts_with("It takes off more than our fee of 15% on orders below £66.67"));
    assert!(warning(Dearer::Always, fee).unwrap().contains("on every order"));
}

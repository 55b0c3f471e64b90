//! How a dispute is decided.

use callout_console::disputes::one::{bearer, given_back};
use callout_domain::dispute::BorneBy;
use pricing_core::Pence;

#[test]
fn what_is_given_back_is_said_to_the_penny() {
    let most = Pence(11_700);
    let back = |refund: &str, amount: &str| given_back(refund, amount, most).ok();
    assert_eq!(back("all", ""), Some(most));
    assert_eq!(back("none", "5"), Some(Pence::ZERO));
    assert_eq!(back("part", "12.50"), Some(Pence(1_250)));
    assert_eq!((back("part", ""), back("", "5")), (None, None));
    assert_eq!(
        (
            bearer("pro", Pence(1)).ok(),
            bearer("", Pence(1)).ok(),
            bearer("", Pence::ZERO).ok()
        ),
        (Some(BorneBy::Pro), None, Some(BorneBy::Callout))
    );
}

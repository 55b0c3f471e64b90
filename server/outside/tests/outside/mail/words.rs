//! Amounts in words.

use callout_outside::mail::words::{amount, exact, signed};

#[test]
fn money_as_the_web_app_writes_it() {
    assert_eq!(
        [9_750, 10_700, 0, -500].map(amount),
        ["£97.50", "£107", "£0", "−£5"]
    );
    assert_eq!([10_700, 5, -1_000].map(exact), ["£107.00", "£0.05", "−£10.00"]);
    assert_eq!([1_950, 0, -1_000].map(signed), ["+£19.50", "£0.00", "−£10.00"]);
}

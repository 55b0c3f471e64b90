//! How much a job may cost whose client pays the pro in cash.

use pricing_core::Pence;

use crate::failure::{Failure, Fallible};

/// The most, from decisions-money.md, section 25.
pub const LIMIT: Pence = Pence(50_000);

/// Whether a job is too dear to be paid in cash.
#[must_use]
pub fn is_above_limit(amount: Pence) -> bool {
    amount > LIMIT
}

/// Checks what a job is to cost against the way its client pays.
///
/// # Errors
/// 409 `cash_limit` for one in cash above £500.
pub fn check(in_cash: bool, amount: Pence) -> Fallible<()> {
    if in_cash && is_above_limit(amount) {
        return Err(Failure::conflict(
            "cash_limit",
            format!("A job paid in cash may cost {LIMIT} at most."),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cash_pays_for_up_to_500_pounds() {
        assert!(check(true, LIMIT).is_ok() && check(false, Pence(50_001)).is_ok());
        let refused = check(true, Pence(50_001)).unwrap_err();
        assert_eq!(
            (refused.code, refused.detail.as_str()),
            ("cash_limit", "A job paid in cash may cost £500 at most.")
        );
    }
}

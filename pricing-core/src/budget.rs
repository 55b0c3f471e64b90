//! A client's own budget.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::money::{Pence, Pounds};
use serde::Serialize;

/// How a budget compares with the price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BudgetMode {
    /// Below 95% of the total, or there is no price: a pro must be asked.
    Manual,
    /// 95% or more.
    Near,
}

/// The suggested budget, and how the named one (or else the suggested one) compares with the price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BudgetAnswer {
    /// The suggestion, in whole pounds.
    #[serde(rename = "defaultGBP", serialize_with = "Pounds::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub default: Pence,
    /// How it compares.
    pub mode: BudgetMode,
}

/// Judges a budget against a total; a total of 0 means that there is no instant price.
///
/// # Errors
/// `invalid_total` for a negative or huge total ('Something went wrong with the price.'); `invalid_budget` for a budget
/// that is not a whole number of pounds from £1 to £100,000 ('Please enter your budget.').
pub fn budget(book: &PriceBook, total: Pence, budget: Option<Pence>) -> Result<BudgetAnswer, PricingError> {
    let rules = &book.budget;
    if total < Pence::ZERO || total > Pence::LIMIT {
        return Err(PricingError::field(
            "invalid_total",
            "totalPence",
            "Something went wrong with the price.",
        ));
    }
    let usable = |named: Pence| {
        named == named.to_whole_pounds() && (rules.minimum_pence..=rules.maximum_pence).contains(&named)
    };
    if budget.is_some_and(|named| !usable(named)) {
        return Err(PricingError::field(
            "invalid_budget",
            "budgetGBP",
            "Please enter your budget.",
        ));
    }
    let default = total
        .share_to_nearest(rules.suggested_share, Pence::from_pounds(1))
        .max(rules.suggested_minimum_pence);
    // Compared exactly, without a rounding in between.
    let named = budget.unwrap_or(default).0.saturating_mul(10_000);
    let near = total > Pence::ZERO && named >= total.0.saturating_mul(i64::from(rules.near_from.0));
    Ok(BudgetAnswer {
        default,
        mode: if near {
            BudgetMode::Near
        } else {
            BudgetMode::Manual
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{BudgetMode, budget};
    use crate::book::PriceBook;
    use crate::money::Pence;

    #[test]
    fn the_suggestion_is_ninety_per_cent_in_whole_pounds_and_forty_at_least() {
        for (total, suggested, mode) in [
            (9_750, 8_800, BudgetMode::Manual),
            (10_000, 9_000, BudgetMode::Manual),
            (4_000, 4_000, BudgetMode::Near),
            (4_210, 4_000, BudgetMode::Near),
            (4_211, 4_000, BudgetMode::Manual),
            (0, 4_000, BudgetMode::Manual),
        ] {
            let answer = budget(PriceBook::builtin(), Pence(total), None).unwrap();
            assert_eq!((answer.default, answer.mode), (Pence(suggested), mode), "{total}");
        }
    }

    #[test]
    fn ninety_five_per_cent_is_near() {
        let mode = |pounds| {
            budget(
                PriceBook::builtin(),
                Pence(10_000),
                Some(Pence::from_pounds(pounds)),
            )
            .unwrap()
            .mode
        };
        assert_eq!(mode(94), BudgetMode::Manual);
        assert_eq!(mode(95), BudgetMode::Near);
        let unpriced = budget(PriceBook::builtin(), Pence::ZERO, Some(Pence::from_pounds(500))).unwrap();
        assert_eq!(unpriced.mode, BudgetMode::Manual);
    }

    #[test]
    fn a_budget_is_whole_pounds_within_limits() {
        for (total, named) in [(9_000, 0), (9_000, 150), (9_000, -100), (9_000, 10_000_100)] {
            assert_eq!(
                budget(PriceBook::builtin(), Pence(total), Some(Pence(named)))
                    .unwrap_err()
                    .message,
                "Please enter your budget."
            );
        }
        assert!(budget(PriceBook::builtin(), Pence(-1), None).is_err());
        assert!(budget(PriceBook::builtin(), Pence(9_000), Some(Pence(10_000_000))).is_ok());
    }
}

//! The parts of the price book that screens show unchanged: words, limits and terms.

use super::{BudgetRules, CancellationTerms, ConfidenceRules, DescriptionRules, PriceBook, TierTerms};
use crate::money::BasisPoints;
use serde::Serialize;

/// The parts of the book that screens show. Rates are basis points, amounts pence.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ShownBook<'b> {
    /// Names the book.
    pub version: &'b str,
    /// Minutes a signed quote is valid.
    pub quote_valid_minutes: u32,
    /// Limits of a description.
    pub description: &'b DescriptionRules,
    /// Where confidence changes what is said.
    pub confidence: &'b ConfidenceRules,
    /// What each tier buys.
    pub tiers: &'b [TierTerms],
    /// Limits of a budget.
    pub budget: &'b BudgetRules,
    /// What cancelling costs; complete even when an older book was not.
    #[cfg_attr(target_family = "wasm", tsify(type = "Required<CancellationTerms>"))]
    pub cancellation: &'b CancellationTerms,
    /// What a pro pays of the price.
    pub fee_basis_points: BasisPoints,
}

impl<'b> From<&'b PriceBook> for ShownBook<'b> {
    fn from(book: &'b PriceBook) -> Self {
        Self {
            version: &book.version,
            quote_valid_minutes: book.quote_valid_minutes,
            description: &book.description,
            confidence: &book.confidence,
            tiers: &book.tiers,
            budget: &book.budget,
            cancellation: &book.cancellation,
            fee_basis_points: book.fee_basis_points,
        }
    }
}

//! The price book: every number and table of the pricing rules as one versioned, validated piece of data.

mod emergency;
mod problems;
mod schedule;
mod shown;
mod terms;
mod validate;

pub use emergency::{Emergency, EmergencyService, NotServed};
pub use problems::{
    BreakdownShare, ConfidenceRules, Danger, DangerAdvice, DangerQuestions, DescriptionRules, Faq,
    KeywordRule, ProblemType, QuickFix, Region, Regions,
};
pub use schedule::{
    AreaCapacity, Capacity, CheaperSlot, FirstToday, LaterSlot, SlotTemplates, TierTerms, UrgencyTerms,
    Window,
};
pub use shown::ShownBook;
pub use terms::{BudgetRules, CancellationTerms, Coupon, Discount};

use crate::money::{BasisPoints, Pence};
#[cfg(target_family = "wasm")]
use crate::object::parse_book as parse;
use crate::tier::Tier;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::OnceLock;

/// The built-in book (`data/book.json`, stripped of white space by the build).
const BUILTIN_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/book.json"));

/// Every number and table of the pricing rules. Money is in pence, rates in basis points, times on London's clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceBook {
    /// Names this book on every estimate, quote and receipt.
    pub version: String,
    /// ISO 4217, always `GBP`.
    pub currency: String,
    /// Area prices go to the nearest multiple of this (500 pence).
    pub rounding_step_pence: Pence,
    /// Minutes a signed quote is valid (15).
    pub quote_valid_minutes: u32,
    /// Limits of a description.
    pub description: DescriptionRules,
    /// Where confidence changes what happens.
    pub confidence: ConfidenceRules,
    /// How an estimated cost is split for show.
    #[serde(default)]
    pub breakdown: Vec<BreakdownShare>,
    /// Region factors.
    pub regions: Regions,
    /// The first matching rule sets the price.
    #[serde(default)]
    pub keyword_rules: Vec<KeywordRule>,
    /// Keywords and signs that are not read, by the ids that an estimate's explanation gives: `keyword:tap`, `sign:seep`.
    #[serde(default)]
    pub off: Vec<String>,
    /// The type of the default rule, for a text that says nothing but plumbing.
    pub default_problem_type: String,
    /// The type for text without evidence.
    pub unknown_problem_type: String,
    /// Everything that can be wrong with a home.
    #[serde(default)]
    pub problem_types: Vec<ProblemType>,
    /// Fixed-price jobs of the create screen.
    #[serde(default)]
    pub quick_fixes: Vec<QuickFix>,
    /// Questions and answers that go with every price.
    #[serde(default)]
    pub faq: Vec<Faq>,
    /// Where we do not work.
    #[serde(default = "emergency::not_served")]
    pub not_served: NotServed,
    /// Whom to call in an emergency.
    #[serde(default = "emergency::emergency")]
    pub emergency: Emergency,
    /// What to do in danger.
    pub danger: Danger,
    /// The three service levels.
    #[serde(default)]
    pub tiers: Vec<TierTerms>,
    /// The templates that slots are made from.
    pub slots: SlotTemplates,
    /// Places in a slot.
    pub capacity: Capacity,
    /// Surcharges where no slot is chosen.
    pub urgency: UrgencyTerms,
    /// Coupons.
    #[serde(default)]
    pub coupons: Vec<Coupon>,
    /// A client's own budget.
    pub budget: BudgetRules,
    /// The platform's share of the price (1,500).
    pub fee_basis_points: BasisPoints,
    /// What cancelling costs.
    pub cancellation: CancellationTerms,
}

/// Why a price book was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError(String);

impl BookError {
    /// An error with the reason for people.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(format!("price book refused: {reason}"))
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BookError {}

impl PriceBook {
    /// The built-in book, read once.
    ///
    /// # Panics
    /// Never: the tests read and validate this same text.
    pub fn builtin() -> &'static Self {
        static BUILTIN: OnceLock<PriceBook> = OnceLock::new();
        BUILTIN.get_or_init(|| match parse(BUILTIN_JSON) {
            Ok(book) => book,
            Err(error) => unreachable!("{error}"),
        })
    }

    /// Reads and validates a book.
    ///
    /// # Errors
    /// If it is not JSON of this shape, or a number or reference in it makes no sense.
    #[cfg(not(target_family = "wasm"))]
    pub fn from_json(json: &str) -> Result<Self, BookError> {
        parse(json)?.validated()
    }

    /// The book as JSON that [`PriceBook::from_json`] reads.
    ///
    /// # Errors
    /// Never in practice: every part of a book can be written.
    #[cfg(not(target_family = "wasm"))]
    pub fn to_json(&self) -> Result<String, BookError> {
        serde_json::to_string(self).map_err(BookError::new)
    }

    /// The book, if every number and reference in it makes sense: only validated books set prices.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validated(self) -> Result<Self, BookError> {
        validate::validate(&self)?;
        Ok(self)
    }

    /// The problem type of this code.
    #[must_use]
    pub fn problem_type(&self, code: &str) -> Option<&ProblemType> {
        self.problem_types.iter().find(|problem| problem.code == code)
    }

    /// The quick fix of this code.
    #[must_use]
    pub fn quick_fix(&self, code: &str) -> Option<&QuickFix> {
        self.quick_fixes.iter().find(|fix| fix.code == code)
    }

    /// The terms of a tier; validation makes sure that every tier has them.
    #[must_use]
    pub fn tier(&self, tier: Tier) -> Option<&TierTerms> {
        self.tiers.iter().find(|terms| terms.tier == tier)
    }
}

/// Reads a book from JSON without validating it.
#[cfg(not(target_family = "wasm"))]
fn parse(json: &str) -> Result<PriceBook, BookError> {
    serde_json::from_str(json).map_err(BookError::new)
}

#[cfg(test)]
mod tests;

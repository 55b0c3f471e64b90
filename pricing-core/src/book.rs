//! The price book: every number and table of the pricing rules as one versioned, validated piece of data.

mod problems;
mod schedule;
mod terms;
#[cfg(feature = "validation")]
mod validate;

pub use problems::{
    BreakdownShare, ConfidenceRules, Danger, DangerAdvice, DescriptionRules, Faq, KeywordRule, ProblemType,
    QuickFix, Region, Regions,
};
pub use schedule::{
    AreaCapacity, Capacity, CheaperSlot, FirstToday, LaterSlot, SlotTemplates, TierTerms, UrgencyTerms,
    Window,
};
pub use terms::{BudgetRules, CancellationTerms, Coupon, Discount};

use crate::money::{BasisPoints, Pence};
use crate::strings::joined;
use crate::tier::Tier;
use crate::wire::{self, FromJson, Report, record};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use once_cell::race::OnceRef;

/// The default book: the documents' numbers (`data/book.json`, its white space left out by the build), compiled in.
pub static DEFAULT_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/book.json"));

/// Every number and table of the pricing rules. Money is in pence, rates in basis points, times on London's clocks.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceBook {
    /// Names this book on every estimate, quote and receipt.
    pub version: String,
    /// ISO 4217, always `GBP`.
    pub currency: String,
    /// Area prices go to the nearest multiple of this (first document, section 9: 500 pence).
    pub rounding_step_pence: Pence,
    /// Minutes a signed quote is valid (second document, section 9: 15).
    pub quote_valid_minutes: u32,
    /// Limits of a description.
    pub description: DescriptionRules,
    /// Where confidence changes what happens.
    pub confidence: ConfidenceRules,
    /// How an estimated cost is split for show.
    pub breakdown: Vec<BreakdownShare>,
    /// Region factors.
    pub regions: Regions,
    /// The first matching rule sets the price.
    pub keyword_rules: Vec<KeywordRule>,
    /// The type of the default rule, for text about plumbing at all.
    pub default_problem_type: String,
    /// The type of text that says nothing.
    pub unknown_problem_type: String,
    /// Everything that can be wrong with a home.
    pub problem_types: Vec<ProblemType>,
    /// Fixed-price jobs of the create screen.
    pub quick_fixes: Vec<QuickFix>,
    /// Questions and answers that go with every price.
    pub faq: Vec<Faq>,
    /// What to do in danger.
    pub danger: Danger,
    /// The three service levels.
    pub tiers: Vec<TierTerms>,
    /// From what slots are made.
    pub slots: SlotTemplates,
    /// Places in a slot.
    pub capacity: Capacity,
    /// Surcharges where no slot is chosen.
    pub urgency: UrgencyTerms,
    /// Coupons.
    pub coupons: Vec<Coupon>,
    /// A client's own budget.
    pub budget: BudgetRules,
    /// The platform's share of the price (decisions.md section 11: 1,500).
    pub fee_basis_points: BasisPoints,
    /// What cancelling costs.
    pub cancellation: CancellationTerms,
}

/// Why a price book was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError(String);

impl BookError {
    fn new(reason: &str) -> Self {
        Self(joined(&["price book refused: ", reason]))
    }

    /// Why, for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for BookError {}

impl PriceBook {
    /// The default book, read once.
    ///
    /// # Panics
    /// Never: a test reads the very text that is compiled in.
    pub fn builtin() -> &'static Self {
        static BUILTIN: OnceRef<'static, PriceBook> = OnceRef::new();
        BUILTIN.get_or_init(|| match Self::kept_from_json(DEFAULT_JSON) {
            Ok(book) => book,
            Err(_) => unreachable!("a test reads this very text"),
        })
    }

    /// Reads a book that stays for the life of the program, as [`PriceBook::from_json`] does. What a refused one takes is
    /// not given back: to know how to costs the browser more room than a few of them.
    ///
    /// # Errors
    /// As [`PriceBook::from_json`].
    pub fn kept_from_json(json: &str) -> Result<&'static Self, BookError> {
        let value = wire::parse(json).map_err(|error| BookError::new(&error.message()))?;
        let report = Report::default();
        let book: &Self = Box::leak(Box::new(FromJson::read(Some(&value), &report)));
        book.checked(&report)?;
        Ok(book)
    }

    /// Reads a book and, with the feature `validation`, validates it. Without, no rule panics on senseless numbers, but
    /// prices by them.
    ///
    /// # Errors
    /// If it is not JSON of this shape, or a number or reference in it makes no sense.
    pub fn from_json(json: &str) -> Result<Self, BookError> {
        let value = wire::parse(json).map_err(|error| BookError::new(&error.message()))?;
        let report = Report::default();
        let book = Self::read(Some(&value), &report);
        book.checked(&report)?;
        Ok(book)
    }

    fn checked(&self, report: &Report) -> Result<(), BookError> {
        report.check().map_err(|error| BookError::new(&error.message()))?;
        #[cfg(feature = "validation")]
        validate::validate(self)?;
        Ok(())
    }

    /// The book as JSON that [`PriceBook::from_json`] reads.
    #[must_use]
    pub fn to_json(&self) -> String {
        wire::to_json(self)
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

record! {
    PriceBook {
        version, currency, rounding_step_pence, quote_valid_minutes, description, confidence, breakdown,
        regions, keyword_rules, default_problem_type, unknown_problem_type, problem_types, quick_fixes, faq,
        danger, tiers, slots, capacity, urgency, coupons, budget, fee_basis_points, cancellation,
    }
}

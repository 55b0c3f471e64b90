//! The classification as the API answers it.

use crate::book::PriceBook;
use crate::classify;
use crate::estimate::{TradeSuggestion, suggestions};
use crate::money::BasisPoints;
use crate::wire::{Fraction, ToJson, Writer};
use alloc::vec::Vec;

/// What a description seems to be about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassificationAnswer {
    /// `instant_price`, `request_quote`, `ask_for_details`, `emergency_advice`.
    pub suggested_flow: &'static str,
    /// Trades the job calls for, the primary one first.
    pub trades: Vec<TradeSuggestion<'static>>,
    /// The likeliest problem type's code; `other` without evidence.
    pub problem_type: &'static str,
    /// 0 to 1; 0 in danger.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
}

/// Classifies a description of any length (what lies beyond 10,000 characters is not read).
#[must_use]
pub fn classification(book: &PriceBook, text: &str) -> ClassificationAnswer {
    let found = classify::classify(book, text);
    ClassificationAnswer {
        suggested_flow: found.flow.code(),
        trades: suggestions(&found),
        problem_type: found.problem.code(),
        confidence: BasisPoints(u32::from(found.confidence) * 100),
    }
}

impl ToJson for ClassificationAnswer {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("suggested_flow", &self.suggested_flow);
            out.field("trades", &self.trades);
            out.field("problem_type", &self.problem_type);
            out.field("confidence", &Fraction(self.confidence));
        });
    }
}

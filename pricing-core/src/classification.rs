//! The classification as the API answers it.

use crate::book::PriceBook;
use crate::classify::{self, Flow};
use crate::estimate::{TradeSuggestion, suggestions};
use crate::money::{BasisPoints, Fraction};
use serde::Serialize;

/// What a description seems to be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassificationAnswer {
    /// What to do next.
    pub suggested_flow: Flow,
    /// Trades the job calls for, the primary one first.
    pub trades: Vec<TradeSuggestion<'static>>,
    /// The likeliest problem type's code; `other` without evidence.
    pub problem_type: &'static str,
    /// 0 to 1; 0 in danger.
    #[serde(serialize_with = "Fraction::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
}

/// Classifies a description of any length (what lies beyond 10,000 characters is not read).
#[must_use]
pub fn classification(book: &PriceBook, text: &str) -> ClassificationAnswer {
    let found = classify::classify(book, text);
    ClassificationAnswer {
        suggested_flow: found.flow,
        trades: suggestions(&found),
        problem_type: found.problem.code(),
        confidence: BasisPoints(u32::from(found.confidence) * 100),
    }
}

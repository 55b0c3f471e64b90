//! What a client was shown for their words, as a quote and its booking keep it.

use pricing_core::BasisPoints;
use pricing_core::estimate::{Estimate, Explained};
use serde::{Deserialize, Serialize};

/// The lexicon is compiled in, so its version is the release's.
const LEXICON: &str = env!("CARGO_PKG_VERSION");

/// What a client was shown before they chose another type, if they did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Code of the problem type.
    pub problem_type: String,
    /// How sure it was, basis points.
    pub confidence: BasisPoints,
    /// Version of the lexicon.
    pub lexicon: String,
    /// What it was read from.
    pub explanation: Vec<Explained<'static>>,
}

impl Shown {
    /// What an estimate shows.
    #[must_use]
    pub fn of(estimate: &Estimate<'_>) -> Self {
        let explanation = estimate.explanation.iter().cloned();
        Self {
            problem_type: estimate.problem_type.to_owned(),
            confidence: estimate.confidence,
            lexicon: LEXICON.to_owned(),
            explanation: explanation.map(Explained::into_owned).collect(),
        }
    }
}

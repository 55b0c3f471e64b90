//! What can be wrong with a home, what it costs, and where.

use super::PriceBook;
use crate::money::{BasisPoints, Pence};
use serde::{Deserialize, Serialize};

/// Limits of a description, in characters after trimming.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct DescriptionRules {
    /// At least this many (3).
    pub min_chars: usize,
    /// At most this many (500).
    pub max_chars: usize,
}

/// Where confidence changes what happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct ConfidenceRules {
    /// Below this the button says 'Request quotes' (0.7).
    pub request_quotes_below: BasisPoints,
    /// 'High' from here (80).
    pub high_from: BasisPoints,
    /// 'Medium' from here (60), 'Low' below.
    pub medium_from: BasisPoints,
    /// The confidence without evidence is at most this (0.42).
    pub no_evidence: BasisPoints,
    /// A description without evidence that is shorter than this asks for details (8).
    pub short_text_chars: usize,
    /// Classifying a description without evidence that is shorter than this asks for details (12).
    pub short_classification_chars: usize,
    /// The confidence of a type that the client chose, which has a range but no confidence of its own (0.8).
    pub chosen_with_range: BasisPoints,
    /// The confidence of a type that the client chose, which has no range (0.6).
    pub chosen_without_range: BasisPoints,
}

/// One part of the shown split of an estimated cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BreakdownShare {
    /// What it is for.
    pub label: String,
    /// Its share; all of them add up to the whole.
    pub share: BasisPoints,
}

/// Postcode areas that cost more than the standard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// Shown beside the estimate, e.g. 'London +12%'.
    pub label: String,
    /// What a standard price is multiplied by.
    pub factor: BasisPoints,
    /// Postcode areas, e.g. `SW`; empty for the standard region.
    #[serde(default)]
    pub areas: Vec<String>,
}

/// All regions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Regions {
    /// The region of every area that no other region names.
    pub standard: Region,
    /// The named regions.
    #[serde(default)]
    pub named: Vec<Region>,
}

/// Words that set the problem type. A word stands for its simple forms too; several words are a phrase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeywordRule {
    /// Any of these.
    #[serde(default)]
    pub words: Vec<String>,
    /// The problem type's code.
    pub problem_type: String,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Faq {
    /// What people ask.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemType {
    /// Stable code, e.g. `leak`.
    pub code: String,
    /// Its name for people, e.g. 'Leak / tap issue'.
    pub name: String,
    /// The trade that does it, which is also a pro's skill.
    pub trade: String,
    /// Whether the pro must be Gas Safe registered.
    #[serde(default)]
    pub gas_safe: bool,
    /// Lowest and highest price before the region factor; none: no instant price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_pence: Option<(Pence, Pence)>,
    /// The confidence of its keyword rule; none: the classifier's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<BasisPoints>,
    /// Short advice until the pro comes.
    #[serde(default)]
    pub tips: Vec<String>,
    /// Codes of the types it is easily mistaken for.
    #[serde(default)]
    pub alternatives: Vec<String>,
}

/// A job with one price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuickFix {
    /// Stable code, e.g. `replace_tap`.
    pub code: String,
    /// Its name for people.
    pub name: String,
    /// The problem type it belongs to.
    pub problem_type: String,
    /// Price before the region factor.
    pub base_pence: Pence,
    /// How sure the price is.
    pub confidence: BasisPoints,
    /// The shown range around the price: lowest and highest share of it (90% and 110%).
    pub range: (BasisPoints, BasisPoints),
}

/// What is said to somebody in danger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Danger {
    /// Shown in place of a problem's name: 'Emergency'.
    pub name: String,
    /// What is asked where a sign may be innocent.
    #[serde(default = "questions")]
    pub questions: DangerQuestions,
    /// A smell or leak of gas.
    pub gas: DangerAdvice,
    /// Carbon monoxide.
    pub carbon_monoxide: DangerAdvice,
    /// Sparks, burning or smoke from electrics.
    pub electrics: DangerAdvice,
    /// Water on or in electrics.
    pub water_on_electrics: DangerAdvice,
}

/// Questions that tell a danger from something innocent; yes is the danger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DangerQuestions {
    /// About gas.
    pub gas: String,
    /// About carbon monoxide.
    pub carbon_monoxide: String,
    /// About water on or in electrics.
    pub water_on_electrics: String,
    /// About electrics.
    pub electrics: String,
}

/// Older books have no questions.
fn questions() -> DangerQuestions {
    PriceBook::builtin().danger.questions.clone()
}

/// Advice for one danger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DangerAdvice {
    /// The problem type it is filed under.
    pub problem_type: String,
    /// What to do, in order.
    #[serde(default)]
    pub advice: Vec<String>,
}

//! What can be wrong with a home, what it costs, and where.

use crate::money::{BasisPoints, Pence};
use crate::wire::record;
use alloc::string::String;
use alloc::vec::Vec;

/// Limits of a description, in characters after trimming.
#[derive(Clone, Debug, PartialEq)]
pub struct DescriptionRules {
    /// At least this many (first document, section 5: 3).
    pub min_chars: usize,
    /// At most this many (500).
    pub max_chars: usize,
}

/// Where confidence changes what happens.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceRules {
    /// Below this the button says 'Request quotes' (first document, section 4: 0.7).
    pub request_quotes_below: BasisPoints,
    /// 'High' from here (80).
    pub high_from: BasisPoints,
    /// 'Medium' from here (60), 'Low' below.
    pub medium_from: BasisPoints,
    /// At most this without evidence (second document, section 9: 0.42).
    pub no_evidence: BasisPoints,
    /// A description without evidence that is shorter than this asks for details (second document, section 5: 8).
    pub short_text_chars: usize,
    /// A classification without evidence of a description shorter than this asks for details (12).
    pub short_classification_chars: usize,
    /// Of a type the client chose that has a range but no confidence of its own (decisions.md section 3: 0.8).
    pub chosen_with_range: BasisPoints,
    /// Of a type the client chose that has no range (0.6).
    pub chosen_without_range: BasisPoints,
}

/// One part of the shown split of an estimated cost.
#[derive(Clone, Debug, PartialEq)]
pub struct BreakdownShare {
    /// What it is for.
    pub label: String,
    /// Its share; all of them add up to the whole.
    pub share: BasisPoints,
}

/// Postcode areas that cost more than the standard.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Shown beside the estimate, e.g. 'London +12%'.
    pub label: String,
    /// What a standard price is multiplied by.
    pub factor: BasisPoints,
    /// Postcode areas, e.g. `SW`; empty for the standard region.
    pub areas: Vec<String>,
}

/// All regions.
#[derive(Clone, Debug, PartialEq)]
pub struct Regions {
    /// Everywhere that no other region names.
    pub standard: Region,
    /// The named regions.
    pub named: Vec<Region>,
}

/// Words that set the problem type. A word stands for its simple forms too; several words are a phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct KeywordRule {
    /// Any of these.
    pub words: Vec<String>,
    /// The problem type's code.
    pub problem_type: String,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Faq {
    /// What people ask.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// A kind of problem: decisions.md section 3.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemType {
    /// Stable code, e.g. `leak`.
    pub code: String,
    /// Its name for people, e.g. 'Leak / tap issue'.
    pub name: String,
    /// The trade that does it, which is also a pro's skill.
    pub trade: String,
    /// Whether the pro must be Gas Safe registered.
    pub gas_safe: bool,
    /// Lowest and highest price before the region factor; none: no instant price.
    pub range_pence: Option<(Pence, Pence)>,
    /// The confidence of its keyword rule; none: the classifier's own.
    pub confidence: Option<BasisPoints>,
    /// Short advice until the pro comes.
    pub tips: Vec<String>,
    /// Codes of the types it is easily taken for.
    pub alternatives: Vec<String>,
}

/// A job with one price: the second document's mock estimate table.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct Danger {
    /// Shown in place of a problem's name: 'Emergency'.
    pub name: String,
    /// A smell or leak of gas.
    pub gas: DangerAdvice,
    /// Carbon monoxide.
    pub carbon_monoxide: DangerAdvice,
    /// Sparks, burning or smoke from electrics.
    pub electrics: DangerAdvice,
    /// Water on or in electrics.
    pub water_on_electrics: DangerAdvice,
}

/// Advice for one danger.
#[derive(Clone, Debug, PartialEq)]
pub struct DangerAdvice {
    /// The problem type it is filed under.
    pub problem_type: String,
    /// What to do, in order.
    pub advice: Vec<String>,
}

record! {
    DescriptionRules { min_chars, max_chars }
    ConfidenceRules {
        request_quotes_below, high_from, medium_from, no_evidence, short_text_chars,
        short_classification_chars, chosen_with_range, chosen_without_range,
    }
    BreakdownShare { label, share }
    Region { label, factor, areas }
    Regions { standard, named }
    KeywordRule { words, problem_type }
    Faq { question, answer }
    ProblemType { code, name, trade, gas_safe, range_pence, confidence, tips, alternatives }
    QuickFix { code, name, problem_type, base_pence, confidence, range }
    Danger { name, gas, carbon_monoxide, electrics, water_on_electrics }
    DangerAdvice { problem_type, advice }
}

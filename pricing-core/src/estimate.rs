//! From a description and an area to an estimate.

mod answer;
mod choose;
mod explain;
mod whose;

pub use answer::{
    Alternative, BreakdownLine, Estimate, Mode, TradeRole, TradeSuggestion, breakdown, suggestions,
};
pub use explain::{Explained, ExplainedKind};

use crate::book::{PriceBook, ProblemType};
use crate::danger::DangerAnswer;
use crate::emergency;
use crate::error::PricingError;
use crate::postcode::Prefix;
use crate::region;
use crate::text::Text;
use serde::Deserialize;
use std::borrow::Cow;

/// What an estimate is made from.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EstimateInput<'a> {
    /// The description.
    pub text: Cow<'a, str>,
    /// A postcode prefix, or a full postcode.
    pub postcode: Cow<'a, str>,
    /// A quick fix's code, from the create screen's chips.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string | null"))]
    pub quick_fix: Option<Cow<'a, str>>,
    /// A problem type's code, from an alternative the client chose. Wins over a quick fix: it was said later.
    #[serde(rename = "problemTypeToUse", default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "string | null"))]
    pub problem_type: Option<Cow<'a, str>>,
    /// What was answered to the questions about danger; answers to what is not asked are ignored.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "DangerAnswer[] | null"))]
    pub danger_answers: Option<Vec<DangerAnswer>>,
}

/// Estimates a job. Danger comes first, then a question about it, then what is not ours, jobs that are too big or several, what the client chose, quick
/// fixes, and last the keyword rules and the classifier.
///
/// # Errors
/// `invalid_description`, `invalid_postcode`, `unknown_quick_fix`, `unknown_problem_type`, `area_not_served`.
pub fn estimate<'b>(book: &'b PriceBook, input: &EstimateInput<'_>) -> Result<Estimate<'b>, PricingError> {
    check_description(book, &input.text)?;
    let prefix = Prefix::parse_any(&input.postcode)?;
    let region = region::of_area(book, prefix.area());
    let text = Text::read(&input.text);
    let choice = choose::choose(book, input, &text)?;
    // Danger comes first everywhere.
    if choice.danger.is_none() && choice.question.is_none() {
        emergency::check_served(book, prefix.area())?;
    }
    Ok(answer::answer(book, (prefix.area(), region), text, &choice))
}

impl Estimate<'_> {
    /// Refuses what no trade here does, before it is quoted for. A type that the client chose lifts it.
    ///
    /// # Errors
    /// `out_of_scope` for the field `text`.
    pub fn check_in_scope(&self) -> Result<(), PricingError> {
        if self.out_of_scope {
            Err(out_of_scope())
        } else {
            Ok(())
        }
    }
}

/// The refusal of what no trade here does.
pub(crate) fn out_of_scope() -> PricingError {
    let message = "This doesn't look like a job our trades do. Describe it differently or choose a problem.";
    PricingError::field("out_of_scope", "text", message)
}

/// Whether a description is long enough and not too long, in characters after trimming.
///
/// # Errors
/// `invalid_description` for the field `text`.
pub fn check_description(book: &PriceBook, text: &str) -> Result<(), PricingError> {
    let (least, most) = (book.description.min_chars, book.description.max_chars);
    let chars = text.trim().chars().count();
    if (least..=most).contains(&chars) {
        return Ok(());
    }
    let message = format!("Describe the problem in {least} to {most} characters.");
    Err(PricingError::field("invalid_description", "text", message))
}

/// The problem type with this code, or the error for an unknown one.
fn type_or_unknown<'b>(book: &'b PriceBook, code: &str) -> Result<&'b ProblemType, PricingError> {
    book.problem_type(code)
        .or_else(|| book.problem_type(&book.unknown_problem_type))
        .ok_or_else(|| {
            PricingError::request(
                "invalid_book",
                "The price book does not know this kind of problem.",
            )
        })
}

#[cfg(test)]
mod tests;

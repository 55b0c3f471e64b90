//! Decides what a job is and by what rule it is priced.

use super::{EstimateInput, Mode, type_or_unknown};
use crate::book::{DangerAdvice, PriceBook, ProblemType, QuickFix};
use crate::classify::{self, Classification};
use crate::danger::Danger;
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence};
use crate::text::Text;

/// What a job is, before the region factor.
pub(super) struct Choice<'b> {
    pub(super) mode: Mode,
    pub(super) problem: &'b ProblemType,
    pub(super) readable_name: &'b str,
    pub(super) confidence: BasisPoints,
    pub(super) price: Price,
    pub(super) advice: &'b [String],
    pub(super) classification: Classification,
}

/// How it is priced.
#[derive(Clone, Copy)]
pub(super) enum Price {
    /// A range; the midpoint is the estimated cost.
    Range(Pence, Pence),
    /// One price, with the shown range around it.
    Fixed(Pence, (BasisPoints, BasisPoints)),
    /// No instant price.
    None,
}

impl Price {
    pub(super) fn of_type(problem: &ProblemType) -> Self {
        problem
            .range_pence
            .map_or(Self::None, |(low, high)| Self::Range(low, high))
    }
}

pub(super) fn choose<'b>(
    book: &'b PriceBook,
    input: &EstimateInput<'_>,
    text: &Text,
) -> Result<Choice<'b>, PricingError> {
    let chosen = known(input.problem_type.as_deref(), |code| book.problem_type(code)).map_err(|()| {
        PricingError::field(
            "unknown_problem_type",
            "problemTypeToUse",
            "Choose one of the listed problems.",
        )
    })?;
    let quick_fix = known(input.quick_fix.as_deref(), |code| book.quick_fix(code)).map_err(|()| {
        PricingError::field(
            "unknown_quick_fix",
            "quickFix",
            "Choose one of the listed quick fixes.",
        )
    })?;
    let classification = classify::classify_text(book, text);
    if let Some(danger) = classification.danger {
        return in_danger(book, danger, classification);
    }
    if let Some(problem) = chosen {
        return Ok(by_type(book, problem, classification));
    }
    if let Some(fix) = quick_fix {
        return by_quick_fix(book, fix, classification);
    }
    match classify::first_keyword_rule(text, &classification, &book.keyword_rules) {
        Some(rule) => by_keyword(book, &rule.problem_type, classification),
        None => by_classifier(book, text, classification),
    }
}

/// What a code stands for, if one was sent at all; an unknown one is an error.
fn known<'b, T>(code: Option<&str>, find: impl Fn(&str) -> Option<&'b T>) -> Result<Option<&'b T>, ()> {
    code.map(|code| find(code).ok_or(())).transpose()
}

fn of_type(
    problem: &ProblemType,
    mode: Mode,
    confidence: BasisPoints,
    classification: Classification,
) -> Choice<'_> {
    Choice {
        mode,
        problem,
        readable_name: &problem.name,
        confidence,
        price: Price::of_type(problem),
        advice: &problem.tips,
        classification,
    }
}

fn in_danger(
    book: &PriceBook,
    danger: Danger,
    classification: Classification,
) -> Result<Choice<'_>, PricingError> {
    let DangerAdvice { problem_type, advice } = match danger {
        Danger::Gas => &book.danger.gas,
        Danger::CarbonMonoxide => &book.danger.carbon_monoxide,
        Danger::Electrics => &book.danger.electrics,
        Danger::WaterOnElectrics => &book.danger.water_on_electrics,
    };
    let problem = type_or_unknown(book, problem_type)?;
    Ok(Choice {
        readable_name: &book.danger.name,
        price: Price::None,
        advice,
        ..of_type(problem, Mode::Danger, BasisPoints(0), classification)
    })
}

fn by_type<'b>(book: &PriceBook, problem: &'b ProblemType, classification: Classification) -> Choice<'b> {
    let rules = &book.confidence;
    let without_own = if problem.range_pence.is_some() {
        rules.chosen_with_range
    } else {
        rules.chosen_without_range
    };
    of_type(
        problem,
        Mode::Chosen,
        problem.confidence.unwrap_or(without_own),
        classification,
    )
}

fn by_quick_fix<'b>(
    book: &'b PriceBook,
    fix: &'b QuickFix,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let problem = type_or_unknown(book, &fix.problem_type)?;
    Ok(Choice {
        readable_name: &fix.name,
        price: Price::Fixed(fix.base_pence, fix.range),
        ..of_type(problem, Mode::QuickFix, fix.confidence, classification)
    })
}

fn by_keyword<'b>(
    book: &'b PriceBook,
    code: &str,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let problem = type_or_unknown(book, code)?;
    let own = problem
        .confidence
        .unwrap_or_else(|| percent(classification.confidence));
    // The whole description outweighs one word of it: a keyword that disagrees is never 'High'.
    let confidence = match classification.likelier_than(code) {
        Some(_) => own.min(BasisPoints(book.confidence.high_from.0.saturating_sub(100))),
        None => own,
    };
    Ok(of_type(problem, Mode::Keyword, confidence, classification))
}

/// Text without a keyword: the classifier's type; the default rule when that is plumbing in general; else no price.
fn by_classifier<'b>(
    book: &'b PriceBook,
    text: &Text,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let code = classification.problem.code();
    if code == book.default_problem_type {
        return by_keyword(book, code, classification);
    }
    let rules = &book.confidence;
    let stated = percent(classification.confidence);
    if code == book.unknown_problem_type {
        let short = text.chars() < rules.short_text_chars;
        let confidence = if short {
            rules.no_evidence
        } else {
            stated.min(rules.no_evidence)
        };
        let problem = type_or_unknown(book, code)?;
        return Ok(Choice {
            price: Price::None,
            ..of_type(problem, Mode::None, confidence, classification)
        });
    }
    let problem = type_or_unknown(book, code)?;
    // A confidence at or above the threshold promises an instant price: without a price it stays below.
    let below = BasisPoints(rules.request_quotes_below.0.saturating_sub(100));
    let confidence = if problem.range_pence.is_some() {
        stated
    } else {
        stated.min(below)
    };
    Ok(of_type(problem, Mode::Classifier, confidence, classification))
}

/// Per cent as basis points.
pub(super) fn percent(percent: u8) -> BasisPoints {
    BasisPoints(u32::from(percent) * 100)
}

//! Decides what a job is and by what rule it is priced.

use super::whose::{self, Whose, whose};
use super::{EstimateInput, Mode, type_or_unknown};
use crate::book::{DangerAdvice, KeywordRule, PriceBook, ProblemType, QuickFix};
use crate::classify::{self, Classification};
use crate::danger::{Danger, Finding};
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
    /// The danger it is, in the mode of that name.
    pub(super) danger: Option<Danger>,
    /// What is to be answered before anything is priced.
    pub(super) question: Option<Danger>,
    /// No trade here does it.
    pub(super) out_of_scope: bool,
    /// The keyword that stands in the text.
    pub(super) keyword: Option<&'b str>,
    /// Its type.
    pub(super) keyword_type: Option<&'b str>,
    /// The type or quick fix that was chosen or said, by its code.
    pub(super) said: Option<&'b str>,
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
    let mut classification = classify::classify_text(book, text);
    let answers = input.danger_answers.as_deref().unwrap_or_default();
    match classification.signs.finding(answers) {
        Some(Finding::Danger(danger)) => return in_danger(book, danger, classification),
        Some(Finding::Question(danger)) => return asking(book, danger, classification),
        None => {}
    }
    // Gas stays gas, whatever type is chosen later.
    let fixed = quick_fix.and_then(|fix| book.problem_type(&fix.problem_type));
    classification.gas_work |= fixed.is_some_and(|problem| problem.gas_safe);
    let said = whose::quick_fix_said(book, text);
    // "New tap in the bathroom" is no new bathroom.
    classification.scale &= said.is_none();
    // A question about danger is asked here: before anything that could price the job.
    let choice = if let Some(problem) = chosen {
        by_type(book, problem, classification)
    } else if classification.out_of_scope {
        Choice {
            out_of_scope: true,
            ..unknown(book, text, classification)?
        }
    } else if let Some(fix) = quick_fix.or(said) {
        by_quick_fix(book, fix, classification)?
    } else {
        by_words(book, text, classification)?
    };
    Ok(by_visit(book, choice))
}

/// What is bigger than one visit or several jobs is quoted for, whatever was chosen. Of several, none is sure.
fn by_visit<'b>(book: &PriceBook, choice: Choice<'b>) -> Choice<'b> {
    let found = &choice.classification;
    if choice.mode == Mode::None || !found.scale && !found.is_several() {
        return choice;
    }
    let most = if found.is_several() {
        below_instant(book)
    } else {
        BasisPoints::WHOLE
    };
    Choice {
        price: Price::None,
        confidence: choice.confidence.min(most),
        ..choice
    }
}

/// The most that is stated without an instant price: a confidence at the threshold would promise one.
fn below_instant(book: &PriceBook) -> BasisPoints {
    BasisPoints(book.confidence.request_quotes_below.0.saturating_sub(100))
}

/// Prices by a keyword or the classifier, whoever is right about the text.
fn by_words<'b>(
    book: &'b PriceBook,
    text: &Text,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let Some(rule) = classify::first_keyword_rule(text, &classification, &book.keyword_rules, &book.off)
    else {
        return by_classifier(book, text, classification);
    };
    match whose(book, text, rule, &classification) {
        Whose::Nobody => unknown(book, text, classification),
        Whose::Classifier => Ok(Choice {
            keyword_type: Some(&rule.problem_type),
            ..by_classifier(book, text, classification)?
        }),
        Whose::Keyword => by_keyword(book, text, rule, None, classification),
        Whose::Agreed => {
            let sure = percent(classification.confidence);
            by_keyword(book, text, rule, Some(sure), classification)
        }
        Whose::Doubted(most) => {
            let sure = percent(classification.confidence).min(most);
            by_keyword(book, text, rule, Some(sure), classification)
        }
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
        danger: None,
        question: None,
        out_of_scope: false,
        keyword: None,
        keyword_type: None,
        said: None,
    }
}

fn in_danger(
    book: &PriceBook,
    danger: Danger,
    classification: Classification,
) -> Result<Choice<'_>, PricingError> {
    let DangerAdvice { problem_type, advice } = advice_for(book, danger);
    let problem = type_or_unknown(book, problem_type)?;
    Ok(Choice {
        readable_name: &book.danger.name,
        price: Price::None,
        advice,
        danger: Some(danger),
        ..of_type(problem, Mode::Danger, BasisPoints(0), classification)
    })
}

/// A sign that may be innocent: no price before the answer.
fn asking(
    book: &PriceBook,
    danger: Danger,
    classification: Classification,
) -> Result<Choice<'_>, PricingError> {
    let problem = type_or_unknown(book, &advice_for(book, danger).problem_type)?;
    Ok(Choice {
        price: Price::None,
        question: Some(danger),
        ..of_type(problem, Mode::None, BasisPoints(0), classification)
    })
}

fn advice_for(book: &PriceBook, danger: Danger) -> &DangerAdvice {
    match danger {
        Danger::Gas => &book.danger.gas,
        Danger::CarbonMonoxide => &book.danger.carbon_monoxide,
        Danger::Electrics => &book.danger.electrics,
        Danger::WaterOnElectrics => &book.danger.water_on_electrics,
    }
}

fn by_type<'b>(book: &PriceBook, problem: &'b ProblemType, classification: Classification) -> Choice<'b> {
    let rules = &book.confidence;
    let without_own = if problem.range_pence.is_some() {
        rules.chosen_with_range
    } else {
        rules.chosen_without_range
    };
    let confidence = problem.confidence.unwrap_or(without_own);
    Choice {
        said: Some(&problem.code),
        ..of_type(problem, Mode::Chosen, confidence, classification)
    }
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
        said: Some(&fix.code),
        ..of_type(problem, Mode::QuickFix, fix.confidence, classification)
    })
}

/// A keyword's type: as sure as its rule, or as the classifier where the text says more.
fn by_keyword<'b>(
    book: &'b PriceBook,
    text: &Text,
    rule: &'b KeywordRule,
    sure: Option<BasisPoints>,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let problem = type_or_unknown(book, &rule.problem_type)?;
    let own = problem
        .confidence
        .unwrap_or_else(|| percent(classification.confidence));
    Ok(Choice {
        keyword: classify::keyword_of(text, rule, &book.off),
        ..of_type(
            problem,
            Mode::Keyword,
            sure.map_or(own, |sure| sure.min(most_stated(book, problem))),
            classification,
        )
    })
}

/// The most that a description alone makes us state for a type: one without an instant price stays below its threshold.
fn most_stated(book: &PriceBook, problem: &ProblemType) -> BasisPoints {
    let threshold = book.confidence.request_quotes_below;
    match problem.confidence.filter(|own| *own < threshold) {
        Some(own) => own,
        None if problem.range_pence.is_none() => below_instant(book),
        None => BasisPoints::WHOLE,
    }
}

/// Text without a keyword: the classifier's type; the default rule where nothing but plumbing in general is said; else no
/// price.
fn by_classifier<'b>(
    book: &'b PriceBook,
    text: &Text,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let code = classification.problem.code();
    if code == book.unknown_problem_type {
        return unknown(book, text, classification);
    }
    let problem = type_or_unknown(book, code)?;
    if code == book.default_problem_type && whose::is_plain_text(text) {
        let own = problem
            .confidence
            .unwrap_or_else(|| percent(classification.confidence));
        return Ok(of_type(problem, Mode::Keyword, own, classification));
    }
    let confidence = percent(classification.confidence).min(most_stated(book, problem));
    Ok(of_type(problem, Mode::Classifier, confidence, classification))
}

/// Nothing is known about the job: no price.
fn unknown<'b>(
    book: &'b PriceBook,
    text: &Text,
    classification: Classification,
) -> Result<Choice<'b>, PricingError> {
    let rules = &book.confidence;
    let short = text.chars() < rules.short_text_chars;
    let confidence = if short {
        rules.no_evidence
    } else {
        percent(classification.confidence).min(rules.no_evidence)
    };
    let problem = type_or_unknown(book, &book.unknown_problem_type)?;
    Ok(Choice {
        price: Price::None,
        ..of_type(problem, Mode::None, confidence, classification)
    })
}

/// Per cent as basis points.
pub(super) fn percent(percent: u8) -> BasisPoints {
    BasisPoints(u32::from(percent) * 100)
}

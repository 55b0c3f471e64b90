//! The estimate as the API answers it.

use super::choose::{Choice, Price, percent};
use super::explain::{Explained, explanation};
use crate::book::{Faq, PriceBook, Region};
use crate::classify::{Classification, Flow, Problem};
use crate::danger::{Danger, DangerQuestion};
use crate::emergency::{self, EmergencyNumber};
use crate::money::{BasisPoints, Fraction, Pence, Pounds};
use crate::text::Text;
use serde::Serialize;
use std::borrow::Cow;

/// By what rule an estimate was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A quick fix of the create screen.
    QuickFix,
    /// A problem type that the client chose.
    Chosen,
    /// A keyword rule, the default rule among them.
    Keyword,
    /// The classifier.
    Classifier,
    /// Nothing is known about the job: no price.
    None,
    /// Danger: advice, no price.
    Danger,
}

/// An estimate: money in pence here, in pounds in JSON; its words are the book's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate<'b> {
    /// The problem type's name.
    pub category: &'b str,
    /// The trade that does it.
    pub trade: &'b str,
    /// 0 to 1.
    #[serde(serialize_with = "Fraction::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
    /// Lowest price in pounds; none: no instant price.
    #[serde(serialize_with = "Pounds::write_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub base_min: Option<Pence>,
    /// Highest price in pounds.
    #[serde(serialize_with = "Pounds::write_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub base_max: Option<Pence>,
    /// What a standard price was multiplied by.
    #[serde(serialize_with = "Fraction::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub region_factor: BasisPoints,
    /// E.g. 'London +12%'.
    pub region_label: &'b str,
    /// `GBP`.
    pub currency: &'b str,
    /// The job's name for people.
    pub readable_name: &'b str,
    /// The problem type's code.
    pub problem_type: &'b str,
    /// The price in pounds that a quote starts from.
    #[serde(serialize_with = "Pounds::write_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub estimated_cost: Option<Pence>,
    /// The estimated cost, split for show; the parts add up to it. Empty without a price.
    pub breakdown: Vec<BreakdownLine<'b>>,
    /// Advice until the pro comes; in danger, what to do now.
    pub quick_tips: Vec<Cow<'b, str>>,
    /// Questions and answers.
    pub faq: &'b [Faq],
    /// Trades the job calls for, the primary one first.
    pub trades: Vec<TradeSuggestion<'b>>,
    /// What to do next.
    pub suggested_flow: Flow,
    /// What it might be instead, the likeliest first.
    pub alternatives: Vec<Alternative<'b>>,
    /// The description with its typos corrected, if it had any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocorrected_input: Option<String>,
    /// By what rule it was made.
    pub mode: Mode,
    /// What is to be answered, in `dangerAnswers`, before there is a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger_question: Option<DangerQuestion<'b>>,
    /// In danger, whom to call there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub emergency_numbers: Vec<EmergencyNumber<'b>>,
    /// The danger, in that mode: whether the job can be booked at all depends on it.
    #[serde(skip)]
    pub danger: Option<Danger>,
    /// The job is bigger than one visit: it is quoted for, whatever its type.
    pub scale: bool,
    /// The description holds several jobs; `trades` names all their trades.
    pub several: bool,
    /// No trade here does this: no price, no quote unless the client chooses a type.
    pub out_of_scope: bool,
    /// Work on gas, for which the law wants a Gas Safe engineer, whatever type was chosen.
    pub gas_work: bool,
    /// What was read: the lexicon's own words, never the person's.
    pub explanation: Vec<Explained<'b>>,
    /// The price book it was priced with.
    pub book_version: &'b str,
}

/// One part of the estimated cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BreakdownLine<'b> {
    /// What it is for.
    pub label: &'b str,
    /// Pounds.
    #[serde(serialize_with = "Pounds::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub amount: Pence,
}

/// What a trade does on a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TradeRole {
    /// It does the job.
    Primary,
    /// It may be needed too.
    Supporting,
}

/// A trade that a description calls for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TradeSuggestion<'b> {
    /// plumber, electrician, builder, handyman.
    pub trade: &'b str,
    /// What it does there.
    pub role: TradeRole,
    /// 0 to 1.
    #[serde(serialize_with = "Fraction::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
}

/// Another problem type the client may choose instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Alternative<'b> {
    /// Its code, to be sent as `problemTypeToUse`.
    pub code: &'b str,
    /// Its name.
    pub name: &'b str,
}

/// Splits a cost for show by the book's shares; the parts add up to it.
#[must_use]
pub fn breakdown(book: &PriceBook, cost: Pence) -> Vec<BreakdownLine<'_>> {
    let parts = cost.split(book.breakdown.iter().map(|part| part.share.0));
    let labels = book.breakdown.iter().map(|part| part.label.as_str());
    labels
        .zip(parts)
        .map(|(label, amount)| BreakdownLine { label, amount })
        .collect()
}

/// The trades of a classification as the API writes them.
#[must_use]
pub fn suggestions(classification: &Classification) -> Vec<TradeSuggestion<'static>> {
    let suggestion = |found: &crate::classify::TradeMatch| TradeSuggestion {
        trade: found.trade.code(),
        role: if found.primary {
            TradeRole::Primary
        } else {
            TradeRole::Supporting
        },
        confidence: percent(found.confidence),
    };
    classification.trades.iter().map(suggestion).collect()
}

pub(super) fn answer<'b>(
    book: &'b PriceBook,
    (area, region): (&str, &'b Region),
    text: Text,
    choice: &Choice<'b>,
) -> Estimate<'b> {
    let prices = prices(book, region, choice.price);
    let cost = prices.map(|(_, _, cost)| cost);
    // Neither questions and answers nor other types beside a danger, or what may be one.
    let danger = choice.danger.or(choice.question).is_some();
    let found = &choice.classification;
    Estimate {
        category: &choice.problem.name,
        trade: &choice.problem.trade,
        confidence: choice.confidence,
        base_min: prices.map(|(low, _, _)| low),
        base_max: prices.map(|(_, high, _)| high),
        region_factor: region.factor,
        region_label: &region.label,
        currency: &book.currency,
        readable_name: choice.readable_name,
        problem_type: &choice.problem.code,
        estimated_cost: cost,
        breakdown: cost.map(|cost| breakdown(book, cost)).unwrap_or_default(),
        quick_tips: emergency::advice(book, area, choice.advice),
        faq: if danger { &[] } else { &book.faq },
        trades: trades(choice),
        suggested_flow: flow(book, choice, cost),
        alternatives: if danger {
            Vec::new()
        } else {
            alternatives(book, choice)
        },
        autocorrected_input: text.into_corrected(),
        mode: choice.mode,
        danger_question: choice.question.map(|kind| DangerQuestion::about(book, kind)),
        danger: choice.danger,
        emergency_numbers: numbers(book, area, choice.danger),
        scale: found.scale && !danger,
        several: found.is_several() && !danger,
        out_of_scope: choice.out_of_scope,
        gas_work: found.gas_work || choice.problem.gas_safe,
        explanation: explanation(choice),
        book_version: &book.version,
    }
}

/// Whom to call in a danger.
fn numbers<'b>(book: &'b PriceBook, area: &str, danger: Option<Danger>) -> Vec<EmergencyNumber<'b>> {
    match danger {
        Some(Danger::Gas | Danger::CarbonMonoxide) => emergency::for_gas(book, Some(area)),
        Some(Danger::Electrics | Danger::WaterOnElectrics) => emergency::for_others(book),
        None => Vec::new(),
    }
}

/// Lowest price, highest price and estimated cost in a region.
fn prices(book: &PriceBook, region: &Region, price: Price) -> Option<(Pence, Pence, Pence)> {
    let step = book.rounding_step_pence;
    match price {
        Price::Range(low, high) => {
            let low = low.share_to_nearest(region.factor, step);
            let high = high.share_to_nearest(region.factor, step);
            Some((low, high, Pence::midpoint(low, high)))
        }
        Price::Fixed(base, (least, most)) => {
            let cost = base.share_to_nearest(region.factor, step);
            Some((
                cost.share_to_nearest(least, step),
                cost.share_to_nearest(most, step),
                cost,
            ))
        }
        Price::None => None,
    }
}

/// The trade of the job first, as sure as the estimate; then the others the text calls for.
fn trades<'b>(choice: &Choice<'b>) -> Vec<TradeSuggestion<'b>> {
    let own = choice.problem.trade.as_str();
    let mut trades = vec![TradeSuggestion {
        trade: own,
        role: TradeRole::Primary,
        confidence: choice.confidence,
    }];
    if matches!(choice.mode, Mode::Danger | Mode::None) {
        return trades;
    }
    for other in suggestions(&choice.classification) {
        if other.trade != own {
            trades.push(TradeSuggestion {
                role: TradeRole::Supporting,
                ..other
            });
        }
    }
    trades
}

fn flow(book: &PriceBook, choice: &Choice<'_>, cost: Option<Pence>) -> Flow {
    match choice.mode {
        Mode::Danger => Flow::EmergencyAdvice,
        Mode::None => Flow::AskForDetails,
        _ if cost.is_none() || choice.confidence < book.confidence.request_quotes_below => Flow::RequestQuote,
        _ => Flow::InstantPrice,
    }
}

/// What it might be instead: the type of a keyword that lost first, then a type the classifier finds at least as likely, the
/// other problems of several, and the book's look-alikes.
fn alternatives<'b>(book: &'b PriceBook, choice: &Choice<'b>) -> Vec<Alternative<'b>> {
    let own = choice.problem.code.as_str();
    let keyword = choice.keyword_type.into_iter();
    let likelier = match choice.classification.problem {
        Problem::Other => None,
        problem => Some(problem.code()),
    };
    let mut found: Vec<Alternative<'b>> = Vec::with_capacity(choice.problem.alternatives.len() + 1);
    for code in keyword
        .chain(likelier)
        .chain(
            choice
                .classification
                .problems
                .iter()
                .map(|problem| problem.code()),
        )
        .chain(choice.problem.alternatives.iter().map(String::as_str))
    {
        if code != own
            && found.iter().all(|other| other.code != code)
            && let Some(problem) = book.problem_type(code)
        {
            found.push(Alternative {
                code: &problem.code,
                name: &problem.name,
            });
        }
    }
    found
}

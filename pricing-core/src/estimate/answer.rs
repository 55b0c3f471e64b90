//! The estimate as the API answers it.

use super::choose::{Choice, Price, percent};
use crate::book::{Faq, PriceBook, Region};
use crate::classify::{Classification, Flow, Problem};
use crate::money::{BasisPoints, Pence};
use crate::text::Text;

/// By what rule an estimate was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(rename_all = "snake_case")
)]
pub enum Mode {
    /// A quick fix of the create screen.
    QuickFix,
    /// A problem type that the client chose.
    Chosen,
    /// A keyword rule, the default rule among them.
    Keyword,
    /// The classifier.
    Classifier,
    /// Nothing known: no price.
    None,
    /// Danger: advice, no price.
    Danger,
}

/// An estimate: api.md's answer. Money in pence inside, pounds in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The problem type's name.
    pub category: String,
    /// The trade that does it.
    pub trade: String,
    /// 0 to 1.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
    /// Lowest price in pounds; none: no instant price.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub base_min: Option<Pence>,
    /// Highest price in pounds.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub base_max: Option<Pence>,
    /// What a standard price was multiplied by.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub region_factor: BasisPoints,
    /// E.g. 'London +12%'.
    pub region_label: String,
    /// `GBP`.
    pub currency: String,
    /// The job's name for people.
    pub readable_name: String,
    /// The problem type's code.
    pub problem_type: String,
    /// The price in pounds that a quote starts from.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, required))]
    pub estimated_cost: Option<Pence>,
    /// The estimated cost, split for show; the parts add up to it. Empty without a price.
    pub breakdown: Vec<BreakdownLine>,
    /// Advice until the pro comes; in danger, what to do now.
    pub quick_tips: Vec<String>,
    /// Questions and answers.
    pub faq: Vec<Faq>,
    /// Trades the job calls for, the primary one first.
    pub trades: Vec<TradeSuggestion>,
    /// What to do next: `instant_price`, `request_quote`, `ask_for_details`, `emergency_advice`.
    pub suggested_flow: String,
    /// What it might be instead, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// The description with its typos corrected, if it had any.
    pub autocorrected_input: Option<String>,
    /// By what rule it was made.
    pub mode: Mode,
    /// The price book it was priced with.
    pub book_version: String,
}

/// One part of the estimated cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BreakdownLine {
    /// What it is for.
    pub label: String,
    /// Pounds.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub amount: Pence,
}

/// A trade that a description calls for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TradeSuggestion {
    /// plumber, electrician, builder, handyman.
    pub trade: String,
    /// `primary` or `supporting`.
    pub role: String,
    /// 0 to 1.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub confidence: BasisPoints,
}

/// Another problem type the client may choose instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Alternative {
    /// Its code, to be sent as `problemTypeToUse`.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// Splits a cost for show by the book's shares; the parts add up to it.
#[must_use]
pub fn breakdown(book: &PriceBook, cost: Pence) -> Vec<BreakdownLine> {
    let parts = cost.split(book.breakdown.iter().map(|part| part.share.0));
    let labels = book.breakdown.iter().map(|part| part.label.clone());
    labels
        .zip(parts)
        .map(|(label, amount)| BreakdownLine { label, amount })
        .collect()
}

/// The trades of a classification as the API writes them.
#[must_use]
pub fn suggestions(classification: &Classification) -> Vec<TradeSuggestion> {
    let suggestion = |found: &crate::classify::TradeMatch| TradeSuggestion {
        trade: found.trade.code().to_owned(),
        role: if found.primary { "primary" } else { "supporting" }.to_owned(),
        confidence: percent(found.confidence),
    };
    classification.trades.iter().map(suggestion).collect()
}

pub(super) fn answer(book: &PriceBook, region: &Region, text: &Text, choice: &Choice<'_>) -> Estimate {
    let prices = prices(book, region, choice.price);
    let cost = prices.map(|(_, _, cost)| cost);
    let danger = choice.mode == Mode::Danger;
    Estimate {
        category: choice.problem.name.clone(),
        trade: choice.problem.trade.clone(),
        confidence: choice.confidence,
        base_min: prices.map(|(low, _, _)| low),
        base_max: prices.map(|(_, high, _)| high),
        region_factor: region.factor,
        region_label: region.label.clone(),
        currency: book.currency.clone(),
        readable_name: choice.readable_name.to_owned(),
        problem_type: choice.problem.code.clone(),
        estimated_cost: cost,
        breakdown: cost.map(|cost| breakdown(book, cost)).unwrap_or_default(),
        quick_tips: choice.advice.to_vec(),
        faq: if danger { Vec::new() } else { book.faq.clone() },
        trades: trades(choice),
        suggested_flow: flow(book, choice, cost).code().to_owned(),
        alternatives: if danger {
            Vec::new()
        } else {
            alternatives(book, choice)
        },
        autocorrected_input: text.corrected().map(str::to_owned),
        mode: choice.mode,
        book_version: book.version.clone(),
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
fn trades(choice: &Choice<'_>) -> Vec<TradeSuggestion> {
    let own = &choice.problem.trade;
    let mut trades = vec![TradeSuggestion {
        trade: own.clone(),
        role: "primary".to_owned(),
        confidence: choice.confidence,
    }];
    let others = suggestions(&choice.classification)
        .into_iter()
        .filter(|other| other.trade != *own);
    if !matches!(choice.mode, Mode::Danger | Mode::None) {
        trades.extend(others.map(|other| TradeSuggestion {
            role: "supporting".to_owned(),
            ..other
        }));
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

/// What it might be instead: a type the classifier finds at least as likely comes first, then the book's look-alikes.
fn alternatives(book: &PriceBook, choice: &Choice<'_>) -> Vec<Alternative> {
    let own = choice.problem.code.as_str();
    let likelier = match choice.classification.problem {
        Problem::Other => None,
        problem => Some(problem.code()),
    };
    let mut found: Vec<Alternative> = Vec::with_capacity(choice.problem.alternatives.len() + 1);
    for code in likelier
        .into_iter()
        .chain(choice.problem.alternatives.iter().map(String::as_str))
    {
        if code != own
            && found.iter().all(|other| other.code != code)
            && let Some(problem) = book.problem_type(code)
        {
            found.push(Alternative {
                code: problem.code.clone(),
                name: problem.name.clone(),
            });
        }
    }
    found
}

//! Answers as JavaScript objects: the shapes of `pricing-core`'s JSON, with doubles where that writes decimals.

use crate::errors::Refused;
use pricing_core::book::Faq;
use pricing_core::estimate::{Alternative, Mode};
use pricing_core::{BasisPoints, Pence, Tier, budget, classification, estimate, refine, region, slots};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A plain object, `null` for what is missing.
pub(crate) fn to_js<T: Serialize>(answer: &T) -> Result<JsValue, Refused> {
    Ok(answer.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// An integer as a double; every amount and rate is far below 2^53.
pub(crate) fn number(value: i64) -> f64 {
    value as f64
}

fn pounds(amount: Pence) -> f64 {
    number(amount.0) / 100.0
}

fn fraction(rate: BasisPoints) -> f64 {
    f64::from(rate.0) / 10_000.0
}

#[derive(Serialize)]
pub(crate) struct Estimate<'a> {
    category: &'a str,
    trade: &'a str,
    confidence: f64,
    base_min: Option<f64>,
    base_max: Option<f64>,
    region_factor: f64,
    region_label: &'a str,
    currency: &'a str,
    readable_name: &'a str,
    problem_type: &'a str,
    estimated_cost: Option<f64>,
    breakdown: Vec<BreakdownLine<'a>>,
    quick_tips: &'a [String],
    faq: &'a [Faq],
    trades: Vec<Trade<'a>>,
    suggested_flow: &'a str,
    alternatives: &'a [Alternative],
    #[serde(skip_serializing_if = "Option::is_none")]
    autocorrected_input: Option<&'a str>,
    mode: Mode,
    book_version: &'a str,
}

#[derive(Serialize)]
struct BreakdownLine<'a> {
    label: &'a str,
    amount: f64,
}

#[derive(Serialize)]
struct Trade<'a> {
    trade: &'a str,
    role: &'a str,
    confidence: f64,
}

fn trades(found: &[estimate::TradeSuggestion]) -> Vec<Trade<'_>> {
    found
        .iter()
        .map(|found| Trade { trade: &found.trade, role: &found.role, confidence: fraction(found.confidence) })
        .collect()
}

impl<'a> From<&'a estimate::Estimate> for Estimate<'a> {
    fn from(found: &'a estimate::Estimate) -> Self {
        let line = |line: &'a estimate::BreakdownLine| BreakdownLine { label: &line.label, amount: pounds(line.amount) };
        Self {
            category: &found.category,
            trade: &found.trade,
            confidence: fraction(found.confidence),
            base_min: found.base_min.map(pounds),
            base_max: found.base_max.map(pounds),
            region_factor: fraction(found.region_factor),
            region_label: &found.region_label,
            currency: &found.currency,
            readable_name: &found.readable_name,
            problem_type: &found.problem_type,
            estimated_cost: found.estimated_cost.map(pounds),
            breakdown: found.breakdown.iter().map(line).collect(),
            quick_tips: &found.quick_tips,
            faq: &found.faq,
            trades: trades(&found.trades),
            suggested_flow: &found.suggested_flow,
            alternatives: &found.alternatives,
            autocorrected_input: found.autocorrected_input.as_deref(),
            mode: found.mode,
            book_version: &found.book_version,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Classification<'a> {
    suggested_flow: &'a str,
    trades: Vec<Trade<'a>>,
    problem_type: &'a str,
    confidence: f64,
}

impl<'a> From<&'a classification::ClassificationAnswer> for Classification<'a> {
    fn from(found: &'a classification::ClassificationAnswer) -> Self {
        Self {
            suggested_flow: &found.suggested_flow,
            trades: trades(&found.trades),
            problem_type: &found.problem_type,
            confidence: fraction(found.confidence),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Region<'a> {
    area: &'a str,
    region_factor: f64,
    region_label: &'a str,
}

impl<'a> From<&'a region::RegionAnswer> for Region<'a> {
    fn from(found: &'a region::RegionAnswer) -> Self {
        Self { area: &found.area, region_factor: fraction(found.region_factor), region_label: &found.region_label }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Slot<'a> {
    id: &'a str,
    start: String,
    end: String,
    price_delta: f64,
    tier_hint: Tier,
    is_recommended: bool,
}

impl<'a> From<&'a slots::Slot> for Slot<'a> {
    fn from(found: &'a slots::Slot) -> Self {
        Self {
            id: &found.id,
            start: found.start.to_string(),
            end: found.end.to_string(),
            price_delta: pounds(found.price_delta),
            tier_hint: found.tier_hint,
            is_recommended: found.is_recommended,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct RefinedPrice<'a> {
    #[serde(rename = "baseGBP")]
    base: f64,
    #[serde(rename = "deltaLabel")]
    delta_label: &'a str,
    #[serde(rename = "totalGBP")]
    total: f64,
}

impl<'a> From<&'a refine::RefinedPrice> for RefinedPrice<'a> {
    fn from(found: &'a refine::RefinedPrice) -> Self {
        Self { base: pounds(found.base), delta_label: &found.delta_label, total: pounds(found.total) }
    }
}

#[derive(Serialize)]
pub(crate) struct BudgetAnswer {
    #[serde(rename = "defaultGBP")]
    default: f64,
    mode: budget::BudgetMode,
}

impl From<&budget::BudgetAnswer> for BudgetAnswer {
    fn from(found: &budget::BudgetAnswer) -> Self {
        Self { default: pounds(found.default), mode: found.mode }
    }
}

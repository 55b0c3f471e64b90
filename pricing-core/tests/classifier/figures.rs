//! What a set of descriptions says about the classifier.

use std::collections::BTreeMap;

use pricing_core::PriceBook;
use pricing_core::classify::{self, Classification, Flow, Problem};
use pricing_core::estimate::{EstimateInput, estimate};
use serde_json::Value;

/// The least share of descriptions whose trade, and whose type, must be right.
const TRADE_RIGHT: f64 = 0.90;
const TYPE_RIGHT: f64 = 0.85;
/// How far the stated confidence may lie below the share that is right, and how far above.
const CALIBRATION: f64 = 0.08;
const OVERSTATED: f64 = 0.02;
/// Confidence that is called 'High', per cent, and the least share of it that must be right.
pub(crate) const HIGH: u8 = 80;
pub(crate) const HIGH_RIGHT: f64 = 0.95;

pub(crate) fn classify(text: &str) -> Classification {
    classify::classify(PriceBook::builtin(), text)
}

/// A description and what is right about it.
pub(crate) struct Case {
    pub(crate) text: String,
    trade: String,
    /// The type meant, then others that are right too.
    pub(crate) types: Vec<String>,
}

pub(crate) fn fixture(name: &str) -> Value {
    let path = format!("{}/../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

pub(crate) fn cases(name: &str) -> Vec<Case> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = fixture(name);
    let case = |row: &Value| {
        let also = row["also"].as_array().cloned().unwrap_or_default();
        let types = std::iter::once(&row["problem_type"])
            .chain(&also)
            .map(text)
            .collect();
        Case {
            text: text(&row["text"]),
            trade: text(&row["trade"]),
            types,
        }
    };
    rows.as_array().unwrap().iter().map(case).collect()
}

/// How the classifier does on a set of descriptions.
#[derive(Default)]
pub(crate) struct Figures {
    all: f64,
    trade_right: f64,
    type_right: f64,
    /// Of those not in danger, which has no confidence.
    calibrated: f64,
    calibrated_right: f64,
    confidence: f64,
    /// Of those with evidence: by stated confidence in tens of per cent, how many and how many right.
    bins: BTreeMap<u8, (f64, f64)>,
    /// Of those stated as 'High': how many, how many with the right type, with the right trade.
    high: (f64, f64, f64),
    with_evidence: f64,
    with_evidence_right: f64,
    with_evidence_confidence: f64,
    nonsense: usize,
    nonsense_priced: usize,
    nonsense_instant: usize,
    nonsense_with_evidence: usize,
}

impl Case {
    pub(crate) fn is_right(&self, found: &Classification) -> bool {
        self.types.iter().any(|code| code == found.problem.code())
    }
}

impl Figures {
    pub(crate) fn of(cases: &[Case]) -> Self {
        let mut figures = Self::default();
        for case in cases {
            figures.add(case, &classify(&case.text));
        }
        figures
    }

    fn add(&mut self, case: &Case, found: &Classification) {
        let right = case.is_right(found);
        let right_trade = right || case.trade == found.trade().code();
        let share = f64::from(u8::from(right));
        self.all += 1.0;
        self.trade_right += f64::from(u8::from(right_trade));
        self.type_right += share;
        if case.types == ["other"] {
            self.nonsense += 1;
            self.nonsense_priced += usize::from(is_priced(&case.text));
            self.nonsense_instant += usize::from(found.flow == Flow::InstantPrice);
            self.nonsense_with_evidence += usize::from(found.problem != Problem::Other);
        }
        if found.danger.is_some() {
            return;
        }
        let confidence = f64::from(found.confidence) / 100.0;
        self.calibrated += 1.0;
        self.calibrated_right += share;
        self.confidence += confidence;
        if found.problem != Problem::Other {
            self.with_evidence += 1.0;
            self.with_evidence_right += share;
            self.with_evidence_confidence += confidence;
            let bin = self.bins.entry(found.confidence / 10 * 10).or_default();
            *bin = (bin.0 + 1.0, bin.1 + share);
            if found.confidence >= HIGH {
                let (all, types, trades) = self.high;
                self.high = (
                    all + 1.0,
                    types + share,
                    trades + f64::from(u8::from(right_trade)),
                );
            }
        }
    }

    pub(crate) fn print(&self, name: &str) {
        println!("{name}: {} descriptions", self.all);
        println!(
            "  trade right {:.3}, type right {:.3}",
            self.trade_right(),
            self.type_right()
        );
        let (stated, right) = (
            self.confidence / self.calibrated,
            self.calibrated_right / self.calibrated,
        );
        println!(
            "  all: confidence {stated:.3}, right {right:.3}, apart {:.3}",
            (stated - right).abs()
        );
        let (stated, right) = (
            self.with_evidence_confidence / self.with_evidence,
            self.with_evidence_right / self.with_evidence,
        );
        println!(
            "  with evidence: confidence {stated:.3}, right {right:.3}, apart {:.3}",
            (stated - right).abs()
        );
        for (bin, (all, right)) in &self.bins {
            println!(
                "  stated {bin}-{}%: {all} descriptions, {:.2} right",
                bin + 9,
                right / all
            );
        }
        let (high, types, trades) = self.high;
        println!(
            "  'High': {high}, of them type right {:.3}, trade right {:.3}",
            types / high,
            trades / high
        );
        println!(
            "  nonsense: {}, of it taken for a job {}, with an instant flow {}, with a price {}",
            self.nonsense, self.nonsense_with_evidence, self.nonsense_instant, self.nonsense_priced
        );
    }

    fn trade_right(&self) -> f64 {
        self.trade_right / self.all
    }

    fn type_right(&self) -> f64 {
        self.type_right / self.all
    }

    /// As [`Figures::assert_right`], for descriptions that were not tuned on: the stated confidence must hold for them. Without
    /// evidence it is fixed, so it is measured only where there is evidence.
    pub(crate) fn assert_good(&self) {
        self.assert_right();
        let (stated, right) = (self.with_evidence_confidence, self.with_evidence_right);
        let apart = (stated - right) / self.with_evidence;
        assert!(
            (-CALIBRATION..=OVERSTATED).contains(&apart),
            "confidence is {apart:.3} above accuracy"
        );
    }

    /// The shares that must be right, and no price for nonsense.
    pub(crate) fn assert_right(&self) {
        assert!(
            self.trade_right() >= TRADE_RIGHT,
            "trade right {:.3}",
            self.trade_right()
        );
        assert!(
            self.type_right() >= TYPE_RIGHT,
            "type right {:.3}",
            self.type_right()
        );
        let (high, types, _) = self.high;
        assert!(types >= HIGH_RIGHT * high, "'High' and right {:.3}", types / high);
        assert_eq!(
            (self.nonsense_priced, self.nonsense_instant),
            (0, 0),
            "nonsense with a price"
        );
    }
}

/// Whether the estimate, keyword rules included, puts a price on a text.
pub(crate) fn is_priced(text: &str) -> bool {
    let input = EstimateInput {
        text: text.into(),
        postcode: "M1".into(),
        quick_fix: None,
        problem_type: None,
        danger_answers: None,
    };
    estimate(PriceBook::builtin(), &input).is_ok_and(|estimate| estimate.estimated_cost.is_some())
}

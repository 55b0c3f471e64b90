//! Counts, and how they are printed.

use super::table::{Row, names};
use crate::book::PriceBook;
use crate::estimate::{Estimate, Mode};
use std::fmt;

/// How many bins the confidence is looked at in.
const BINS: usize = 10;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that have it.
    pub hits: u32,
    /// All.
    pub all: u32,
}

impl Share {
    fn add(&mut self, hit: bool) {
        self.all += 1;
        self.hits += u32::from(hit);
    }

    /// The share; none of none is none.
    #[must_use]
    pub fn of_all(self) -> Option<f64> {
        (self.all > 0).then(|| f64::from(self.hits) / f64::from(self.all))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.of_all().unwrap_or_default();
        write!(f, "{share:.3} ({} of {})", self.hits, self.all)
    }
}

/// Stated confidence and what came true, over descriptions of about the same confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bin {
    stated: u64,
    right: Share,
}

/// What a table says about the estimates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Descriptions that could not be estimated at all.
    pub refused: u32,
    /// The trade is right.
    pub trade: Share,
    /// The type is right.
    pub kind: Share,
    /// Of the prices with Continue: the type is right.
    pub continue_right: Share,
    /// Of the single jobs in scope: 'Request quotes'.
    pub request_quotes: Share,
    /// Of the dangers: warned or asked.
    pub danger: Share,
    /// Of the dangers: asked.
    pub danger_asked: Share,
    /// Of the safe texts: asked.
    pub asked: Share,
    /// Of the safe texts: warned.
    pub false_alarms: Share,
    /// Of the work on gas: known as such.
    pub gas_work: Share,
    /// Of the other texts: taken for work on gas.
    pub gas_work_wrong: Share,
    /// Of the big jobs: an instant price with Continue.
    pub big_continue: Share,
    /// Of several jobs: an instant price with Continue.
    pub several_continue: Share,
    /// Of what is not ours: a price.
    pub out_of_scope_priced: Share,
    /// Of what is ours: refused as not ours.
    pub refused_wrong: Share,
    /// 'High' and right.
    pub high: Share,
    /// 'Medium' and right.
    pub medium: Share,
    /// Not part of the calibration: chosen, quick fixes, and keywords among plain words.
    pub left_out: Share,
    bins: [Bin; BINS],
    /// The bins without types that have no price, whose confidence the documents keep below 0.70.
    priced_bins: [Bin; BINS],
    /// Texts with Continue, where the table judges nothing.
    pub continues: Share,
}

impl Figures {
    pub(super) fn add(&mut self, book: &PriceBook, row: &Row<'_>, estimate: &Estimate<'_>) {
        let instant =
            estimate.estimated_cost.is_some() && estimate.confidence >= book.confidence.request_quotes_below;
        self.continues.add(instant);
        self.add_danger(row, estimate);
        let in_danger = estimate.mode == Mode::Danger;
        let right = row.types.map(|types| names(types, estimate.problem_type));
        if let Some(right) = right {
            self.kind.add(right);
            if instant {
                let one = row.in_scope.is_none_or(|scope| scope == "yes");
                self.continue_right.add(right && one);
            }
            self.add_calibration(book, estimate, right);
        }
        if let Some(trades) = row.trades {
            self.trade
                .add(right == Some(true) || names(trades, estimate.trade));
        }
        if let Some(gas) = row.flag("gas") {
            if gas {
                &mut self.gas_work
            } else {
                &mut self.gas_work_wrong
            }
            .add(estimate.gas_work);
        }
        if row.flag("big") == Some(true) {
            self.big_continue.add(instant);
        }
        if row.flag("several") == Some(true) || row.in_scope == Some("multi") {
            self.several_continue.add(instant);
        }
        match row.in_scope {
            Some("no") => self.out_of_scope_priced.add(estimate.estimated_cost.is_some()),
            Some("yes") if !in_danger => {
                self.refused_wrong.add(estimate.out_of_scope);
                let single = row.flag("several") != Some(true) && row.flag("big") != Some(true);
                if single {
                    self.request_quotes.add(!instant);
                }
            }
            _ => {}
        }
    }

    fn add_danger(&mut self, row: &Row<'_>, estimate: &Estimate<'_>) {
        let warned = estimate.mode == Mode::Danger;
        let asked = estimate.danger_question.is_some();
        let Some(danger) = row.danger else { return };
        if !names(danger, "none") {
            self.danger.add(warned || asked);
            self.danger_asked.add(asked);
        } else if danger == "none" {
            self.false_alarms.add(warned);
            self.asked.add(asked);
        }
    }

    fn add_calibration(&mut self, book: &PriceBook, estimate: &Estimate<'_>, right: bool) {
        // A keyword among plain words alone is as sure as the documents say, whatever comes true.
        let own = book
            .problem_type(estimate.problem_type)
            .and_then(|problem| problem.confidence);
        let by_document = estimate.mode == Mode::Keyword && own == Some(estimate.confidence);
        let counts = matches!(estimate.mode, Mode::Keyword | Mode::Classifier) && !by_document;
        self.left_out.add(!counts);
        if !counts {
            return;
        }
        let stated = estimate.confidence;
        if stated >= book.confidence.high_from {
            self.high.add(right);
        } else if stated >= book.confidence.medium_from {
            self.medium.add(right);
        }
        let has_price = book
            .problem_type(estimate.problem_type)
            .is_some_and(|problem| problem.range_pence.is_some());
        let place = usize::try_from(stated.0 / 1_000).unwrap_or(BINS).min(BINS - 1);
        let priced = self
            .priced_bins
            .iter_mut()
            .skip(place)
            .take(usize::from(has_price));
        for bin in self.bins.iter_mut().skip(place).take(1).chain(priced) {
            bin.stated += u64::from(stated.0);
            bin.right.add(right);
        }
    }

    /// How far the stated confidence is from what came true, on average.
    #[must_use]
    pub fn calibration_error(&self) -> Option<f64> {
        error_of(&self.bins)
    }

    /// The same without the types that have no price.
    #[must_use]
    pub fn calibration_error_of_prices(&self) -> Option<f64> {
        error_of(&self.priced_bins)
    }
}

fn error_of(bins: &[Bin]) -> Option<f64> {
    let all: u32 = bins.iter().map(|bin| bin.right.all).sum();
    let apart = |bin: &Bin| {
        let stated = u32::try_from(bin.stated / 10).map_or(f64::MAX, f64::from) / 1_000.0;
        (stated - f64::from(bin.right.hits)).abs()
    };
    let apart: f64 = bins.iter().map(apart).sum();
    (all > 0).then(|| apart / f64::from(all))
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = [
            ("trade right", self.trade),
            ("type right", self.kind),
            ("Continue: right", self.continue_right),
            ("single jobs in scope: 'Request quotes'", self.request_quotes),
            ("single jobs in scope: refused as not ours", self.refused_wrong),
            ("danger: warned or asked", self.danger),
            ("danger: asked", self.danger_asked),
            ("safe: asked", self.asked),
            ("safe: false alarms", self.false_alarms),
            ("gas work: known", self.gas_work),
            ("other work: taken for gas work", self.gas_work_wrong),
            ("big jobs: Continue", self.big_continue),
            ("several jobs: Continue", self.several_continue),
            ("out of scope: priced", self.out_of_scope_priced),
            ("'High': right", self.high),
            ("'Medium': right", self.medium),
            ("left out of the calibration", self.left_out),
            ("all: Continue", self.continues),
        ];
        for (name, share) in shares {
            if share.all > 0 {
                writeln!(f, "{name}: {share}")?;
            }
        }
        if let Some(error) = self.calibration_error() {
            writeln!(f, "calibration error: {error:.3}")?;
        }
        if let Some(error) = self.calibration_error_of_prices() {
            writeln!(f, "calibration error of types with a price: {error:.3}")?;
        }
        for (bin, found) in self.bins.iter().enumerate().filter(|(_, bin)| bin.right.all > 0) {
            writeln!(
                f,
                "  stated {}–{}%: right {}",
                bin * 10,
                bin * 10 + 9,
                found.right
            )?;
        }
        if self.refused > 0 {
            writeln!(f, "not estimated: {}", self.refused)?;
        }
        Ok(())
    }
}

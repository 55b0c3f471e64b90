//! From points to per cent: the calibration.
//!
//! The tables were fitted on descriptions that other people wrote, and checked by cross-validation: no description took part
//! in fitting its own confidence (`tests/classifier/folds.rs` does the same with the repository's descriptions).

use super::score::Scores;
use super::{Problem, Trade, TradeMatch};
use crate::lexicon::Class;

/// Points below which a type has no evidence.
const LEAST_POINTS: i32 = 3;

/// How often the likeliest type is right, in per cent, from this lead on.
const BY_LEAD: [(u8, u8); 6] = [(0, 69), (20, 76), (40, 79), (60, 95), (80, 96), (95, 97)];

/// The most that is stated, in per cent, from these points on.
const BY_POINTS: [(i32, u8); 6] = [(0, 67), (4, 69), (5, 88), (7, 95), (9, 97), (15, 98)];

/// A single word has at most this many points when it is not a type's own name ("toilet").
const ONE_WORD: i32 = 5;

/// The most that is stated when such a word is all the evidence, per cent: it may be about something else.
const ONE_WORD_CONFIDENCE: u8 = 79;

/// The most that is stated for the catch-all of plumbing, per cent: people disagree where it ends and a leak or a heating
/// fault begins.
const CATCH_ALL_CONFIDENCE: u8 = 79;

/// The most that is stated for a catch-all, small jobs among them, that is hardly ahead of another type: a shelf or a door
/// may only say where the job is.
const CLOSE_CATCH_ALL: (u8, u8) = (40, 66);

/// What speaks for the likeliest type: what its confidence is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Support {
    /// Its points.
    pub points: i32,
    /// The share of its points by which it is ahead of the next type, per cent.
    pub lead: u8,
}

impl Support {
    fn of(best: i32, second: i32) -> Self {
        let lead = 100 * (best - second.max(0)) / best.max(1);
        Self {
            points: best,
            lead: u8::try_from(lead.clamp(0, 100)).unwrap_or(100),
        }
    }

    fn confidence(self, problem: Problem, evidence: u32) -> u8 {
        let mut percent = step(&BY_LEAD, self.lead).min(step(&BY_POINTS, self.points));
        if evidence == 1 && self.points <= ONE_WORD {
            percent = percent.min(ONE_WORD_CONFIDENCE);
        }
        if problem == Problem::GeneralPlumbing {
            percent = percent.min(CATCH_ALL_CONFIDENCE);
        }
        let (lead, most) = CLOSE_CATCH_ALL;
        if self.lead < lead && matches!(problem, Problem::GeneralPlumbing | Problem::Handyman) {
            percent = percent.min(most);
        }
        percent
    }
}

/// The value of the last step of a table that has been reached.
fn step<T: Copy + PartialOrd>(table: &[(T, u8)], reached: T) -> u8 {
    let steps = table.iter().take_while(|(from, _)| *from <= reached);
    steps.last().map_or(0, |(_, percent)| *percent)
}

/// The types with evidence, likeliest first, with their confidence in per cent, and what supports the first.
pub(super) fn ranked(scores: &Scores<'_>) -> (Vec<(Problem, u8)>, Support) {
    let points = |(problem, class): (Problem, Class)| (problem, scores.points(class));
    let mut found: Vec<(Problem, i32)> = Problem::scored().map(points).collect();
    found.retain(|(_, points)| *points >= LEAST_POINTS);
    // Stable: of equal points the price book's order decides.
    found.sort_by_key(|(_, points)| -points);
    let Some((first, best)) = found.first().copied() else {
        return (Vec::new(), Support::default());
    };
    let support = Support::of(best, found.get(1).map_or(0, |(_, points)| *points));
    let sure = i32::from(support.confidence(first, scores.evidence));
    let percent = |(place, (problem, points)): (usize, (Problem, i32))| {
        let percent = if place == 0 {
            sure
        } else {
            (sure * points / best.max(1)).min(100 - sure).max(1)
        };
        (problem, u8::try_from(percent.clamp(0, 100)).unwrap_or(100))
    };
    (found.into_iter().enumerate().map(percent).collect(), support)
}

/// The trades with evidence: the primary one, then those at least half as strong.
pub(super) fn trades(scores: &Scores<'_>, ranked: &[(Problem, u8)], percent: u8) -> Vec<TradeMatch> {
    let Some((first, _)) = ranked.first() else {
        return vec![TradeMatch {
            trade: Trade::Handyman,
            primary: true,
            confidence: percent,
        }];
    };
    let strength = |trade: Trade| {
        let mut most = 0;
        for (problem, class) in Problem::scored() {
            if problem.trade() == trade {
                most = most.max(scores.points(class));
            }
        }
        most
    };
    let best = strength(first.trade());
    let mut found = vec![TradeMatch {
        trade: first.trade(),
        primary: true,
        confidence: percent,
    }];
    let mut others: Vec<(Trade, i32)> = Trade::ALL
        .into_iter()
        .map(|trade| (trade, strength(trade)))
        .collect();
    others.retain(|(trade, points)| *trade != first.trade() && *points >= LEAST_POINTS && points * 2 > best);
    others.sort_by_key(|(_, points)| -points);
    for (trade, points) in others {
        let share = i32::from(percent) * points / best.max(1);
        found.push(TradeMatch {
            trade,
            primary: false,
            confidence: u8::try_from(share.clamp(1, 100)).unwrap_or(100),
        });
    }
    found
}

//! From points to per cent: the calibration.

use super::score::Scores;
use super::{Problem, Trade, TradeMatch};
use crate::lexicon::Class;

/// Points below which a type has no evidence.
const LEAST_POINTS: i32 = 3;

/// A single word has at most this many points when it is not a type's own name ("toilet").
const ONE_WORD: i32 = 5;

/// Confidence when such a single word is all the evidence, per cent.
const ONE_WORD_CONFIDENCE: u8 = 68;

/// The types with evidence, likeliest first, with their confidence in per cent.
pub(super) fn ranked(scores: &Scores) -> Vec<(Problem, u8)> {
    let points = |(problem, class): (Problem, Class)| (problem, scores.points(class));
    let mut found: Vec<(Problem, i32)> = Problem::SCORED.into_iter().map(points).collect();
    found.retain(|(_, points)| *points >= LEAST_POINTS);
    // Stable: of equal points the price book's order decides.
    found.sort_by_key(|(_, points)| -points);
    let best = found.first().map_or(0, |(_, points)| *points);
    let second = found.get(1).map_or(0, |(_, points)| *points);
    let sure = match of_margin(best, best - second) {
        // One word alone is as often part of something else: not enough for a price.
        percent if scores.evidence == 1 && best <= ONE_WORD => percent.min(ONE_WORD_CONFIDENCE),
        percent => percent,
    };
    let sure = i32::from(sure);
    let percent = |(place, (problem, points)): (usize, &(Problem, i32))| {
        let percent = if place == 0 {
            sure
        } else {
            (sure * points / best.max(1)).min(100 - sure).max(1)
        };
        (*problem, u8::try_from(percent.clamp(0, 100)).unwrap_or(100))
    };
    found.iter().enumerate().map(percent).collect()
}

/// Confidence in per cent of a best score that is so far ahead of the second.
fn of_margin(best: i32, margin: i32) -> u8 {
    match (best, margin) {
        (_, ..=0) => 45,
        (..=4, ..=1) => 50,
        (..=4, _) => 62,
        (..=8, ..=2) => 54,
        (..=8, ..=5) => 78,
        (..=8, _) => 96,
        (_, ..=2) => 59,
        (_, ..=5) => 76,
        (_, ..=9) => 96,
        _ => 99,
    }
}

/// The trades with evidence: the primary one, then those at least half as strong.
pub(super) fn trades(scores: &Scores, ranked: &[(Problem, u8)], percent: u8) -> Vec<TradeMatch> {
    let Some((first, _)) = ranked.first() else {
        return vec![TradeMatch {
            trade: Trade::Handyman,
            primary: true,
            confidence: percent,
        }];
    };
    let strength = |trade: Trade| {
        let mut most = 0;
        for (problem, class) in Problem::SCORED {
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

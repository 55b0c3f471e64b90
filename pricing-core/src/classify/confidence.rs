//! From points to per cent: the calibration.

use super::score::Scores;
use super::{Problem, Trade, TradeMatch};
use crate::order::by_number;

/// Points below which a type has no evidence.
const LEAST_POINTS: i32 = 3;

/// A single word has at most this many points when it is not a type's own name ("toilet").
const ONE_WORD: i32 = 5;

/// Confidence when such a single word is all the evidence, per cent.
const ONE_WORD_CONFIDENCE: u8 = 68;

/// The types with evidence, likeliest first, with their confidence in per cent.
pub(super) fn ranked(scores: &Scores) -> Vec<(Problem, u8)> {
    let mut found: Vec<(Problem, i32)> = Problem::SCORED
        .iter()
        .map(|(problem, class)| (*problem, scores.points(*class)))
        .filter(|(_, points)| *points >= LEAST_POINTS)
        .collect();
    by_number(&mut found, |(problem, points)| {
        falling(*points) << 8 | *problem as u64
    });
    let best = found.first().map_or(0, |(_, points)| *points);
    let second = found.get(1).map_or(0, |(_, points)| *points);
    let sure = match of_margin(best, best - second) {
        // One word alone is as often part of something else: not enough for a price.
        percent if scores.evidence == 1 && best <= ONE_WORD => percent.min(ONE_WORD_CONFIDENCE),
        percent => percent,
    };
    let sure = i32::from(sure);
    found
        .into_iter()
        .enumerate()
        .map(|(rank, (problem, points))| {
            let percent = if rank == 0 {
                sure
            } else {
                (sure * points / best).min(100 - sure).max(1)
            };
            (problem, u8::try_from(percent.clamp(0, 100)).unwrap_or(100))
        })
        .collect()
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
        let of_trade = Problem::SCORED
            .iter()
            .filter(|(problem, _)| problem.trade() == trade);
        of_trade
            .map(|(_, class)| scores.points(*class))
            .max()
            .unwrap_or_default()
    };
    let best = strength(first.trade());
    let mut found = vec![TradeMatch {
        trade: first.trade(),
        primary: true,
        confidence: percent,
    }];
    let mut others: Vec<(Trade, i32)> = Trade::ALL
        .into_iter()
        .filter(|trade| *trade != first.trade())
        .map(|trade| (trade, strength(trade)))
        .filter(|(_, points)| *points >= LEAST_POINTS && points * 2 > best)
        .collect();
    by_number(&mut others, |(trade, points)| {
        falling(*points) << 8 | *trade as u64
    });
    found.extend(others.into_iter().map(|(trade, points)| {
        let share = i32::from(percent) * points / best.max(1);
        TradeMatch {
            trade,
            primary: false,
            confidence: u8::try_from(share.clamp(1, 100)).unwrap_or(100),
        }
    }));
    found
}

/// A number that falls as the points rise.
fn falling(points: i32) -> u64 {
    u64::from(i32::MAX.saturating_sub(points).unsigned_abs())
}

//! From points to per cent: the calibration.

use super::{NO_EVIDENCE_CONFIDENCE, Problem, Trade, TradeMatch};
use super::score::Scores;

/// A description shorter than this lowers confidence further (the documents' mock: 8 characters), per cent below.
const VERY_SHORT_CHARS: usize = 8;

/// Points below which a type has no evidence.
const LEAST_POINTS: i32 = 3;

/// Confidence without evidence: 42 for short text (the documents' figure), 35 for longer text that says nothing known.
pub(super) fn without_evidence(chars: usize) -> u8 {
    if chars < VERY_SHORT_CHARS { NO_EVIDENCE_CONFIDENCE } else { 35 }
}

/// The types with evidence, likeliest first, with their confidence in per cent.
pub(super) fn ranked(scores: &Scores) -> Vec<(Problem, u8)> {
    let mut found: Vec<(Problem, i32)> = Problem::SCORED
        .iter()
        .map(|(problem, class)| (*problem, scores.points(*class)))
        .filter(|(_, points)| *points >= LEAST_POINTS)
        .collect();
    found.sort_by_key(|(problem, points)| (core::cmp::Reverse(*points), *problem));
    let best = found.first().map_or(0, |(_, points)| *points);
    let second = found.get(1).map_or(0, |(_, points)| *points);
    let sure = i32::from(of_margin(best, best - second));
    found
        .into_iter()
        .enumerate()
        .map(|(rank, (problem, points))| {
            let percent = if rank == 0 { sure } else { (sure * points / best).min(100 - sure).max(1) };
            (problem, u8::try_from(percent.clamp(0, 100)).unwrap_or(100))
        })
        .collect()
}

/// Confidence in per cent of a best score that is so far ahead of the second.
fn of_margin(best: i32, margin: i32) -> u8 {
    match (best, margin) {
        (..=4, ..=1) => 50,
        (..=4, _) => 60,
        (..=8, ..=0) => 51,
        (..=8, ..=2) => 65,
        (..=8, ..=5) => 75,
        (..=8, _) => 81,
        (_, ..=0) => 55,
        (_, ..=2) => 70,
        (_, ..=5) => 80,
        (_, ..=9) => 88,
        _ => 95,
    }
}

/// The trades with evidence: the primary one, then those at least half as strong.
pub(super) fn trades(scores: &Scores, ranked: &[(Problem, u8)], percent: u8) -> Vec<TradeMatch> {
    let Some((first, _)) = ranked.first() else {
        return vec![TradeMatch { trade: Trade::Handyman, primary: true, confidence: percent }];
    };
    let strength = |trade: Trade| {
        let of_trade = Problem::SCORED.iter().filter(|(problem, _)| problem.trade() == trade);
        of_trade.map(|(_, class)| scores.points(*class)).max().unwrap_or_default()
    };
    let best = strength(first.trade());
    let mut found = vec![TradeMatch { trade: first.trade(), primary: true, confidence: percent }];
    let mut others: Vec<(Trade, i32)> = Trade::ALL
        .into_iter()
        .filter(|trade| *trade != first.trade())
        .map(|trade| (trade, strength(trade)))
        .filter(|(_, points)| *points >= LEAST_POINTS && points * 2 > best)
        .collect();
    others.sort_by_key(|(trade, points)| (core::cmp::Reverse(*points), *trade));
    found.extend(others.into_iter().map(|(trade, points)| {
        let share = i32::from(percent) * points / best.max(1);
        TradeMatch { trade, primary: false, confidence: u8::try_from(share.clamp(1, 100)).unwrap_or(100) }
    }));
    found
}

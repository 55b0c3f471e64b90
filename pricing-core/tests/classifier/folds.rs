//! Cross-validation of the confidence: for each fold and each kind of support, the share that is right is measured on the
//! other folds, and 'High' is stated where it is high enough. So no description is judged by a fit that included it.

use crate::figures::{Case, HIGH_RIGHT, classify};
use pricing_core::classify::{Classification, Problem};
use std::collections::BTreeMap;

const FOLDS: usize = 10;

/// How many descriptions of a kind count as right, and as wrong, before any is seen: a rare kind gets little confidence.
const BEFORE: (f64, f64) = (1.0, 0.5);

/// What came out over all folds.
#[derive(Default)]
pub(crate) struct Folds {
    /// Descriptions with evidence.
    pub(crate) all: f64,
    /// How often 'High' was said.
    pub(crate) high: f64,
    /// How often that was right.
    pub(crate) right: f64,
}

/// A kind of support: the step of the lead, the step of the points, whether the type is the catch-all of plumbing.
type Kind = (u8, u8, bool);

fn kind(found: &Classification) -> Kind {
    let lead = match found.support.lead {
        0..20 => 0,
        20..40 => 1,
        40..60 => 2,
        60..80 => 3,
        80..95 => 4,
        _ => 5,
    };
    let points = match found.support.points {
        ..5 => 0,
        5..9 => 1,
        9..15 => 2,
        _ => 3,
    };
    (lead, points, found.problem == Problem::GeneralPlumbing)
}

/// Fits and counts, each fold in turn.
pub(crate) fn cross_validate(cases: &[Case]) -> Folds {
    let seen: Vec<(Kind, bool)> = cases
        .iter()
        .map(|case| (classify(&case.text), case))
        .filter(|(found, _)| found.danger.is_none() && found.problem != Problem::Other)
        .map(|(found, case)| (kind(&found), case.is_right(&found)))
        .collect();
    let mut folds = Folds::default();
    for fold in 0..FOLDS {
        let is_held = |place: usize| place % FOLDS == fold;
        let mut shares: BTreeMap<Kind, (f64, f64)> = BTreeMap::new();
        for (_, (kind, right)) in seen.iter().enumerate().filter(|(place, _)| !is_held(*place)) {
            let (rights, wrongs) = shares.entry(*kind).or_insert(BEFORE);
            *(if *right { rights } else { wrongs }) += 1.0;
        }
        for (_, (kind, right)) in seen.iter().enumerate().filter(|(place, _)| is_held(*place)) {
            folds.all += 1.0;
            let (rights, wrongs) = shares.get(kind).copied().unwrap_or(BEFORE);
            if rights >= HIGH_RIGHT * (rights + wrongs) {
                folds.high += 1.0;
                folds.right += f64::from(u8::from(*right));
            }
        }
    }
    folds
}

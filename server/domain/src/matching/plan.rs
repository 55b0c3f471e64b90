//! When matching ends, and what it does next: the next wave, waiting, only the pool, or giving up. Called whenever something
//! happened to a booking in `pending` and whenever the time of the last answer has come.

use pricing_core::{Tier, Urgency};

use super::rules::{KILOMETRE, MatchingRules};
use crate::clock::Millis;
use crate::time::Window;

/// When matching that starts at `now` ends, Unix milliseconds; the same after a withdrawal or a retry. It may lie in
/// the past, when the slot is nearly over.
#[must_use]
pub fn deadline(urgency: Urgency, slot: Option<Window>, now: Millis, rules: &MatchingRules) -> Millis {
    let hour = now.saturating_add(rules.asap_window);
    match (urgency, slot) {
        (Urgency::Emergency, _) => now.saturating_add(rules.emergency_window),
        (Urgency::Asap, Some(slot)) => hour.min(latest(slot, rules)),
        (Urgency::Scheduled, Some(slot)) => {
            let before = slot.start.saturating_sub(rules.before_slot);
            before.max(hour).min(latest(slot, rules))
        }
        (Urgency::Asap | Urgency::Scheduled, None) => hour,
    }
}

/// When pros can name prices no more for a booking that is opened to them at `now`, Unix milliseconds.
#[must_use]
pub fn naming_deadline(urgency: Urgency, slot: Option<Window>, now: Millis, rules: &MatchingRules) -> Millis {
    match (urgency, slot) {
        (Urgency::Scheduled, Some(slot)) => {
            let before = slot.start.saturating_sub(rules.before_slot);
            before.min(now.saturating_add(rules.naming_window))
        }
        _ => deadline(urgency, slot, now, rules),
    }
}

/// Whether there is time enough for pros to name prices from `now` (Unix milliseconds) on. Who wants somebody at once always may try.
#[must_use]
pub fn can_name(urgency: Urgency, slot: Option<Window>, now: Millis, rules: &MatchingRules) -> bool {
    let least = now.saturating_add(rules.naming_least);
    urgency != Urgency::Scheduled || naming_deadline(urgency, slot, now, rules) >= least
}

/// Until when the client can choose a price that was named before that deadline, Unix milliseconds.
#[must_use]
pub fn choose_until(deadline: Millis, slot: Option<Window>, rules: &MatchingRules) -> Millis {
    resumed(deadline, rules.choosing, slot, rules)
}

/// The deadline after matching stood still for `waited` milliseconds, because the booking waited for its client. It
/// moves by that time, but not beyond 30 minutes before the slot's end.
#[must_use]
pub fn resumed(deadline: Millis, waited: Millis, slot: Option<Window>, rules: &MatchingRules) -> Millis {
    let moved = deadline.saturating_add(waited.max(0));
    slot.map_or(moved, |slot| moved.min(latest(slot, rules)).max(deadline))
}

fn latest(slot: Window, rules: &MatchingRules) -> Millis {
    slot.end.saturating_sub(rules.before_slot_end)
}

/// Where the matching of a booking in `pending` stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// How soon the client wants a pro.
    pub urgency: Urgency,
    /// The service level.
    pub tier: Tier,
    /// Pros name its price: everybody is asked at once, so that the client has prices to choose from.
    pub names_price: bool,
    /// Waves sent in this round; a round is a start, a retry or a withdrawal.
    pub waves: u32,
    /// Radius of the last wave in this round, kilometres; 0 before the first.
    pub radius_km: u32,
    /// The radius the client asked for, kilometres.
    pub client_km: Option<u32>,
    /// When matching ends, Unix milliseconds.
    pub deadline: Millis,
    /// When the last offer ends that is neither answered nor expired, Unix milliseconds.
    pub offers_until: Option<Millis>,
    /// Distance in metres to the nearest pro who may still be asked, out to [`MatchingRules::last_radius_km`].
    pub nearest: Option<f64>,
    /// When the first of those can be asked who are only left in peace now, Unix milliseconds.
    pub wakes: Option<Millis>,
    /// Whether the pool shows it already.
    pub in_pool: bool,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Ask the next pros, and decide again when that is done.
    Wave {
        /// How many at most.
        size: usize,
        /// How far from the job, kilometres.
        radius_km: u32,
        /// When these offers end, Unix milliseconds.
        until: Millis,
    },
    /// Offers are out: decide again then, or as soon as none of them is left.
    Wait {
        /// Unix milliseconds.
        until: Millis,
    },
    /// Nobody is left to ask, or only pros who are left in peace: decide again then, or as soon as another pro becomes eligible.
    PoolOnly {
        /// Unix milliseconds.
        until: Millis,
    },
    /// The window is over: `no_response`.
    GiveUp,
}

/// What to do next, and whether the pool shows the job from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What to do.
    pub act: Act,
    /// Whether the pool's list shows it: after its first wave, or at once when there was nobody to ask.
    pub in_pool: bool,
}

/// Decides what matching does at `now` (Unix milliseconds).
///
/// A wave goes one radius further than the wave before, and at once as far as the nearest pro who is left; where pros name the price, at
/// once as far as the last. Offers always live their full time: none is sent that could still be accepted after the deadline.
#[must_use]
pub fn next(progress: &Progress, now: Millis, rules: &MatchingRules) -> Step {
    let deadline = progress.deadline;
    let step = |act, in_pool| Step { act, in_pool };
    if now >= deadline {
        return step(Act::GiveUp, false);
    }
    if let Some(until) = progress.offers_until.filter(|until| *until > now) {
        let shown = progress.in_pool || progress.waves > 1;
        return step(
            Act::Wait {
                until: until.min(deadline),
            },
            shown,
        );
    }
    let shown = progress.in_pool || progress.waves > 0;
    let life = if progress.names_price {
        rules.naming_life
    } else {
        rules.offer_life
    };
    let until = now.saturating_add(life);
    match progress
        .nearest
        .and_then(|metres| radius_for(progress, metres, rules))
    {
        Some(radius_km) if until.saturating_add(rules.offer_grace) <= deadline => {
            let size = if progress.names_price {
                usize::MAX
            } else {
                rules.wave_size(progress.urgency, progress.tier)
            };
            step(
                Act::Wave {
                    size,
                    radius_km,
                    until,
                },
                shown,
            )
        }
        _ => {
            let wakes = progress.wakes.filter(|wakes| *wakes > now);
            let until = wakes.map_or(deadline, |wakes| wakes.min(deadline));
            step(Act::PoolOnly { until }, true)
        }
    }
}

/// The radius of the next wave, kilometres; `None` when the nearest pro is beyond the last.
fn radius_for(progress: &Progress, nearest: f64, rules: &MatchingRules) -> Option<u32> {
    let last = rules.last_radius_km(progress.client_km).max(progress.radius_km);
    if progress.names_price {
        return (f64::from(last) * KILOMETRE >= nearest).then_some(last);
    }
    let of_wave = usize::try_from(progress.waves)
        .ok()
        .and_then(|wave| rules.radii_km.get(wave).copied())
        .unwrap_or(last);
    // A client's radius holds from the first wave on.
    let least = progress
        .client_km
        .unwrap_or(of_wave)
        .max(progress.radius_km)
        .min(last);
    let mut radii: Vec<u32> = rules.radii_km.iter().copied().chain([least, last]).collect();
    radii.retain(|radius| (least..=last).contains(radius));
    radii.sort_unstable();
    radii
        .into_iter()
        .find(|radius| f64::from(*radius) * KILOMETRE >= nearest)
}

#[cfg(test)]
mod tests;

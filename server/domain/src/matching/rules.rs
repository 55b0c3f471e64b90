//! The numbers of matching, most of them settings (`config/matching.rs`). The rules that they belong to are in `docs/rules/matching.md`.

use std::ops::RangeInclusive;

use pricing_core::{Pence, Tier, Urgency};

use super::candidate::Reach;
use crate::clock::{HOUR, MINUTE, Millis};
use crate::config::MatchingSettings;
use crate::config::matching::{hours, minutes, seconds};
use crate::failure::Failure;

/// Metres in a kilometre.
pub const KILOMETRE: f64 = 1_000.0;

/// The radii that a client may ask for, kilometres.
pub const RETRY_KM: RangeInclusive<i64> = 10..=60;
/// Each of them is a multiple of this, kilometres.
pub const RETRY_STEP_KM: i64 = 5;

/// Every number that matching is decided by. Times in milliseconds, radii in kilometres, money in pence.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchingRules {
    /// Pros asked at once for an ECONOMY booking: 3.
    pub economy_wave: usize,
    /// Pros asked at once for a STANDARD booking: 5.
    pub standard_wave: usize,
    /// Pros asked at once for a PRIORITY booking: 10.
    pub priority_wave: usize,
    /// Pros asked at once in an EMERGENCY, whatever the tier: 10.
    pub emergency_wave: usize,
    /// How long an offer lives: 30 s.
    pub offer_life: Millis,
    /// How long an offer lives whose pro only push reaches, who has to wake the phone first: 120 s. Nobody waits for it longer than for others.
    pub push_life: Millis,
    /// How much later than that an answer still counts: 2 s.
    pub offer_grace: Millis,
    /// Radii of the first waves; later waves keep the last: 10, 15, 20 and 25 km.
    pub radii_km: Vec<u32>,
    /// The matching window of an EMERGENCY: 10 minutes.
    pub emergency_window: Millis,
    /// The matching window of ASAP, and the shortest of SCHEDULED: 60 minutes.
    pub asap_window: Millis,
    /// Matching of a SCHEDULED booking ends this long before its slot: 12 hours.
    pub before_slot: Millis,
    /// No matching goes on beyond this long before the slot's end: 30 minutes.
    pub before_slot_end: Millis,
    /// How long a job takes where the price book does not say otherwise: 2 hours.
    pub job_takes: Millis,
    /// A pro is reachable for this long after their last call: 2 minutes.
    pub reachable_for: Millis,
    /// A pro with push is asked for this long after they were last seen: 12 hours.
    pub push_for: Millis,
    /// A position counts while it is younger than this: 30 minutes.
    pub position_fresh: Millis,
    /// A pro who owes more than this gets no cash jobs: £150.
    pub debt_limit: Pence,
    /// The largest change of price that may be proposed, as a share of the price in percent: 50.
    pub proposal_percent: i64,
    /// How long a client has to answer a proposal in an EMERGENCY: 5 minutes.
    pub emergency_answer: Millis,
    /// How long a client has to answer any other proposal: 30 minutes.
    pub proposal_answer: Millis,
    /// Pros name prices of a SCHEDULED booking for this long at most: 48 hours.
    pub naming_window: Millis,
    /// The least that must be left of it when it begins: 2 hours.
    pub naming_least: Millis,
    /// How long an offer to name a price lives: 120 s.
    pub naming_life: Millis,
    /// How much longer a client has to choose one of the prices that were named: 24 hours.
    pub choosing: Millis,
    /// Most prices that stand beside each other: 5.
    pub prices_at_once: usize,
    /// Most prices that one pro may name for a booking, one after another: 3.
    pub prices_of_one: usize,
    /// A pro's position says nothing of their arrival once it is this old: 2 minutes.
    pub sample_fresh: Millis,
}

impl Default for MatchingRules {
    fn default() -> Self {
        Self::from(&MatchingSettings::default())
    }
}

/// What an operator may set, and beside it what belongs to the product: the slider of the screens, how long a job takes, how pros name
/// prices, how soon a position says nothing of an arrival, how long push takes.
impl From<&MatchingSettings> for MatchingRules {
    fn from(settings: &MatchingSettings) -> Self {
        let pros = |count| usize::try_from(count).unwrap_or(usize::MAX);
        Self {
            economy_wave: pros(settings.wave_economy),
            standard_wave: pros(settings.wave_standard),
            priority_wave: pros(settings.wave_priority),
            emergency_wave: pros(settings.wave_emergency),
            offer_life: settings.offer_life(),
            offer_grace: seconds(settings.offer_grace_seconds),
            radii_km: settings.radii_km(),
            emergency_window: minutes(settings.match_emergency_minutes),
            asap_window: minutes(settings.match_asap_minutes),
            before_slot: hours(settings.match_before_slot_hours),
            before_slot_end: minutes(settings.match_before_end_minutes),
            job_takes: 2 * HOUR,
            reachable_for: minutes(settings.reachable_minutes),
            push_for: hours(settings.unseen_hours),
            position_fresh: minutes(settings.position_minutes),
            debt_limit: Pence::from_pounds(settings.debt_limit_pounds.into()),
            proposal_percent: settings.proposal_percent.into(),
            emergency_answer: minutes(settings.proposal_emergency_minutes),
            proposal_answer: minutes(settings.proposal_minutes),
            naming_window: 48 * HOUR,
            naming_least: 2 * HOUR,
            push_life: 2 * MINUTE,
            naming_life: 2 * MINUTE,
            choosing: 24 * HOUR,
            prices_at_once: 5,
            prices_of_one: 3,
            sample_fresh: 2 * MINUTE,
        }
    }
}

impl MatchingRules {
    /// How many pros are asked at once.
    #[must_use]
    pub fn wave_size(&self, urgency: Urgency, tier: Tier) -> usize {
        match (urgency, tier) {
            (Urgency::Emergency, _) => self.emergency_wave,
            (_, Tier::Economy) => self.economy_wave,
            (_, Tier::Standard) => self.standard_wave,
            (_, Tier::Priority) => self.priority_wave,
        }
    }

    /// The widest radius in kilometres that waves reach: the client's if there is one.
    #[must_use]
    pub fn last_radius_km(&self, client_km: Option<u32>) -> u32 {
        client_km.unwrap_or_else(|| self.radii_km.iter().copied().max().unwrap_or_default())
    }

    /// When an offer of a wave ends whose others end at `until` and which can be accepted until `deadline` at the latest (Unix milliseconds).
    #[must_use]
    pub fn offer_until(&self, reach: Reach, now: Millis, until: Millis, deadline: Millis) -> Millis {
        match reach {
            Reach::Now => until,
            Reach::Push => now
                .saturating_add(self.push_life)
                .min(deadline.saturating_sub(self.offer_grace))
                .max(until),
        }
    }

    /// Until when the next wave waits for an offer made at `made_at` that ends at `until`, Unix milliseconds.
    #[must_use]
    pub fn waits_until(&self, names_price: bool, made_at: Millis, until: Millis) -> Millis {
        let life = if names_price {
            self.naming_life
        } else {
            self.offer_life
        };
        until.min(made_at.saturating_add(life))
    }

    /// How long the client has to answer a proposal, in milliseconds.
    #[must_use]
    pub fn answer_time(&self, urgency: Urgency) -> Millis {
        match urgency {
            Urgency::Emergency => self.emergency_answer,
            Urgency::Asap | Urgency::Scheduled => self.proposal_answer,
        }
    }
}

/// The radius that a client asks for, kilometres.
///
/// # Errors
/// 422 on the field `radiusKm` unless it is 10 to 60 in steps of 5.
pub fn client_radius_km(km: i64) -> Result<u32, Failure> {
    let is_step = RETRY_KM.contains(&km) && km % RETRY_STEP_KM == 0;
    u32::try_from(km).ok().filter(|_| is_step).ok_or_else(|| {
        let (least, most) = (RETRY_KM.start(), RETRY_KM.end());
        let message = format!("Choose a radius from {least} to {most} km in steps of {RETRY_STEP_KM}.");
        Failure::field("radiusKm", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_operator_sets_is_what_matching_goes_by() {
        let settings = MatchingSettings {
            wave_economy: 7,
            wave_first_km: 5,
            wave_last_km: 15,
            offer_seconds: 4,
            match_asap_minutes: 90,
            debt_limit_pounds: 20,
            ..MatchingSettings::default()
        };
        let rules = MatchingRules::from(&settings);
        assert_eq!((rules.economy_wave, rules.standard_wave), (7, 5));
        assert_eq!(
            (rules.radii_km.as_slice(), rules.last_radius_km(None)),
            ([5, 10, 15].as_slice(), 15)
        );
        assert_eq!((rules.offer_life, rules.asap_window), (4_000, 90 * MINUTE));
        assert_eq!(rules.debt_limit, Pence(2_000));
    }

    #[test]
    fn the_tier_sets_the_wave_and_an_emergency_overrules_it() {
        let rules = MatchingRules::default();
        let sizes = |urgency| Tier::ALL.map(|tier| rules.wave_size(urgency, tier));
        assert_eq!(sizes(Urgency::Asap), [3, 5, 10]);
        assert_eq!(sizes(Urgency::Scheduled), [3, 5, 10]);
        assert_eq!(sizes(Urgency::Emergency), [10, 10, 10]);
    }

    #[test]
    fn a_clients_radius_is_ten_to_sixty_in_fives() {
        for km in [10, 15, 25, 55, 60] {
            assert_eq!(i64::from(client_radius_km(km).unwrap()), km);
        }
        for km in [i64::MIN, -10, 0, 5, 9, 11, 12, 59, 61, 65, i64::MAX] {
            let refused = client_radius_km(km).unwrap_err();
            assert_eq!(
                refused.errors["radiusKm"],
                "Choose a radius from 10 to 60 km in steps of 5."
            );
        }
    }

    #[test]
    fn waves_end_at_25_km_or_at_the_clients_radius() {
        let rules = MatchingRules::default();
        assert_eq!(rules.last_radius_km(None), 25);
        assert_eq!(rules.last_radius_km(Some(60)), 60);
        assert_eq!(rules.last_radius_km(Some(10)), 10);
    }

    #[test]
    fn who_is_reached_by_push_alone_has_two_minutes_and_nobody_waits_for_them() {
        let rules = MatchingRules::default();
        let until = rules.offer_life;
        let ends = |reach, deadline| rules.offer_until(reach, 0, until, deadline);
        assert_eq!(ends(Reach::Now, HOUR), 30_000);
        assert_eq!(ends(Reach::Push, HOUR), 120_000);
        // No offer can be accepted after the window, and none lives shorter than the others.
        assert_eq!(ends(Reach::Push, 100_000), 98_000);
        assert_eq!(ends(Reach::Push, 32_000), 30_000);
        assert_eq!(rules.waits_until(false, 0, 120_000), 30_000);
        assert_eq!(rules.waits_until(true, 0, 120_000), 120_000);
    }

    #[test]
    fn an_emergency_leaves_less_time_to_answer() {
        let rules = MatchingRules::default();
        assert_eq!(
            Urgency::ALL.map(|urgency| rules.answer_time(urgency) / MINUTE),
            [5, 30, 30]
        );
    }
}

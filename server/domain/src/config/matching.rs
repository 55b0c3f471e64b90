//! The numbers of matching, each its own setting, with the bounds inside which the rules make sense.

use clap::Args;

use crate::clock::{HOUR, MINUTE, Millis, SECOND};

macro_rules! settings {
    ($($(#[doc = $meaning:literal])+ $name:ident: $flag:literal, $environment:literal, $default:literal, $bounds:expr;)+) => {
        /// How matching asks pros.
        #[derive(Args, Clone, Debug, PartialEq, Eq)]
        pub struct MatchingSettings {$(
            $(#[doc = $meaning])+
            #[arg(long = $flag, env = $environment, default_value_t = $default, value_parser = clap::value_parser!(u32).range($bounds))]
            pub $name: u32,
        )+}

        impl Default for MatchingSettings {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }
    };
}

settings! {
    /// Pros asked at once for an ECONOMY booking.
    wave_economy: "wave-economy", "CALLOUT_WAVE_ECONOMY", 3, 1..=50;
    /// Pros asked at once for a STANDARD booking.
    wave_standard: "wave-standard", "CALLOUT_WAVE_STANDARD", 5, 1..=50;
    /// Pros asked at once for a PRIORITY booking.
    wave_priority: "wave-priority", "CALLOUT_WAVE_PRIORITY", 10, 1..=50;
    /// Pros asked at once in an EMERGENCY, whatever the tier.
    wave_emergency: "wave-emergency", "CALLOUT_WAVE_EMERGENCY", 10, 1..=50;
    /// Radius of the first wave, kilometres.
    wave_first_km: "wave-first-km", "CALLOUT_WAVE_FIRST_KM", 10, 1..=60;
    /// How many kilometres further each wave goes.
    wave_step_km: "wave-step-km", "CALLOUT_WAVE_STEP_KM", 5, 1..=60;
    /// Radius of the last waves, kilometres, unless the client asks for another.
    wave_last_km: "wave-last-km", "CALLOUT_WAVE_LAST_KM", 25, 1..=60;
    /// Seconds that an offer to a pro lives.
    offer_seconds: "offer-seconds", "CALLOUT_OFFER_SECONDS", 30, 1..=600;
    /// Seconds after the end of an offer in which an answer still counts.
    offer_grace_seconds: "offer-grace-seconds", "CALLOUT_OFFER_GRACE_SECONDS", 2, 0..=60;
    /// Minutes in which an EMERGENCY finds its pro, or nobody.
    match_emergency_minutes: "match-emergency-minutes", "CALLOUT_MATCH_EMERGENCY_MINUTES", 10, 1..=1_440;
    /// The same for ASAP, and the least for SCHEDULED.
    match_asap_minutes: "match-asap-minutes", "CALLOUT_MATCH_ASAP_MINUTES", 60, 1..=1_440;
    /// Hours before its window at which the search for the pro of a SCHEDULED booking ends.
    match_before_slot_hours: "match-before-slot-hours", "CALLOUT_MATCH_BEFORE_SLOT_HOURS", 12, 0..=168;
    /// Minutes before the end of its window beyond which no search goes on.
    match_before_end_minutes: "match-before-end-minutes", "CALLOUT_MATCH_BEFORE_END_MINUTES", 30, 0..=120;
    /// Minutes that the money of a booking without a pro is kept, so that it can be tried again without paying again.
    no_response_hold: "no-response-hold", "CALLOUT_NO_RESPONSE_HOLD", 15, 0..=1_440;
    /// Minutes that a client has to answer another price in an EMERGENCY.
    proposal_emergency_minutes: "proposal-emergency-minutes", "CALLOUT_PROPOSAL_EMERGENCY_MINUTES", 5, 1..=1_440;
    /// Minutes that a client has to answer any other price.
    proposal_minutes: "proposal-minutes", "CALLOUT_PROPOSAL_MINUTES", 30, 1..=1_440;
    /// By how many percent of the price a pro may propose to change it.
    proposal_percent: "proposal-percent", "CALLOUT_PROPOSAL_PERCENT", 50, 1..=100;
    /// Minutes since the last call in which a pro counts as reachable.
    reachable_minutes: "reachable-minutes", "CALLOUT_REACHABLE_MINUTES", 2, 1..=60;
    /// Hours since a pro was last heard of after which the switch turns off.
    unseen_hours: "unseen-hours", "CALLOUT_UNSEEN_HOURS", 12, 1..=168;
    /// Minutes that the position of a pro says where they are.
    position_minutes: "position-minutes", "CALLOUT_POSITION_MINUTES", 30, 1..=1_440;
    /// Pounds that a pro may owe before cash jobs stop.
    debt_limit_pounds: "debt-limit-pounds", "CALLOUT_DEBT_LIMIT_POUNDS", 150, 0..=10_000;
}

impl MatchingSettings {
    /// How long an offer lives, milliseconds.
    #[must_use]
    pub fn offer_life(&self) -> Millis {
        seconds(self.offer_seconds)
    }

    /// How long the money of a booking without a pro is kept, milliseconds.
    #[must_use]
    pub fn hold(&self) -> Millis {
        minutes(self.no_response_hold)
    }

    /// The radii of the waves, kilometres: from the first, a step further each, to the last.
    #[must_use]
    pub fn radii_km(&self) -> Vec<u32> {
        let last = self.wave_last_km;
        let mut radii = Vec::new();
        let mut next = self.wave_first_km;
        while next < last {
            radii.push(next);
            next = next.saturating_add(self.wave_step_km.max(1));
        }
        radii.push(last);
        radii
    }
}

/// So many seconds in milliseconds.
#[must_use]
pub fn seconds(count: u32) -> Millis {
    Millis::from(count) * SECOND
}

/// So many minutes in milliseconds.
#[must_use]
pub fn minutes(count: u32) -> Millis {
    Millis::from(count) * MINUTE
}

/// So many hours in milliseconds.
#[must_use]
pub fn hours(count: u32) -> Millis {
    Millis::from(count) * HOUR
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        matching: MatchingSettings,
    }

    fn parsed(arguments: &[&str]) -> Option<MatchingSettings> {
        let line = Line::try_parse_from(std::iter::once(&"callout").chain(arguments));
        line.ok().map(|line| line.matching)
    }

    #[test]
    fn without_settings_the_defaults_hold() {
        assert_eq!(parsed(&[]), Some(MatchingSettings::default()));
    }

    #[test]
    fn a_number_outside_its_bounds_is_refused() {
        for (flag, least, most) in [
            ("--wave-economy", 1, 50),
            ("--wave-last-km", 1, 60),
            ("--offer-seconds", 1, 600),
            ("--no-response-hold", 0, 1_440),
            ("--proposal-percent", 1, 100),
        ] {
            for fine in [least, most] {
                assert!(parsed(&[flag, &fine.to_string()]).is_some(), "{flag} {fine}");
            }
            for wrong in [least - 1, most + 1] {
                assert!(parsed(&[&format!("{flag}={wrong}")]).is_none(), "{flag} {wrong}");
            }
        }
    }

    #[test]
    fn radii_go_from_the_first_to_the_last() {
        let radii = |first, step, last| {
            MatchingSettings {
                wave_first_km: first,
                wave_step_km: step,
                wave_last_km: last,
                ..MatchingSettings::default()
            }
            .radii_km()
        };
        assert_eq!(MatchingSettings::default().radii_km(), [10, 15, 20, 25]);
        assert_eq!(radii(10, 7, 25), [10, 17, 24, 25]);
        assert_eq!(radii(10, 5, 10), [10]);
        assert_eq!(radii(30, 5, 20), [20]);
        assert_eq!(radii(1, 60, 60), [1, 60]);
    }
}

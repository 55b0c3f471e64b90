use proptest::prelude::*;

use super::*;
use crate::clock::{HOUR, MINUTE, SECOND};

/// Noon of a day.
const NOON: Millis = 1_000 * HOUR;

fn rules() -> MatchingRules {
    MatchingRules::default()
}

fn slot(start: Millis, end: Millis) -> Option<Window> {
    Some(Window { start, end })
}

#[test]
fn each_urgency_has_its_deadline() {
    let at = |hours: Millis| NOON + hours * HOUR;
    for (urgency, slot, expected) in [
        (Urgency::Emergency, None, NOON + 10 * MINUTE),
        (Urgency::Emergency, slot(at(1), at(3)), NOON + 10 * MINUTE),
        // ASAP: an hour, but not beyond 30 minutes before the slot's end.
        (Urgency::Asap, slot(at(1), at(3)), at(1)),
        (Urgency::Asap, slot(at(-1), at(1)), NOON + 30 * MINUTE),
        (
            Urgency::Asap,
            slot(at(-2), NOON + 15 * MINUTE),
            NOON - 15 * MINUTE,
        ),
        (Urgency::Asap, None, at(1)),
        // SCHEDULED: 12 hours before the slot, at least an hour from now.
        (Urgency::Scheduled, slot(at(48), at(50)), at(36)),
        (Urgency::Scheduled, slot(at(13), at(15)), at(1)),
        (Urgency::Scheduled, slot(at(13) + 1, at(15)), at(1) + 1),
        (Urgency::Scheduled, slot(at(2), at(4)), at(1)),
        (Urgency::Scheduled, slot(at(-1), at(1)), NOON + 30 * MINUTE),
        (Urgency::Scheduled, None, at(1)),
    ] {
        let found = deadline(urgency, slot, NOON, &rules());
        assert_eq!(found, expected, "{urgency:?} {slot:?}");
    }
}

#[test]
fn prices_are_named_for_two_days_but_not_in_the_twelve_hours_before_the_slot() {
    let at = |hours: Millis| NOON + hours * HOUR;
    for (urgency, slot, expected, is_time, choose) in [
        (
            Urgency::Emergency,
            None,
            NOON + 10 * MINUTE,
            true,
            at(24) + 10 * MINUTE,
        ),
        (
            Urgency::Asap,
            slot(at(1), at(3)),
            at(1),
            true,
            at(3) - 30 * MINUTE,
        ),
        (Urgency::Scheduled, slot(at(100), at(102)), at(48), true, at(72)),
        (
            Urgency::Scheduled,
            slot(at(48), at(50)),
            at(36),
            true,
            at(50) - 30 * MINUTE,
        ),
        (
            Urgency::Scheduled,
            slot(at(14), at(16)),
            at(2),
            true,
            at(16) - 30 * MINUTE,
        ),
        (
            Urgency::Scheduled,
            slot(at(14) - 1, at(16)),
            at(2) - 1,
            false,
            at(16) - 30 * MINUTE,
        ),
        (
            Urgency::Scheduled,
            slot(at(2), at(4)),
            at(-10),
            false,
            at(4) - 30 * MINUTE,
        ),
    ] {
        let found = naming_deadline(urgency, slot, NOON, &rules());
        assert_eq!(found, expected, "{urgency:?} {slot:?}");
        assert_eq!(
            can_name(urgency, slot, NOON, &rules()),
            is_time,
            "{urgency:?} {slot:?}"
        );
        let until = choose_until(found, slot, &rules());
        assert_eq!(until, choose.min(found + 24 * HOUR), "{urgency:?} {slot:?}");
    }
}

#[test]
fn everybody_is_asked_to_name_a_price_at_once_and_for_two_minutes() {
    let open = Progress {
        names_price: true,
        nearest: Some(3_000.0),
        ..fresh()
    };
    let wave = Act::Wave {
        size: usize::MAX,
        radius_km: 25,
        until: NOON + 2 * MINUTE,
    };
    let step = |progress: &Progress| next(progress, NOON, &rules());
    assert_eq!(
        step(&open),
        Step {
            act: wave,
            in_pool: false
        }
    );
    let far = Progress {
        nearest: Some(25_001.0),
        ..open
    };
    let until = far.deadline;
    assert_eq!(
        step(&far),
        Step {
            act: Act::PoolOnly { until },
            in_pool: true
        }
    );
}

#[test]
fn waiting_for_the_client_moves_the_deadline() {
    let end = slot(NOON, NOON + 2 * HOUR);
    for (deadline, waited, slot, expected) in [
        (NOON, 20 * MINUTE, None, NOON + 20 * MINUTE),
        (NOON, 20 * MINUTE, end, NOON + 20 * MINUTE),
        (NOON + HOUR, 45 * MINUTE, end, NOON + 90 * MINUTE),
        (NOON + 100 * MINUTE, MINUTE, end, NOON + 100 * MINUTE),
        (NOON, -MINUTE, None, NOON),
    ] {
        assert_eq!(resumed(deadline, waited, slot, &rules()), expected);
    }
}

/// A STANDARD booking for which nothing has happened yet, with somebody 3 km away.
fn fresh() -> Progress {
    Progress {
        names_price: false,
        urgency: Urgency::Asap,
        tier: Tier::Standard,
        waves: 0,
        radius_km: 0,
        client_km: None,
        deadline: NOON + HOUR,
        offers_until: None,
        nearest: Some(3_000.0),
        wakes: None,
        in_pool: false,
    }
}

#[test]
fn the_first_wave_asks_the_nearest_and_the_pool_waits_for_it() {
    let wave = Step {
        act: Act::Wave {
            size: 5,
            radius_km: 10,
            until: NOON + 30 * SECOND,
        },
        in_pool: false,
    };
    assert_eq!(next(&fresh(), NOON, &rules()), wave);
    let out = Progress {
        waves: 1,
        radius_km: 10,
        offers_until: Some(NOON + 30 * SECOND),
        ..fresh()
    };
    let waits = Step {
        act: Act::Wait {
            until: NOON + 30 * SECOND,
        },
        in_pool: false,
    };
    assert_eq!(next(&out, NOON + SECOND, &rules()), waits);
    // When its time is over, or everybody has declined, the next wave goes out and the pool shows the job.
    for offers_until in [Some(NOON + 30 * SECOND), None] {
        let over = Progress { offers_until, ..out };
        let Step { act, in_pool } = next(&over, NOON + 30 * SECOND, &rules());
        assert!(
            in_pool && matches!(act, Act::Wave { radius_km: 15, .. }),
            "{act:?}"
        );
    }
}

/// The radius of the next wave.
fn radius(waves: u32, radius_km: u32, client_km: Option<u32>, nearest: f64) -> Option<u32> {
    let progress = Progress {
        waves,
        radius_km,
        client_km,
        nearest: Some(nearest),
        ..fresh()
    };
    match next(&progress, NOON, &rules()).act {
        Act::Wave { radius_km, .. } => Some(radius_km),
        Act::PoolOnly { .. } => None,
        act => panic!("{act:?}"),
    }
}

#[test]
fn the_radius_widens_with_each_wave_and_skips_empty_ones() {
    for (waves, before, client, nearest, expected) in [
        (0, 0, None, 0.0, Some(10)),
        (1, 10, None, 9_000.0, Some(15)),
        (2, 15, None, 9_000.0, Some(20)),
        (3, 20, None, 9_000.0, Some(25)),
        (4, 25, None, 9_000.0, Some(25)),
        (40, 25, None, 25_000.0, Some(25)),
        // Nobody within 10 km: at once as far as somebody is.
        (0, 0, None, 10_000.0, Some(10)),
        (0, 0, None, 10_001.0, Some(15)),
        (0, 0, None, 24_000.0, Some(25)),
        (0, 0, None, 25_001.0, None),
        (1, 25, None, 3_000.0, Some(25)),
        // The client's radius holds from the start.
        (0, 0, Some(40), 3_000.0, Some(40)),
        (0, 0, Some(40), 40_000.0, Some(40)),
        (0, 0, Some(40), 40_001.0, None),
        (0, 0, Some(10), 12_000.0, None),
        // A client's smaller one takes nothing back.
        (2, 20, Some(10), 19_000.0, Some(20)),
    ] {
        let found = radius(waves, before, client, nearest);
        assert_eq!(
            found, expected,
            "wave {waves} after {before} km, {client:?}, {nearest} m"
        );
    }
}

#[test]
fn without_anybody_to_ask_there_is_only_the_pool_until_the_deadline() {
    let nobody = Progress {
        nearest: None,
        ..fresh()
    };
    let pool = Step {
        act: Act::PoolOnly {
            until: nobody.deadline,
        },
        in_pool: true,
    };
    assert_eq!(next(&nobody, NOON, &rules()), pool);
    assert_eq!(next(&nobody, nobody.deadline - 1, &rules()), pool);
    assert_eq!(next(&nobody, nobody.deadline, &rules()).act, Act::GiveUp);
    // Somebody new is asked, though the pool shows it already.
    let found = Progress {
        in_pool: true,
        ..fresh()
    };
    let Step { act, in_pool } = next(&found, NOON, &rules());
    assert!(in_pool && matches!(act, Act::Wave { .. }));
}

#[test]
fn no_offer_may_be_accepted_after_the_deadline() {
    let last = fresh().deadline - 32 * SECOND;
    assert!(matches!(next(&fresh(), last, &rules()).act, Act::Wave { .. }));
    assert!(matches!(
        next(&fresh(), last + 1, &rules()).act,
        Act::PoolOnly { .. }
    ));
    // A deadline that moved nearer ends the wait.
    let out = Progress {
        deadline: NOON + 10 * SECOND,
        offers_until: Some(NOON + 30 * SECOND),
        ..fresh()
    };
    let until = out.deadline;
    assert_eq!(next(&out, NOON, &rules()).act, Act::Wait { until });
    assert_eq!(next(&out, until, &rules()).act, Act::GiveUp);
}

/// One pro of a simulated matching.
#[derive(Debug, Clone)]
struct Asked {
    metres: f64,
    /// Becomes eligible this long after the start.
    after: Millis,
    /// Declines this long after being asked; later than the offer lives: never answers.
    declines: Millis,
    offer_until: Option<Millis>,
}

fn pro() -> impl Strategy<Value = Asked> {
    let after = prop_oneof![3 => Just(0), 1 => 0..2 * HOUR];
    (0.0..70_000.0_f64, after, SECOND..60 * SECOND).prop_map(|(metres, after, declines)| Asked {
        metres,
        after,
        declines,
        offer_until: None,
    })
}

fn booking() -> impl Strategy<Value = Progress> {
    let urgency = proptest::sample::select(Urgency::ALL.to_vec());
    let tier = proptest::sample::select(Tier::ALL.to_vec());
    let client = proptest::option::of((2..=12_u32).prop_map(|steps| steps * 5));
    (urgency, tier, client, -MINUTE..3 * HOUR).prop_map(|(urgency, tier, client_km, window)| Progress {
        urgency,
        tier,
        client_km,
        deadline: NOON + window,
        nearest: None,
        ..fresh()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Runs a matching that nobody accepts to its end.
    #[test]
    fn matching_ends_in_time_asks_nobody_twice_and_never_narrows(
        mut progress in booking(),
        mut pros in proptest::collection::vec(pro(), 0..60),
    ) {
        let rules = rules();
        let furthest = f64::from(rules.last_radius_km(progress.client_km)) * KILOMETRE;
        let mut now = NOON;
        let mut steps = 0;
        loop {
            steps += 1;
            prop_assert!(steps < 1_000, "does not end");
            let is_free = |pro: &Asked| pro.offer_until.is_none() && NOON + pro.after <= now && pro.metres <= furthest;
            progress.nearest = pros.iter().filter(|pro| is_free(pro)).map(|pro| pro.metres).min_by(f64::total_cmp);
            progress.offers_until = pros.iter().filter_map(|pro| pro.offer_until).filter(|until| *until > now).max();
            let Step { act, in_pool } = next(&progress, now, &rules);
            prop_assert!(in_pool || !progress.in_pool || act == Act::GiveUp, "left the pool");
            progress.in_pool = in_pool;
            // A pro who becomes eligible meanwhile wakes the matching.
            let woken = pros.iter().map(|pro| NOON + pro.after).filter(|at| *at > now).min().unwrap_or(Millis::MAX);
            match act {
                Act::GiveUp => break,
                Act::Wave { size, radius_km, until } => {
                    prop_assert!(progress.offers_until.is_none(), "asks while offers are out");
                    prop_assert_eq!(size, rules.wave_size(progress.urgency, progress.tier));
                    prop_assert!(radius_km >= progress.radius_km && f64::from(radius_km) * KILOMETRE <= furthest);
                    prop_assert_eq!(until, now + 30 * SECOND);
                    prop_assert!(until + rules.offer_grace <= progress.deadline);
                    let reach = f64::from(radius_km) * KILOMETRE;
                    let mut free: Vec<&mut Asked> =
                        pros.iter_mut().filter(|pro| is_free(pro) && pro.metres <= reach).collect();
                    free.sort_by(|one, other| one.metres.total_cmp(&other.metres));
                    prop_assert!(!free.is_empty(), "asks nobody");
                    for pro in free.into_iter().take(size) {
                        pro.offer_until = Some(until.min(now + pro.declines));
                    }
                    progress.waves += 1;
                    progress.radius_km = radius_km;
                }
                Act::Wait { until } => {
                    prop_assert!(until > now && until <= progress.deadline);
                    now = until;
                }
                Act::PoolOnly { until } => {
                    prop_assert!(until > now && until <= progress.deadline && in_pool);
                    now = until.min(woken);
                }
            }
        }
        // It gave up neither early nor late.
        prop_assert_eq!(now, progress.deadline.max(NOON));
    }
}

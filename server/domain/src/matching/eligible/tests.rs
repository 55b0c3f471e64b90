use pricing_core::Urgency;

use super::*;
use crate::clock::{DAY, HOUR, MINUTE};
use crate::matching::candidate::{Papers, Position, Presence};
use crate::matching::diary::{Away, AwayKind, Diary};
use crate::time::Window;

/// Some day, 08:00.
pub(in super::super) const NOW: Millis = 20_000 * DAY + 8 * HOUR;

/// The middle of SW1A.
pub(in super::super) const SW1A: Location = Location {
    lat: 51.5040,
    lng: -0.1281,
};

/// A plumber with everything verified, online at the job's own place.
pub(in super::super) fn plumber(id: &str) -> Candidate {
    Candidate {
        id: id.to_owned(),
        skills: vec![Trade::Plumber, Trade::Handyman],
        base: SW1A,
        radius: 16_000.0,
        position: None,
        papers: Papers {
            identity: true,
            gas_safe: Some(NOW + 100 * DAY),
            electrical: None,
        },
        active: true,
        online: true,
        presence: Presence {
            streaming: true,
            seen_at: NOW,
            has_push: false,
        },
        email: Some("pro@example.com".into()),
        phone: Some("+447700900001".into()),
        debt: Pence::ZERO,
        busy: Vec::new(),
        diary: None,
    }
}

/// Gas work paid in cash, from 09:00 to 11:00.
pub(in super::super) fn job() -> Job {
    Job {
        booking: "C-7K2M9QXZ".into(),
        skill: Trade::Plumber,
        needs_gas_safe: true,
        middle: SW1A,
        when: When::of(work(1, 3), false),
        in_cash: true,
        price: Pence(9_750),
        contacts: vec!["ada@example.com".into(), "+447700900123".into()],
        out: HashMap::new(),
        client: "client-1".into(),
        reserved_for: None,
        names_price: false,
        patience: None,
    }
}

fn work(start: Millis, end: Millis) -> Work {
    let window = Window {
        start: NOW + start * HOUR,
        end: NOW + end * HOUR,
    };
    Work::new(window, 2 * HOUR)
}

fn north(place: Location, metres: f64) -> Location {
    Location {
        lat: place.lat + (metres / 6_371_008.8).to_degrees(),
        ..place
    }
}

fn verdict(pro: &Candidate, job: &Job) -> Result<Fit, Reason> {
    fit(pro, job, NOW, &MatchingRules::default())
}

fn changed(change: impl FnOnce(&mut Candidate, &mut Job)) -> Result<Fit, Reason> {
    let (mut pro, mut job) = (plumber("master-1"), job());
    change(&mut pro, &mut job);
    verdict(&pro, &job)
}

#[test]
fn a_pro_for_whom_nothing_speaks_against_it_fits() {
    let fit = verdict(&plumber("master-1"), &job()).unwrap();
    assert!(fit.metres < 1.0);
    assert_eq!(fit.reach, Some(Reach::Now));
}

#[test]
fn each_condition_has_its_reason() {
    type Change = fn(&mut Candidate, &mut Job);
    let cases: &[(Reason, Change)] = &[
        (Reason::Inactive, |pro, _| pro.active = false),
        (Reason::OwnBooking, |_, job| {
            job.contacts.push("pro@example.com".into());
        }),
        (Reason::OwnBooking, |_, job| {
            job.contacts.push("+447700900001".into());
        }),
        (Reason::Skill(Trade::Plumber), |pro, _| {
            pro.skills = vec![Trade::Handyman];
        }),
        (Reason::Skill(Trade::Builder), |_, job| job.skill = Trade::Builder),
        (Reason::Identity, |pro, _| pro.papers.identity = false),
        (Reason::NoGasSafe, |pro, _| pro.papers.gas_safe = None),
        (Reason::NoElectrical, |pro, job| {
            pro.skills.push(Trade::Electrician);
            job.skill = Trade::Electrician;
        }),
        (Reason::Area, |pro, _| pro.base = north(SW1A, 16_001.0)),
        (Reason::Withdrew, |_, job| {
            job.out.insert("master-1".into(), Out::Withdrew);
        }),
        (Reason::GasSafeEnds, |pro, _| {
            pro.papers.gas_safe = Some(NOW + 3 * HOUR - 1);
        }),
        (Reason::ElectricalEnds, |pro, job| {
            pro.skills.push(Trade::Electrician);
            pro.papers.electrical = Some(NOW);
            job.skill = Trade::Electrician;
        }),
        (Reason::Offline, |pro, _| pro.online = false),
        (Reason::Declined, |_, job| {
            job.out.insert("master-1".into(), Out::Declined(Pence(9_750)));
        }),
        (Reason::ProposalOver, |_, job| {
            job.out.insert("master-1".into(), Out::ProposalOver(Pence(9_750)));
        }),
        (Reason::Busy, |pro, _| pro.busy.push(work(2, 4))),
        (Reason::Debt, |pro, _| pro.debt = Pence(15_001)),
    ];
    for (reason, change) in cases {
        assert_eq!(changed(*change), Err(*reason));
        assert!(reason.sentence().ends_with('.') && !reason.code().is_empty());
    }
}

#[test]
fn each_limit_lets_through_what_is_just_inside() {
    type Change = fn(&mut Candidate, &mut Job);
    let cases: &[Change] = &[
        |pro, _| pro.base = north(SW1A, 15_999.0),
        |pro, _| pro.papers.gas_safe = Some(NOW + 3 * HOUR),
        |pro, job| (pro.papers.gas_safe, job.needs_gas_safe) = (None, false),
        |pro, _| pro.debt = Pence(15_000),
        |pro, job| (pro.debt, job.in_cash) = (Pence(99_999), false),
        |pro, _| pro.busy.push(work(3, 5)),
        |pro, _| (pro.email, pro.phone) = (None, None),
        // Others' answers, and answers at a lower price, bar nobody.
        |_, job| {
            job.out.insert("master-2".into(), Out::Withdrew);
        },
        |_, job| {
            job.out.insert("master-1".into(), Out::Declined(Pence(9_749)));
        },
        |_, job| {
            job.out.insert("master-1".into(), Out::ProposalOver(Pence(9_749)));
        },
    ];
    for (number, change) in cases.iter().enumerate() {
        assert!(changed(*change).is_ok(), "case {number}");
    }
}

#[test]
fn what_was_never_meant_for_a_pro_is_found_before_what_passes() {
    let both = changed(|pro, _| {
        pro.online = false;
        pro.skills.clear();
        pro.debt = Pence(99_999);
    });
    assert_eq!(both, Err(Reason::Skill(Trade::Plumber)));
    assert!(!Reason::Skill(Trade::Plumber).is_passing() && Reason::Offline.is_passing());
}

#[test]
fn distance_counts_from_a_fresh_position_and_the_own_radius_from_the_base() {
    let at = |ago: Millis, metres: f64| {
        changed(|pro, _| {
            let place = north(SW1A, metres);
            pro.position = Some(Position { place, at: NOW - ago });
        })
    };
    assert!((at(29 * MINUTE, 5_000.0).unwrap().metres - 5_000.0).abs() < 1.0);
    assert!(at(30 * MINUTE, 5_000.0).unwrap().metres < 1.0);
    // Far from home today, and the job is still inside the own radius, which counts from home.
    assert!((at(0, 40_000.0).unwrap().metres - 40_000.0).abs() < 1.0);
}

#[test]
fn an_emergency_fits_between_jobs() {
    let rules = MatchingRules::default();
    let emergency = changed(|pro, job| {
        job.when = When::of(
            Work::of_booking(Urgency::Emergency, None, None, NOW, &rules),
            true,
        );
        pro.busy.push(work(2, 4));
    });
    assert!(emergency.is_ok());
    let taken = changed(|pro, job| {
        job.when = When::of(
            Work::of_booking(Urgency::Emergency, None, None, NOW, &rules),
            true,
        );
        pro.busy.push(work(1, 3));
    });
    assert_eq!(taken, Err(Reason::Busy));
}

#[test]
fn who_comes_again_works_for_us_has_the_papers_and_is_free_then() {
    type Change = fn(&mut Candidate);
    let cases: &[(Option<Reason>, Option<Reason>, Change)] = &[
        (None, None, |_| ()),
        (Some(Reason::Inactive), Some(Reason::Inactive), |pro| {
            pro.active = false;
        }),
        (Some(Reason::Identity), Some(Reason::Identity), |pro| {
            pro.papers.identity = false;
        }),
        (Some(Reason::NoGasSafe), Some(Reason::NoGasSafe), |pro| {
            pro.papers.gas_safe = None;
        }),
        (Some(Reason::GasSafeEnds), Some(Reason::GasSafeEnds), |pro| {
            pro.papers.gas_safe = Some(NOW + HOUR);
        }),
        (Some(Reason::Busy), Some(Reason::Busy), |pro| {
            pro.busy = vec![work(0, 3)];
        }),
        // Only against a time that was named before; whoever agrees now knows of it.
        (None, Some(Reason::DayOff), |pro| {
            let away = Away {
                kind: AwayKind::DayOff,
                window: work(0, 4).window(),
            };
            let diary = Diary {
                away: vec![away],
                minimum: Some(Pence(1_000_000)),
                ..Diary::default()
            };
            pro.diary = Some(Box::new(diary));
        }),
    ];
    for (agrees, named_before, change) in cases {
        let mut pro = plumber("master-1");
        change(&mut pro);
        assert_eq!(cannot_come_again(&pro, &job(), false), *agrees);
        assert_eq!(cannot_come_again(&pro, &job(), true), *named_before);
    }
}

#[test]
fn only_the_time_keeps_a_pro_from_coming() {
    type Change = fn(&mut Candidate);
    let cases: &[(Option<Reason>, Change)] = &[
        (None, |pro| {
            pro.active = false;
            pro.online = false;
            pro.skills = Vec::new();
            pro.papers.gas_safe = None;
        }),
        (Some(Reason::GasSafeEnds), |pro| {
            pro.papers.gas_safe = Some(NOW + HOUR);
        }),
        (Some(Reason::Busy), |pro| {
            pro.busy = vec![work(0, 3)];
        }),
        (Some(Reason::DayOff), |pro| {
            let away = Away {
                kind: AwayKind::DayOff,
                window: work(0, 4).window(),
            };
            let diary = Diary {
                away: vec![away],
                ..Diary::default()
            };
            pro.diary = Some(Box::new(diary));
        }),
    ];
    for (reason, change) in cases {
        let mut pro = plumber("master-1");
        change(&mut pro);
        assert_eq!(cannot_come(&pro, &job()), *reason);
    }
}

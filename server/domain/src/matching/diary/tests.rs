use pricing_core::Urgency;
use proptest::prelude::*;

use super::*;
use crate::clock::MINUTE;
use crate::matching::candidate::{Candidate, Presence};
use crate::matching::eligible::tests::{job, plumber};
use crate::matching::eligible::{When, fit};
use crate::matching::hours::Span;
use crate::matching::rules::MatchingRules;

fn at(text: &str) -> Millis {
    text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

fn window(start: &str, end: &str) -> Window {
    Window {
        start: at(start),
        end: at(end),
    }
}

/// 2 hours of work on Monday 23 November 2026, between these times.
fn monday(start: &str, end: &str) -> Job {
    let window = window(
        &format!("2026-11-23T{start}:00Z"),
        &format!("2026-11-23T{end}:00Z"),
    );
    Job {
        when: When::of(Work::new(window, 2 * HOUR), false),
        ..job()
    }
}

fn emergency(now: &str) -> Job {
    let rules = MatchingRules::default();
    let work = Work::of_booking(Urgency::Emergency, None, None, at(now), &rules);
    Job {
        when: When::of(work, true),
        ..job()
    }
}

/// The same hours on every day.
fn daily(spans: &[(&str, &str)]) -> Diary {
    let spans: Vec<Span> = spans
        .iter()
        .map(|(from, to)| Span {
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
        })
        .collect();
    Diary {
        weekly: Some(Weekly(std::array::from_fn(|_| spans.clone()))),
        ..Diary::default()
    }
}

fn away(kind: AwayKind, start: &str, end: &str) -> Away {
    Away {
        kind,
        window: window(start, end),
    }
}

fn work(start: &str, end: &str, hours: Millis) -> Work {
    let window = window(
        &format!("2026-11-23T{start}:00Z"),
        &format!("2026-11-23T{end}:00Z"),
    );
    Work::new(window, hours * HOUR)
}

fn verdict(diary: &Diary, job: &Job, busy: &[Work]) -> Option<Reason> {
    let mut pro = plumber("master-1");
    pro.papers.gas_safe = Some(Millis::MAX);
    let pro = Candidate {
        busy: busy.to_vec(),
        diary: Some(Box::new(diary.clone())),
        ..pro
    };
    fit(&pro, job, at("2026-11-20T09:00:00Z"), &MatchingRules::default()).err()
}

#[test]
fn a_job_fits_where_its_time_can_lie_inside_the_hours() {
    let office = daily(&[("08:00", "12:00"), ("13:00", "17:00")]);
    for (start, end, expected) in [
        ("09:00", "11:00", None),
        // Only part of the window is inside: two hours are enough.
        ("10:00", "14:00", None),
        ("15:00", "19:00", None),
        ("15:01", "19:00", Some(Reason::Hours)),
        // An hour before and an hour after the break make no visit.
        ("11:00", "14:00", Some(Reason::Hours)),
        ("17:00", "19:00", Some(Reason::Hours)),
    ] {
        assert_eq!(
            verdict(&office, &monday(start, end), &[]),
            expected,
            "{start} to {end}"
        );
    }
    assert_eq!(verdict(&Diary::default(), &monday("17:00", "19:00"), &[]), None);
}

#[test]
fn other_work_and_closed_hours_together_leave_no_room() {
    let morning = daily(&[("08:00", "12:00")]);
    let job = monday("08:00", "14:00");
    assert_eq!(verdict(&morning, &job, &[work("08:00", "12:00", 2)]), None);
    let full = [work("08:00", "12:00", 2), work("08:00", "12:00", 2)];
    assert_eq!(verdict(&morning, &job, &full), Some(Reason::Busy));
    // With the whole day it fits, and what was agreed outside the hours is counted where it is.
    assert_eq!(verdict(&daily(&[("08:00", "18:00")]), &job, &full), None);
    let late = [work("12:00", "14:00", 2)];
    assert_eq!(verdict(&morning, &monday("10:00", "14:00"), &late), None);
}

#[test]
fn days_off_and_blocks_say_so() {
    let off = away(AwayKind::DayOff, "2026-11-23T00:00:00Z", "2026-11-24T00:00:00Z");
    let block = away(AwayKind::Block, "2026-11-23T09:00:00Z", "2026-11-23T11:30:00Z");
    let with = |away: &[Away]| Diary {
        away: away.to_vec(),
        ..daily(&[("08:00", "17:00")])
    };
    for (away, start, end, expected) in [
        (vec![off], "09:00", "11:00", Some(Reason::DayOff)),
        (vec![block], "09:00", "11:00", Some(Reason::Blocked)),
        (vec![block], "09:00", "13:00", Some(Reason::Blocked)),
        (vec![block], "09:00", "13:30", None),
        // What would be outside the hours anyway is said to be that.
        (vec![off, block], "17:00", "19:00", Some(Reason::Hours)),
    ] {
        assert_eq!(
            verdict(&with(&away), &monday(start, end), &[]),
            expected,
            "{away:?} {start}"
        );
    }
}

#[test]
fn an_emergency_is_judged_from_now_on() {
    let mut diary = daily(&[("08:00", "17:00")]);
    assert_eq!(verdict(&diary, &emergency("2026-11-23T15:00:00Z"), &[]), None);
    assert_eq!(
        verdict(&diary, &emergency("2026-11-23T15:01:00Z"), &[]),
        Some(Reason::Hours)
    );
    diary.emergencies_any_time = true;
    assert_eq!(verdict(&diary, &emergency("2026-11-23T23:00:00Z"), &[]), None);
    assert_eq!(
        verdict(&diary, &monday("18:00", "20:00"), &[]),
        Some(Reason::Hours)
    );
    diary.away = vec![away(
        AwayKind::Block,
        "2026-11-23T22:00:00Z",
        "2026-11-23T23:30:00Z",
    )];
    assert_eq!(
        verdict(&diary, &emergency("2026-11-23T23:00:00Z"), &[]),
        Some(Reason::Blocked)
    );
}

#[test]
fn work_of_days_begins_in_the_hours_and_goes_on() {
    let office = daily(&[("08:00", "17:00")]);
    let long = |start: &str, end: &str| {
        let window = window(start, end);
        Job {
            when: When::of(Work::new(window, 50 * HOUR), false),
            ..job()
        }
    };
    let early = long("2026-11-23T09:00:00Z", "2026-11-23T11:00:00Z");
    assert_eq!(verdict(&office, &early, &[]), None);
    let late = long("2026-11-23T16:00:00Z", "2026-11-23T18:00:00Z");
    assert_eq!(verdict(&office, &late, &[]), Some(Reason::Hours));
    let off = Diary {
        away: vec![away(
            AwayKind::DayOff,
            "2026-11-25T00:00:00Z",
            "2026-11-26T00:00:00Z",
        )],
        ..office
    };
    assert_eq!(verdict(&off, &early, &[]), Some(Reason::DayOff));
}

#[test]
fn a_least_price_and_a_blocked_client_have_their_reasons() {
    let job = monday("09:00", "11:00");
    let with_minimum = |pence| Diary {
        minimum: Some(Pence(pence)),
        ..Diary::default()
    };
    assert_eq!(verdict(&with_minimum(9_750), &job, &[]), None);
    assert_eq!(verdict(&with_minimum(9_751), &job, &[]), Some(Reason::Minimum));
    let named = Job {
        names_price: true,
        ..job.clone()
    };
    assert_eq!(verdict(&with_minimum(9_751), &named, &[]), None);
    let blocks = |client: &str, phone: &str| Diary {
        blocked: vec![BlockedClient {
            client: client.into(),
            phone: phone.into(),
        }],
        ..Diary::default()
    };
    for (diary, expected) in [
        (blocks("client-1", ""), Some(Reason::ClientBlocked)),
        (blocks("client-2", "+447700900123"), Some(Reason::ClientBlocked)),
        (blocks("client-2", "+447700900124"), None),
        (blocks("client-2", ""), None),
    ] {
        assert_eq!(verdict(&diary, &job, &[]), expected);
    }
    // It was no secret that the price was too low; who booked is one.
    assert!(Reason::Minimum.is_passing() && !Reason::ClientBlocked.is_passing());
}

#[test]
fn what_is_agreed_by_word_of_mouth_goes_before_the_hours() {
    let mut diary = daily(&[("08:00", "09:00")]);
    diary.minimum = Some(Pence(99_999));
    diary.away = vec![away(
        AwayKind::DayOff,
        "2026-11-23T00:00:00Z",
        "2026-11-24T00:00:00Z",
    )];
    let mut pro = plumber("master-1");
    pro.papers.gas_safe = Some(Millis::MAX);
    (pro.online, pro.diary) = (false, Some(Box::new(diary)));
    let judged = |pro: Candidate| {
        let now = at("2026-11-20T09:00:00Z");
        fit(&pro, &monday("09:00", "11:00"), now, &MatchingRules::default()).err()
    };
    assert_eq!(judged(pro.clone().as_agreed()), None);
    assert_eq!(judged(pro.clone().as_proposed()), Some(Reason::DayOff));
    if let Some(diary) = &mut pro.diary {
        diary.blocked = vec![BlockedClient {
            client: "client-1".into(),
            phone: String::new(),
        }];
    }
    assert_eq!(judged(pro.as_agreed()), Some(Reason::ClientBlocked));
}

#[test]
fn what_can_wait_waits_for_the_morning() {
    let quiet = |diary: &Diary, now: &str, deadline: &str| {
        let now = at(now);
        diary.quiet_until(&Patience::of(now, at(deadline)), now)
    };
    let night = Diary {
        is_quiet_at_night: true,
        ..Diary::default()
    };
    let late = "2026-11-25T00:00:00Z";
    assert_eq!(
        quiet(&night, "2026-11-23T22:00:00Z", late),
        Some(at("2026-11-24T07:00:00Z"))
    );
    assert_eq!(
        quiet(&night, "2026-11-24T06:59:00Z", late),
        Some(at("2026-11-24T07:00:00Z"))
    );
    assert_eq!(quiet(&night, "2026-11-24T07:00:00Z", late), None);
    assert_eq!(quiet(&night, "2026-11-23T21:59:00Z", late), None);
    // In summer London's night is an hour earlier.
    assert_eq!(
        quiet(&night, "2026-06-29T21:30:00Z", "2026-07-01T00:00:00Z"),
        Some(at("2026-06-30T06:00:00Z"))
    );
    // A search that is over by then does not wait, and nobody waits who has not asked for it.
    assert_eq!(
        quiet(&night, "2026-11-23T22:00:00Z", "2026-11-24T07:00:00Z"),
        None
    );
    assert_eq!(quiet(&Diary::default(), "2026-11-23T22:00:00Z", late), None);
    // Outside given hours it is quiet without the switch.
    let office = daily(&[("09:30", "17:00")]);
    assert_eq!(
        quiet(&office, "2026-11-23T18:00:00Z", late),
        Some(at("2026-11-24T09:30:00Z"))
    );
    assert_eq!(quiet(&office, "2026-11-23T12:00:00Z", late), None);
}

#[test]
fn only_push_waits_and_the_search_goes_on_in_the_morning() {
    use crate::matching::grid::Grid;
    use crate::matching::wave;
    let rules = MatchingRules::default();
    let (now, deadline) = (at("2026-11-20T23:00:00Z"), at("2026-11-22T21:00:00Z"));
    let pro = |id: &str, is_open: bool| Candidate {
        presence: Presence {
            streaming: is_open,
            seen_at: now - HOUR,
            has_push: true,
        },
        papers: crate::matching::candidate::Papers {
            gas_safe: Some(Millis::MAX),
            ..plumber(id).papers
        },
        diary: Some(Box::new(Diary {
            is_quiet_at_night: true,
            ..Diary::default()
        })),
        ..plumber(id)
    };
    let mut grid = Grid::new(rules.clone());
    grid.put(pro("open", true), now);
    grid.put(pro("asleep", false), now);
    let patient = Job {
        patience: Some(Patience::of(now, deadline)),
        ..monday("09:00", "11:00")
    };
    let asked = |job: &Job, now| {
        let chosen = wave::choose(&grid, job, 5, 10, now, &rules, |_| false);
        chosen.into_iter().map(|chosen| chosen.pro).collect::<Vec<_>>()
    };
    assert_eq!(asked(&patient, now), ["open"]);
    assert_eq!(asked(&monday("09:00", "11:00"), now), ["open", "asleep"]);
    let wakes = |is_asked: fn(&str) -> bool| wave::wakes(&grid, &patient, 25, now, &rules, is_asked);
    assert_eq!(wakes(|_| false), Some(at("2026-11-21T07:00:00Z")));
    assert_eq!(wakes(|id| id == "asleep"), None);
    let morning = at("2026-11-21T07:00:00Z");
    let patient = Job {
        patience: Some(Patience::of(morning, deadline)),
        ..patient
    };
    assert_eq!(asked(&patient, morning), ["open", "asleep"]);
}

fn any_diary() -> impl Strategy<Value = Diary> {
    let span = (0..48_u16, 1..30_u16).prop_map(|(from, length)| Span {
        from: ClockTime::from_minutes(from * 30).unwrap(),
        to: ClockTime::from_minutes((from + length) * 30 % (24 * 60)).unwrap(),
    });
    let day = proptest::collection::vec(span, 0..3);
    let weekly = proptest::option::of(proptest::array::uniform7(day).prop_map(Weekly));
    let away = (0..96_i64, 1..20_i64, any::<bool>()).prop_map(|(start, length, is_off)| Away {
        kind: if is_off { AwayKind::DayOff } else { AwayKind::Block },
        window: halves(start, length),
    });
    (weekly, proptest::collection::vec(away, 0..3)).prop_map(|(weekly, away)| Diary {
        weekly,
        away,
        ..Diary::default()
    })
}

const HALF: Millis = 30 * MINUTE;

/// From one of the Sundays on which clocks change, in halves of an hour.
fn halves(start: i64, length: i64) -> Window {
    let start = at("2026-10-25T00:00:00Z") + start * HALF;
    Window {
        start,
        end: start + length * HALF,
    }
}

fn any_work() -> impl Strategy<Value = Work> {
    (20..70_i64, 1..12_i64, 1..6_i64)
        .prop_map(|(start, length, takes)| Work::new(halves(start, length), takes * HALF))
}

/// The halves of an hour in which the pro works, of two days and a half.
fn is_open(diary: &Diary, half: i64) -> bool {
    let stretch = halves(half, 1);
    let weekly = diary.weekly.as_ref();
    let in_hours = weekly.is_none_or(|weekly| weekly.within(&Days::around(stretch), stretch) == [stretch]);
    in_hours
        && !diary
            .away
            .iter()
            .any(|away| away.window.start < stretch.end && stretch.start < away.window.end)
}

/// Gives each half-hour of work one of its own, by augmenting paths.
fn can_be_scheduled(works: &[Work], is_open: &[bool]) -> bool {
    fn seat(
        piece: usize,
        pieces: &[Work],
        open: &[bool],
        taken: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for half in 0..open.len() {
            let stretch = halves(half as i64, 1);
            let window = pieces[piece].window();
            if !open[half] || seen[half] || stretch.start < window.start || stretch.end > window.end {
                continue;
            }
            seen[half] = true;
            if taken[half].is_none_or(|other| seat(other, pieces, open, taken, seen)) {
                taken[half] = Some(piece);
                return true;
            }
        }
        false
    }
    let pieces: Vec<Work> = works
        .iter()
        .flat_map(|work| (0..work.takes() / HALF).map(|_| *work))
        .collect();
    let mut taken = vec![None; is_open.len()];
    (0..pieces.len()).all(|piece| {
        seat(
            piece,
            &pieces,
            is_open,
            &mut taken,
            &mut vec![false; is_open.len()],
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Beside what was agreed inside the hours, a job fits exactly when one stretch holds it and the pieces of all can be scheduled.
    #[test]
    fn a_job_fits_exactly_when_the_open_time_holds_it_and_the_rest(
        diary in any_diary(),
        works in proptest::collection::vec(any_work(), 0..4),
        new in any_work(),
    ) {
        let of = |work| When::of(work, false);
        let open: Vec<bool> = (0..110).map(|half| is_open(&diary, half)).collect();
        let holds = |work: Work| {
            let mut run = 0;
            (0..open.len()).any(|half| {
                let stretch = halves(half as i64, 1);
                let inside = work.window().start <= stretch.start && stretch.end <= work.window().end;
                run = if open[half] && inside { run + 1 } else { 0 };
                run * HALF >= work.takes()
            })
        };
        let mut agreed: Vec<Work> = Vec::new();
        for work in works.into_iter().chain([new]) {
            let fits = diary.against_time(&of(work), &agreed).is_none();
            let mut all = agreed.clone();
            all.push(work);
            prop_assert_eq!(fits, holds(work) && can_be_scheduled(&all, &open), "{:?} beside {:?}", work, agreed);
            if fits {
                agreed = all;
            }
        }
    }

    /// A pro who has said nothing is judged as if there were no diary.
    #[test]
    fn a_blank_diary_changes_nothing(works in proptest::collection::vec(any_work(), 0..5), new in any_work()) {
        let agreed = works.iter().fold(Vec::new(), |mut agreed, work| {
            if overlap::fits(&agreed, *work) {
                agreed.push(*work);
            }
            agreed
        });
        let verdict = Diary::default().against_time(&When::of(new, false), &agreed);
        prop_assert_eq!(verdict.is_none(), overlap::fits(&agreed, new));
    }
}

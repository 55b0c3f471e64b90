use proptest::prelude::*;

use super::*;
use crate::clock::HOUR;

fn at(text: &str) -> Millis {
    text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

fn clock(text: &str) -> ClockTime {
    text.parse().unwrap()
}

fn stretch(start: &str, end: &str) -> Window {
    Window {
        start: at(start),
        end: at(end),
    }
}

/// The same hours on each of these weekdays, Monday 0.
fn hours(weekdays: impl IntoIterator<Item = usize>, spans: &[(&str, &str)]) -> Weekly {
    let mut weekly = Weekly::default();
    for weekday in weekdays {
        weekly.0[weekday] = spans
            .iter()
            .map(|(from, to)| Span {
                from: clock(from),
                to: clock(to),
            })
            .collect();
    }
    weekly
}

fn open(weekly: &Weekly, stretch: Window) -> Vec<Window> {
    weekly.within(&Days::around(stretch), stretch)
}

#[test]
fn hours_are_those_of_londons_clocks() {
    let office = hours(0..5, &[("08:00", "12:00"), ("13:00", "17:30")]);
    // A Monday in winter, and one in summer.
    assert_eq!(
        open(&office, stretch("2026-11-23T00:00:00Z", "2026-11-24T00:00:00Z")),
        [
            stretch("2026-11-23T08:00:00Z", "2026-11-23T12:00:00Z"),
            stretch("2026-11-23T13:00:00Z", "2026-11-23T17:30:00Z"),
        ]
    );
    assert_eq!(
        open(&office, stretch("2026-06-29T09:30:00Z", "2026-06-29T13:00:00Z")),
        [
            stretch("2026-06-29T09:30:00Z", "2026-06-29T11:00:00Z"),
            stretch("2026-06-29T12:00:00Z", "2026-06-29T13:00:00Z"),
        ]
    );
    // Saturday and Sunday.
    let weekend = stretch("2026-11-28T00:00:00Z", "2026-11-30T00:00:00Z");
    assert_eq!(open(&office, weekend), []);
}

#[test]
fn hours_go_on_across_midnight_and_join_the_next_days() {
    let nights = hours([4], &[("22:00", "06:00")]);
    assert_eq!(
        open(&nights, stretch("2026-11-28T00:00:00Z", "2026-11-28T12:00:00Z")),
        [stretch("2026-11-28T00:00:00Z", "2026-11-28T06:00:00Z")]
    );
    let always = hours(0..7, &[("00:00", "00:00")]);
    let week = stretch("2026-10-20T10:00:00Z", "2026-10-30T10:00:00Z");
    assert_eq!(open(&always, week), [week]);
}

#[test]
fn the_days_on_which_clocks_change_have_their_own_lengths() {
    let day = hours([6], &[("00:00", "08:00")]);
    let length = |start: &str, end: &str| {
        let open = open(&day, stretch(start, end));
        open.iter().map(|open| open.end - open.start).sum::<Millis>() / HOUR
    };
    // 29 March 2026 goes on by an hour at 01:00, 25 October 2026 goes back at 02:00.
    assert_eq!(length("2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"), 7);
    assert_eq!(length("2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z"), 9);
    assert_eq!(length("2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z"), 8);
    // What begins in the hour that is left out begins an hour later, and what ends there is not longer.
    let skipped = hours([6], &[("01:15", "01:45")]);
    let left_out = open(&skipped, stretch("2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"));
    assert_eq!(
        left_out,
        [stretch("2026-03-29T01:15:00Z", "2026-03-29T01:45:00Z")]
    );
}

#[test]
fn the_next_hours_begin_within_a_week() {
    let monday = hours([0], &[("07:30", "16:00")]);
    let next = |now: &str| {
        let now = at(now);
        let week = Window {
            start: now,
            end: now + 8 * DAY,
        };
        monday.opens(&Days::around(week), now)
    };
    assert_eq!(next("2026-11-23T07:29:00Z"), Some(at("2026-11-23T07:30:00Z")));
    assert_eq!(next("2026-11-23T12:00:00Z"), Some(at("2026-11-23T12:00:00Z")));
    assert_eq!(next("2026-11-23T16:00:00Z"), Some(at("2026-11-30T07:30:00Z")));
    let now = at("2026-11-23T12:00:00Z");
    assert_eq!(
        Weekly::default().opens(&Days::around(Window { start: now, end: now }), now),
        None
    );
}

fn any_weekly() -> impl Strategy<Value = Weekly> {
    let span = (0..96_u16, 0..96_u16).prop_map(|(from, to)| Span {
        from: ClockTime::from_minutes(from * 15).unwrap(),
        to: ClockTime::from_minutes(to * 15).unwrap(),
    });
    let day = proptest::collection::vec(span, 0..3);
    proptest::array::uniform7(day).prop_map(Weekly)
}

/// Around one of the Sundays on which clocks change, or any day of 2026.
fn any_start() -> impl Strategy<Value = Millis> {
    let day = prop_oneof![
        Just("2026-03-28T12:00:00Z"),
        Just("2026-10-24T12:00:00Z"),
        Just("2026-12-31T00:00:00Z"),
        Just("2026-06-15T00:00:00Z"),
    ];
    (day, 0..192_i64).prop_map(|(day, quarter)| at(day) + quarter * 15 * MINUTE)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whoever looks at London's clock each quarter of an hour finds the same as the stretches say.
    #[test]
    fn each_quarter_is_open_exactly_when_the_clocks_say_so(
        weekly in any_weekly(),
        start in any_start(),
        quarters in 1..200_i64,
    ) {
        let window = Window { start, end: start + quarters * 15 * MINUTE };
        let open = open(&weekly, window);
        for quarter in 0..quarters {
            let now = start + quarter * 15 * MINUTE;
            let is_open = open.iter().any(|open| open.start <= now && now < open.end);
            let is_doubtful = [now, now - DAY].into_iter().any(clocks_change_on);
            prop_assert!(is_doubtful || is_open == shows_open(&weekly, now), "{}", time::iso(now));
        }
        for pair in open.windows(2) {
            prop_assert!(pair[0].end < pair[1].start);
        }
    }

    /// What is taken away and what is left make up what there was.
    #[test]
    fn nothing_is_lost_where_something_is_taken_away(
        taken in proptest::collection::vec((0..40_i64, 1..10_i64), 0..5),
    ) {
        let whole = [Window { start: 5, end: 20 }, Window { start: 25, end: 35 }];
        let taken: Vec<Window> = taken.into_iter().map(|(start, length)| Window { start, end: start + length }).collect();
        let left = without(whole.to_vec(), taken.iter().copied());
        let holds = |stretches: &[Window], point| stretches.iter().filter(|it| it.start <= point && point < it.end).count();
        for point in 0..50 {
            let expected = holds(&whole, point) > 0 && holds(&taken, point) == 0;
            prop_assert_eq!(holds(&left, point), usize::from(expected));
        }
    }
}

fn clocks_change_on(now: Millis) -> bool {
    time::whole_day(&time::day(now)).is_some_and(|day| day.end - day.start != DAY)
}

/// By looking at the clock alone.
fn shows_open(weekly: &Weekly, now: Millis) -> bool {
    let minutes = time::london(now).unwrap().time.minutes();
    let today = time::weekday(now);
    let holds = |weekday: usize, minutes: u16| {
        weekly.0[weekday]
            .iter()
            .any(|span| span.minutes().contains(&minutes))
    };
    holds(today, minutes) || holds((today + 6) % 7, minutes + 24 * 60)
}

//! How long it takes to find the pros of a wave among 100,000 who are online, spread over the postcode districts: the median
//! of one search in microseconds, on one core. Prints one line per figure and exits with 1 when a limit is missed.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench measures time, prints it, and fails by panicking"
)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use callout_domain::districts::Location;
use callout_domain::matching::candidate::{Candidate, Papers, Position, Presence, SKILLS};
use callout_domain::matching::diary::{Away, AwayKind, Diary};
use callout_domain::matching::eligible::{Job, When};
use callout_domain::matching::grid::{Grid, Search};
use callout_domain::matching::hours::{Span, Weekly};
use callout_domain::matching::overlap::Work;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::matching::wave;
use callout_domain::time::Window;
use pricing_core::Pence;
use pricing_core::calendar::ClockTime;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROS: usize = 100_000;
const SEARCHES: usize = 20_000;
/// The most that a median search may take, microseconds.
const LIMIT: f64 = 20.0;

/// Some day, 08:00, Unix milliseconds.
const NOW: i64 = 1_795_334_400_000;
const HOUR: i64 = 3_600_000;

/// The same numbers in each run (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let once = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((twice ^ (twice >> 31)) >> 33).expect("31 bits") % limit
    }

    /// From -1 to 1.
    fn share(&mut self) -> f64 {
        self.below(20_001) as f64 / 10_000.0 - 1.0
    }

    /// Some place within about 3 km.
    fn around(&mut self, place: Location) -> Location {
        Location {
            lat: place.lat + 0.027 * self.share(),
            lng: place.lng + 0.045 * self.share(),
        }
    }
}

fn districts() -> Vec<Location> {
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).expect("a number");
    include_str!("../domain/data/outcodes.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let mut columns = line.split(',').skip(1);
            Location {
                lat: number(columns.next()),
                lng: number(columns.next()),
            }
        })
        .collect()
}

/// A pro of some district: half stand in its middle, as a postcode alone places them, half where their page was. Half have
/// their page open, a third of the rest push; they have one or two skills, and own radii from 10 to 40 km.
fn pro(id: usize, districts: &[Location], numbers: &mut Numbers) -> Candidate {
    let base = districts[numbers.below(districts.len())];
    let skill = numbers.below(SKILLS.len());
    let mut skills = vec![SKILLS[skill]];
    if numbers.below(2) == 0 {
        skills.push(SKILLS[(skill + 1) % SKILLS.len()]);
    }
    let position = (numbers.below(2) == 0).then(|| Position {
        place: numbers.around(base),
        at: NOW - 60_000,
    });
    let day = 24 * HOUR;
    let busy = (0..numbers.below(4))
        .map(|_| work(NOW + day + 2 * HOUR * i64::try_from(numbers.below(5)).expect("small")))
        .collect();
    Candidate {
        id: format!("master-{id:032}"),
        skills,
        base,
        radius: 10_000.0 + 30_000.0 * numbers.share().abs(),
        position,
        papers: Papers {
            identity: numbers.below(10) > 0,
            gas_safe: Some(NOW + 100 * day),
            electrical: Some(NOW + 100 * day),
        },
        active: true,
        online: true,
        presence: Presence {
            streaming: numbers.below(2) == 0,
            seen_at: NOW - HOUR,
            has_push: numbers.below(3) == 0,
        },
        email: Some(format!("pro-{id}@example.com")),
        phone: Some("+447700900123".into()),
        debt: Pence(0),
        busy,
        diary: None,
    }
}

/// The same pro with hours on every day and a blocked time: half of them by day, half in two shifts, so that most jobs have to be looked at.
fn with_diary(pro: Candidate, numbers: &mut Numbers) -> Candidate {
    let span = |from: u16, to: u16| Span {
        from: ClockTime::from_minutes(from * 60).expect("a time"),
        to: ClockTime::from_minutes(to * 60).expect("a time"),
    };
    let day = if numbers.below(2) == 0 {
        vec![span(7, 18)]
    } else {
        vec![span(6, 10), span(11, 15), span(20, 2)]
    };
    let start = NOW + 24 * HOUR + HOUR * i64::try_from(numbers.below(12)).expect("small");
    let away = Away {
        kind: AwayKind::Block,
        window: Window {
            start,
            end: start + HOUR,
        },
    };
    let diary = Diary {
        weekly: Some(Weekly(std::array::from_fn(|_| day.clone()))),
        away: vec![away],
        ..Diary::default()
    };
    Candidate {
        diary: Some(Box::new(diary)),
        ..pro
    }
}

fn work(start: i64) -> Work {
    let end = start + 2 * HOUR;
    Work::new(Window { start, end }, 2 * HOUR)
}

fn job(number: usize, districts: &[Location], numbers: &mut Numbers) -> Job {
    Job {
        booking: format!("C-{number:08}"),
        skill: SKILLS[numbers.below(SKILLS.len())],
        needs_gas_safe: false,
        middle: districts[numbers.below(districts.len())],
        when: When::of(work(NOW + 24 * HOUR), false),
        in_cash: false,
        price: Pence(9_750),
        contacts: vec!["ada@example.com".into(), "+447700900999".into()],
        out: std::collections::HashMap::new(),
        client: "client-1".into(),
        reserved_for: None,
        names_price: false,
        patience: None,
    }
}

/// Median and 99th percentile of a call over all jobs, microseconds.
fn times(jobs: &[Job], mut call: impl FnMut(&Job) -> usize) -> (f64, f64, usize) {
    let mut found = 0;
    let mut times: Vec<f64> = jobs
        .iter()
        .map(|job| {
            let started = Instant::now();
            found += black_box(call(black_box(job)));
            started.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100], found)
}

fn report(name: &str, (median, p99, found): (f64, f64, usize), limit: Option<f64>) -> bool {
    let fits = limit.is_none_or(|limit| median <= limit);
    let limit = limit.map_or_else(String::new, |limit| format!(" (limit {limit})"));
    let each = found as f64 / SEARCHES as f64;
    println!(
        "bench: {name}: median {median:.1} µs{limit}, p99 {p99:.1} µs, {each:.1} found {}",
        if fits { "ok" } else { "TOO SLOW" }
    );
    fits
}

fn main() -> ExitCode {
    // `cargo test --benches` starts benches only to see that they start.
    if std::env::args().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    let (districts, mut numbers) = (districts(), Numbers(1));
    let rules = MatchingRules::default();
    let mut grid = Grid::new(rules.clone());
    let mut with_diaries = Grid::new(rules.clone());
    let mut others = Numbers(2);
    for id in 0..PROS {
        let pro = pro(id, &districts, &mut numbers);
        with_diaries.put(with_diary(pro.clone(), &mut others), NOW);
        grid.put(pro, NOW);
    }
    grid.age(NOW);
    with_diaries.age(NOW);
    let jobs: Vec<Job> = (0..SEARCHES)
        .map(|number| job(number, &districts, &mut numbers))
        .collect();
    let search = |job: &Job| {
        let search = Search {
            middle: job.middle,
            radius: 10_000.0,
            skill: job.skill,
            booking: &job.booking,
        };
        grid.nearest(&search, 5, |pro| pro.online).len()
    };
    let wave = |radius_km| {
        let (grid, rules) = (&grid, &rules);
        move |job: &Job| wave::choose(grid, job, 5, radius_km, NOW, rules, |_| false).len()
    };
    times(&jobs, search);
    let mut fits = report(
        "nearest 5 of 100,000 pros within 10 km",
        times(&jobs, search),
        Some(LIMIT),
    );
    fits &= report(
        "first wave of 5 eligible pros within 10 km",
        times(&jobs, wave(10)),
        Some(LIMIT),
    );
    let wave_of_diaries = |job: &Job| wave::choose(&with_diaries, job, 5, 10, NOW, &rules, |_| false).len();
    fits &= report(
        "the same where every pro has hours and a blocked time",
        times(&jobs, wave_of_diaries),
        Some(LIMIT),
    );
    report("the first wave within 25 km", times(&jobs, wave(25)), None);
    let reach = |job: &Job| wave::reach(&grid, job, 25, NOW, &rules);
    report("how many within 25 km", times(&jobs, reach), None);
    if fits {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

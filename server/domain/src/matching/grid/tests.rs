use proptest::prelude::*;

use super::*;
use crate::clock::{HOUR, MINUTE, SECOND};
use crate::matching::candidate::Position;
use crate::matching::eligible::tests::{NOW, SW1A, plumber};

fn place() -> impl Strategy<Value = Location> {
    let towns = proptest::sample::select(vec![
        SW1A,
        Location {
            lat: 52.4798,
            lng: -1.9094,
        },
        Location {
            lat: 60.1514,
            lng: -1.1711,
        },
        Location {
            lat: 50.12,
            lng: -5.54,
        },
        Location {
            lat: 54.5833,
            lng: -5.9333,
        },
    ]);
    let near = (towns.clone(), -0.3..0.3_f64, -0.5..0.5_f64).prop_map(|(town, up, right)| Location {
        lat: town.lat + up,
        lng: town.lng + right,
    });
    let anywhere = (-80.0..80.0_f64, -180.0..180.0_f64).prop_map(|(lat, lng)| Location { lat, lng });
    // Many stand in one and the same place.
    prop_oneof![4 => near, 3 => towns, 1 => anywhere]
}

/// What happens to one of a few pros.
#[derive(Debug, Clone)]
enum Event {
    Put {
        base: Location,
        radius: f64,
        skills: Vec<Trade>,
    },
    Moved {
        place: Location,
        ago: Millis,
    },
    Reskilled(Vec<Trade>),
    Removed,
    Later(Millis),
}

fn event() -> impl Strategy<Value = (usize, Event)> {
    let skills = proptest::sample::subsequence(SKILLS.to_vec(), 0..=4);
    let put = (place(), 1_000.0..97_000.0_f64, skills.clone())
        .prop_map(|(base, radius, skills)| Event::Put { base, radius, skills });
    let moved = (place(), 0..40 * MINUTE).prop_map(|(place, ago)| Event::Moved { place, ago });
    let what = prop_oneof![
        6 => put,
        2 => moved,
        1 => skills.prop_map(Event::Reskilled),
        1 => Just(Event::Removed),
        1 => (0..20 * MINUTE).prop_map(Event::Later),
    ];
    (0..40_usize, what)
}

/// The same pros in a grid and in a plain list.
struct Both {
    grid: Grid,
    list: Vec<Candidate>,
    now: Millis,
}

impl Both {
    fn after(events: Vec<(usize, Event)>) -> Self {
        let mut both = Self {
            grid: Grid::new(MatchingRules::default()),
            list: Vec::new(),
            now: NOW,
        };
        for (number, event) in events {
            both.happen(&format!("master-{number}"), event);
        }
        both.grid.age(both.now);
        both
    }

    fn happen(&mut self, id: &str, event: Event) {
        let now = self.now;
        let known = self.list.iter().any(|pro| pro.id == id);
        match event {
            Event::Put { base, radius, skills } => {
                let pro = Candidate {
                    base,
                    radius,
                    skills,
                    ..plumber(id)
                };
                self.list.retain(|pro| pro.id != id);
                self.list.push(pro.clone());
                self.grid.put(pro, now);
            }
            Event::Moved { place, ago } => {
                let position = Some(Position { place, at: now - ago });
                assert_eq!(self.change(id, |pro| pro.position = position), known);
            }
            Event::Reskilled(skills) => {
                assert_eq!(self.change(id, |pro| pro.skills.clone_from(&skills)), known);
            }
            Event::Removed => {
                assert_eq!(self.grid.remove(id).is_some(), known);
                self.list.retain(|pro| pro.id != id);
            }
            Event::Later(by) => self.now += by,
        }
    }

    fn change(&mut self, id: &str, change: impl Fn(&mut Candidate)) -> bool {
        self.list.iter_mut().filter(|pro| pro.id == id).for_each(&change);
        self.grid.change(id, self.now, change)
    }

    /// Looks at everybody.
    fn scan(&self, search: &Search<'_>) -> Vec<String> {
        let rules = MatchingRules::default();
        let middle = Point::of(search.middle);
        let mut found: Vec<(f64, u64, &str)> = self
            .list
            .iter()
            .filter(|pro| pro.skills.contains(&search.skill) && is_wanted(pro))
            .filter(|pro| geo::distance(pro.base, search.middle) <= pro.radius)
            .map(|pro| {
                let turn = turn::mixed(turn::number(search.booking) ^ turn::number(&pro.id));
                (
                    middle.chord_squared(Point::of(pro.place(self.now, &rules))),
                    turn,
                    pro.id.as_str(),
                )
            })
            .filter(|(chord, _, _)| geo::metres(*chord) <= search.radius)
            .collect();
        found.sort_by(|one, other| {
            one.0
                .total_cmp(&other.0)
                .then((one.1, one.2).cmp(&(other.1, other.2)))
        });
        found.into_iter().map(|(_, _, id)| id.to_owned()).collect()
    }
}

/// Any predicate will do.
fn is_wanted(pro: &Candidate) -> bool {
    !pro.id.ends_with('7')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_grid_finds_what_looking_at_everybody_finds(
        events in proptest::collection::vec(event(), 0..120),
        middle in place(),
        radius in 0.0..97_000.0_f64,
        skill in proptest::sample::select(SKILLS.to_vec()),
        count in 0..12_usize,
    ) {
        // Jobs are in the United Kingdom.
        prop_assume!((49.0..61.5).contains(&middle.lat) && (-9.0..2.5).contains(&middle.lng));
        let both = Both::after(events);
        let search = Search { middle, radius, skill, booking: "C-7K2M9QXZ" };
        let mut expected = both.scan(&search);
        prop_assert_eq!(both.grid.count(&search, is_wanted), expected.len());
        expected.truncate(count);
        let found = both.grid.nearest(&search, count, is_wanted);
        let ids: Vec<&str> = found.iter().map(|found| found.pro.id.as_str()).collect();
        prop_assert_eq!(ids, expected);
        for found in &found {
            let here = found.pro.place(both.now, &MatchingRules::default());
            prop_assert!((found.metres - geo::distance(here, middle)).abs() < 0.001);
        }
    }

    #[test]
    fn the_grid_keeps_exactly_who_was_put_in(events in proptest::collection::vec(event(), 0..120)) {
        let both = Both::after(events);
        prop_assert_eq!(both.grid.len(), both.list.len());
        prop_assert_eq!(both.grid.is_empty(), both.list.is_empty());
        for pro in &both.list {
            prop_assert_eq!(both.grid.get(&pro.id), Some(pro));
        }
        prop_assert!(both.grid.ends.len() <= both.list.len());
    }
}

#[test]
fn an_old_position_gives_way_to_the_base() {
    let mut grid = Grid::new(MatchingRules::default());
    let birmingham = Location {
        lat: 52.4798,
        lng: -1.9094,
    };
    let pro = Candidate {
        radius: 300_000.0,
        position: Some(Position {
            place: birmingham,
            at: NOW,
        }),
        ..plumber("master-1")
    };
    grid.put(pro, NOW);
    let at = |grid: &Grid, middle| {
        let search = Search {
            middle,
            radius: 1_000.0,
            skill: Trade::Plumber,
            booking: "C-1",
        };
        grid.nearest(&search, 1, |_| true).len()
    };
    grid.age(NOW + 30 * MINUTE - 1);
    assert_eq!((at(&grid, SW1A), at(&grid, birmingham)), (0, 1));
    grid.age(NOW + 30 * MINUTE);
    assert_eq!((at(&grid, SW1A), at(&grid, birmingham)), (1, 0));
    // A new one counts again.
    let later = NOW + 2 * HOUR;
    let position = Some(Position {
        place: birmingham,
        at: later - SECOND,
    });
    grid.change("master-1", later, |pro| pro.position = position);
    assert_eq!((at(&grid, SW1A), at(&grid, birmingham)), (0, 1));
    assert!(grid.remove("master-1").is_some() && grid.remove("master-1").is_none());
    assert!(grid.ends.is_empty() && at(&grid, birmingham) == 0);
}

//! Whether a pro can do a set of jobs, each somewhere inside its window: every stretch of time must hold what
//! has to happen inside it.
//!
//! That is the classical test of demand over all pairs of a start and an end. It is exact for work that may be interrupted. Work
//! in one piece that passes may still not fit when windows of different lengths leave gaps too short for a whole job: the pro,
//! who sees the jobs, can decline.

use pricing_core::Urgency;

use super::rules::MatchingRules;
use crate::clock::Millis;
use crate::time::Window;

/// Work to be done inside a window: a job, an open proposal or a held suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    window: Window,
    takes: Millis,
}

impl Work {
    /// Work that takes this many milliseconds, inside a window of Unix milliseconds. Work that takes longer than its window begins
    /// with the window and ends when it ends.
    #[must_use]
    pub fn new(window: Window, takes: Millis) -> Self {
        let takes = takes.max(0);
        let end = window.end.max(window.start.saturating_add(takes));
        Self {
            window: Window { end, ..window },
            takes,
        }
    }

    /// The work of a booking. An EMERGENCY, and a booking without a window, is done from now on. `takes` is the
    /// number of milliseconds that the price book gives for its type, if it gives one.
    #[must_use]
    pub fn of_booking(
        urgency: Urgency,
        window: Option<Window>,
        takes: Option<Millis>,
        now: Millis,
        rules: &MatchingRules,
    ) -> Self {
        let takes = takes.unwrap_or(rules.job_takes);
        let at_once = Window {
            start: now,
            end: now.saturating_add(rules.job_takes),
        };
        let window = window.filter(|_| urgency != Urgency::Emergency);
        Self::new(window.unwrap_or(at_once), takes)
    }

    /// When it may begin and has to end, Unix milliseconds.
    #[must_use]
    pub fn window(self) -> Window {
        self.window
    }

    /// How long it takes, milliseconds.
    #[must_use]
    pub fn takes(self) -> Millis {
        self.takes
    }
}

/// Those of others whose windows touch the window of this work, or that of one that does, and so on: what is further away makes no
/// difference to it.
#[must_use]
pub fn around(others: &[Work], new: Work) -> Vec<Work> {
    let meets = |work: &Work, hull: Window| work.window.start < hull.end && hull.start < work.window.end;
    let mut hull = new.window;
    let mut near: Vec<Work> = Vec::new();
    // Each round that finds somebody may have widened the stretch.
    loop {
        let grown = others
            .iter()
            .filter(|work| meets(work, hull))
            .fold(hull, |hull, work| Window {
                start: hull.start.min(work.window.start),
                end: hull.end.max(work.window.end),
            });
        if grown == hull {
            near.extend(others.iter().filter(|work| meets(work, hull)));
            return near;
        }
        hull = grown;
    }
}

/// Whether one more piece of work fits beside the others. The others need not fit among themselves: what is agreed is agreed, and
/// only stretches that hold the new work can get fuller.
#[must_use]
pub fn fits(others: &[Work], new: Work) -> bool {
    let all = || others.iter().copied().chain([new]);
    let starts = all()
        .map(|work| work.window.start)
        .filter(|start| *start <= new.window.start);
    starts.into_iter().all(|start| {
        let mut ends = all()
            .map(|work| work.window.end)
            .filter(|end| *end >= new.window.end);
        ends.all(|end| demand(all(), Window { start, end }) <= end.saturating_sub(start))
    })
}

/// How much has to happen inside a stretch of time, in milliseconds.
fn demand(works: impl Iterator<Item = Work>, stretch: Window) -> Millis {
    works
        .filter(|work| stretch.start <= work.window.start && work.window.end <= stretch.end)
        .fold(0, |sum, work| sum.saturating_add(work.takes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clock::{HOUR, MINUTE};

    const HALF: Millis = 30 * MINUTE;

    /// Work between two hours of a day.
    fn work(start: Millis, end: Millis, takes: Millis) -> Work {
        Work::new(
            Window {
                start: start * HOUR,
                end: end * HOUR,
            },
            takes * HOUR,
        )
    }

    #[test]
    fn two_hour_jobs_fit_where_their_windows_leave_room() {
        let job = |start, end| work(start, end, 2);
        for (others, new, expected) in [
            (vec![], job(9, 11), true),
            (vec![job(9, 11)], job(9, 11), false),
            (vec![job(9, 11)], job(11, 13), true),
            (vec![job(9, 11)], job(10, 12), false),
            // A wide window holds two jobs, and a third only elsewhere.
            (vec![job(9, 13)], job(9, 13), true),
            (vec![job(9, 13), job(9, 13)], job(9, 13), false),
            (vec![job(9, 13), job(9, 13)], job(11, 13), false),
            (vec![job(9, 13), job(9, 13)], job(13, 17), true),
            (vec![job(9, 13), job(9, 11)], job(11, 13), false),
            (vec![job(8, 16), job(9, 11), job(11, 13)], job(14, 16), true),
            (
                vec![job(8, 16), job(8, 10), job(10, 12), job(12, 14)],
                job(14, 16),
                false,
            ),
        ] {
            assert_eq!(fits(&others, new), expected, "{others:?} and {new:?}");
        }
    }

    #[test]
    fn jobs_that_already_clash_do_not_bar_others_elsewhere() {
        let clash = [work(9, 11, 2), work(9, 11, 2)];
        assert!(fits(&clash, work(14, 16, 2)));
        assert!(!fits(&clash, work(8, 12, 2)));
    }

    #[test]
    fn an_emergency_is_now_and_two_hours_more() {
        let rules = MatchingRules::default();
        let slot = Window {
            start: 50 * HOUR,
            end: 54 * HOUR,
        };
        let of = |urgency, window, takes| Work::of_booking(urgency, window, takes, HOUR, &rules);
        let at_once = work(1, 3, 2);
        assert_eq!(of(Urgency::Emergency, Some(slot), None), at_once);
        assert_eq!(of(Urgency::Emergency, None, None), at_once);
        assert_eq!(of(Urgency::Emergency, None, Some(HOUR)), work(1, 3, 1));
        assert_eq!(of(Urgency::Emergency, None, Some(3 * HOUR)), work(1, 4, 3));
        assert_eq!(of(Urgency::Scheduled, Some(slot), None), work(50, 54, 2));
        assert_eq!(of(Urgency::Asap, Some(slot), Some(3 * HOUR)), work(50, 54, 3));
    }

    #[test]
    fn work_longer_than_its_window_ends_when_it_ends() {
        assert_eq!(work(9, 11, 3).window(), work(9, 12, 3).window());
        assert!(!fits(&[work(9, 11, 3)], work(11, 13, 2)));
        assert!(fits(&[work(9, 11, 3)], work(12, 14, 2)));
    }

    /// Tries every order of whole jobs, each as early as it can begin.
    fn some_order_works(done_by: Millis, left: &[Work]) -> bool {
        left.is_empty()
            || (0..left.len()).any(|next| {
                let work = left[next];
                let end = work.window.start.max(done_by) + work.takes;
                let mut rest = left.to_vec();
                rest.remove(next);
                end <= work.window.end && some_order_works(end, &rest)
            })
    }

    /// Gives each half-hour of work a half-hour of the day of its own, by augmenting paths: finds a schedule of work in pieces
    /// whenever there is one.
    fn some_pieces_work(works: &[Work]) -> bool {
        fn seat(piece: usize, pieces: &[Work], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
            let window = pieces[piece].window;
            for half in 0..taken.len() {
                let start = half as Millis * HALF;
                if start < window.start || start + HALF > window.end || seen[half] {
                    continue;
                }
                seen[half] = true;
                if taken[half].is_none_or(|other| seat(other, pieces, taken, seen)) {
                    taken[half] = Some(piece);
                    return true;
                }
            }
            false
        }
        let pieces: Vec<Work> = works
            .iter()
            .flat_map(|work| (0..work.takes / HALF).map(|_| *work))
            .collect();
        let mut taken = vec![None; 40];
        (0..pieces.len()).all(|piece| seat(piece, &pieces, &mut taken, &mut [false; 40]))
    }

    fn any_work() -> impl Strategy<Value = Work> {
        (0..24_i64, 1..10_i64, 1..6_i64).prop_map(|(start, length, takes)| {
            let window = Window {
                start: start * HALF,
                end: (start + length) * HALF,
            };
            Work::new(window, takes * HALF)
        })
    }

    /// Adds one after the other what fits.
    fn agreed(works: &[Work]) -> Vec<Work> {
        works.iter().fold(Vec::new(), |mut agreed, work| {
            if fits(&agreed, *work) {
                agreed.push(*work);
            }
            agreed
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn it_fits_exactly_when_the_pieces_can_be_scheduled(
            works in proptest::collection::vec(any_work(), 0..7),
            new in any_work(),
        ) {
            let mut set = agreed(&works);
            prop_assert!(some_pieces_work(&set));
            let fits = fits(&set, new);
            set.push(new);
            prop_assert_eq!(fits, some_pieces_work(&set));
        }

        #[test]
        fn what_can_be_done_in_one_piece_each_fits(
            works in proptest::collection::vec(any_work(), 0..5),
            new in any_work(),
        ) {
            let set = agreed(&works);
            let mut with_new = set.clone();
            with_new.push(new);
            prop_assume!(some_order_works(0, &with_new));
            prop_assert!(fits(&set, new));
        }
    }
}

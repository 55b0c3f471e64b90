//! Who is in the next wave, and how many a radius holds.

use super::candidate::{Candidate, Reach};
use super::eligible::{self, Job};
use super::grid::{Found, Grid, Search};
use super::rules::{KILOMETRE, MatchingRules};
use crate::clock::Millis;

/// The largest radius that a pro can choose, kilometres.
const MOST_RADIUS_KM: u32 = 97;

/// A pro to be asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// The pro's id.
    pub pro: String,
    /// To the middle of the job's district, metres.
    pub metres: f64,
    /// How the offer reaches the pro.
    pub reach: Reach,
}

/// The pros of a wave, the first to be asked first: those whose page is open, then those whom push reaches, among them the nearest.
/// `was_asked` says whether a pro has had an offer for this booking at this price.
#[must_use]
pub fn choose(
    grid: &Grid,
    job: &Job,
    size: usize,
    radius_km: u32,
    now: Millis,
    rules: &MatchingRules,
    was_asked: impl Fn(&str) -> bool,
) -> Vec<Chosen> {
    let search = search(job, radius_km);
    let mut chosen: Vec<Chosen> = Vec::new();
    for reach in [Reach::Now, Reach::Push] {
        let wanted =
            |pro: &Candidate| may_be_asked(pro, job, now, rules) == Some(reach) && !was_asked(&pro.id);
        let found = grid.nearest(&search, size.saturating_sub(chosen.len()), wanted);
        chosen.extend(found.iter().map(|Found { pro, metres }| Chosen {
            pro: pro.id.clone(),
            metres: *metres,
            reach,
        }));
    }
    chosen
}

/// Distance in metres to the nearest pro who may still be asked within a radius: what [`super::plan::next`] goes by.
#[must_use]
pub fn nearest(
    grid: &Grid,
    job: &Job,
    radius_km: u32,
    now: Millis,
    rules: &MatchingRules,
    was_asked: impl Fn(&str) -> bool,
) -> Option<f64> {
    let wanted = |pro: &Candidate| may_be_asked(pro, job, now, rules).is_some() && !was_asked(&pro.id);
    let found = grid.nearest(&search(job, radius_km), 1, wanted);
    found.first().map(|found| found.metres)
}

/// When the first of those pros within a radius can be asked who are only left in peace now, Unix milliseconds.
#[must_use]
pub fn wakes(
    grid: &Grid,
    job: &Job,
    radius_km: u32,
    now: Millis,
    rules: &MatchingRules,
    was_asked: impl Fn(&str) -> bool,
) -> Option<Millis> {
    let patience = job.patience.as_ref()?;
    let mut first = None;
    grid.count(&search(job, radius_km), |pro| {
        let by_push = pro.presence.reach(now, rules) == Some(Reach::Push);
        let quiet = pro.quiet_until(Some(patience), now).filter(|_| by_push);
        let is_meant = || !was_asked(&pro.id) && eligible::fit(pro, job, now, rules).is_ok();
        if let Some(until) = quiet
            .filter(|until| first.is_none_or(|first| *until < first))
            .filter(|_| is_meant())
        {
            first = Some(until);
        }
        true
    });
    first
}

/// Most pros that [`unreached`] gives.
const MOST_UNREACHED: usize = 100;

/// The pros within a radius who may have a job and would not hear of it, since neither an open page nor push reaches them; nearest first.
#[must_use]
pub fn unreached(grid: &Grid, job: &Job, radius_km: u32, now: Millis, rules: &MatchingRules) -> Vec<String> {
    let wanted = |pro: &Candidate| eligible::fit(pro, job, now, rules).is_ok_and(|fit| fit.reach.is_none());
    let found = grid.nearest(&search(job, radius_km), MOST_UNREACHED, wanted);
    found.iter().map(|found| found.pro.id.clone()).collect()
}

/// How many pros within a radius could be asked: the number on the card of `no_response`.
#[must_use]
pub fn reach(grid: &Grid, job: &Job, radius_km: u32, now: Millis, rules: &MatchingRules) -> usize {
    let wanted = |pro: &Candidate| may_be_asked(pro, job, now, rules).is_some();
    grid.count(&search(job, radius_km), wanted)
}

/// Hands over every pro who has the skill and whose own radius reaches the job, near or far.
pub fn in_reach(grid: &Grid, job: &Job, mut each: impl FnMut(&Candidate)) {
    let search = Search {
        radius: f64::from(MOST_RADIUS_KM) * KILOMETRE,
        ..search(job, 0)
    };
    grid.count(&search, |pro| {
        each(pro);
        true
    });
}

fn search(job: &Job, radius_km: u32) -> Search<'_> {
    Search {
        middle: job.middle,
        radius: f64::from(radius_km) * KILOMETRE,
        skill: job.skill,
        booking: &job.booking,
    }
}

fn may_be_asked(pro: &Candidate, job: &Job, now: Millis, rules: &MatchingRules) -> Option<Reach> {
    // The cheap questions first: most of a crowd is answered by them.
    let reach = pro.presence.reach(now, rules)?;
    let is_quiet = reach == Reach::Push && pro.quiet_until(job.patience.as_ref(), now).is_some();
    if is_quiet {
        return None;
    }
    eligible::fit(pro, job, now, rules).ok()?.reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::HOUR;
    use crate::districts::Location;
    use crate::matching::candidate::Presence;
    use crate::matching::eligible::Out;
    use crate::matching::eligible::tests::{NOW, SW1A, job, plumber};

    /// A plumber this many metres north of the job, whose page is open or whom push reaches.
    fn away(id: &str, metres: f64, is_open: bool) -> Candidate {
        let mut pro = plumber(id);
        pro.base = Location {
            lat: SW1A.lat + (metres / 6_371_008.8).to_degrees(),
            ..SW1A
        };
        pro.presence = Presence {
            streaming: is_open,
            seen_at: NOW - HOUR,
            has_push: true,
        };
        pro
    }

    fn grid(pros: Vec<Candidate>) -> Grid {
        let mut grid = Grid::new(MatchingRules::default());
        pros.into_iter().for_each(|pro| grid.put(pro, NOW));
        grid
    }

    fn asked(grid: &Grid, job: &Job, size: usize, before: &[&str]) -> Vec<String> {
        let rules = MatchingRules::default();
        let chosen = choose(grid, job, size, 10, NOW, &rules, |id| before.contains(&id));
        chosen.into_iter().map(|chosen| chosen.pro).collect()
    }

    #[test]
    fn waves_take_open_pages_first_and_each_pro_once() {
        let mut closed = away("closed", 10.0, false);
        closed.presence.has_push = false;
        let grid = grid(vec![
            away("push-near", 100.0, false),
            away("push-far", 3_000.0, false),
            away("open-near", 2_000.0, true),
            away("open-far", 9_000.0, true),
            away("open-too-far", 11_000.0, true),
            closed,
        ]);
        let job = job();
        assert_eq!(asked(&grid, &job, 3, &[]), ["open-near", "open-far", "push-near"]);
        assert_eq!(asked(&grid, &job, 1, &[]), ["open-near"]);
        assert_eq!(
            asked(&grid, &job, 3, &["open-near", "push-near"]),
            ["open-far", "push-far"]
        );
        let rules = MatchingRules::default();
        assert_eq!(unreached(&grid, &job, 10, NOW, &rules), ["closed"]);
        assert_eq!(reach(&grid, &job, 10, NOW, &rules), 4);
        assert_eq!(reach(&grid, &job, 15, NOW, &rules), 5);
        let next = nearest(&grid, &job, 25, NOW, &rules, |id| id != "open-too-far");
        assert!((next.unwrap() - 11_000.0).abs() < 1.0);
        assert_eq!(
            nearest(&grid, &job, 10, NOW, &rules, |id| id != "open-too-far"),
            None
        );
    }

    #[test]
    fn who_is_not_eligible_is_not_asked() {
        let mut offline = away("offline", 20.0, true);
        offline.online = false;
        let grid = grid(vec![
            away("declined", 10.0, true),
            offline,
            away("free", 30.0, true),
        ]);
        let mut job = job();
        job.out.insert("declined".into(), Out::Declined(job.price));
        assert_eq!(asked(&grid, &job, 5, &[]), ["free"]);
    }
}

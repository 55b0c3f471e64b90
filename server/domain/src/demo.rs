//! What the demo pros of a demonstration server do, and when. Nobody is behind them: they answer a booking after a moment, drive along
//! a straight line and finish the job, all within about a minute, whatever time it is booked for.

use pricing_core::Pence;

use crate::clock::{Millis, SECOND};
use crate::districts::Location;
use crate::geo;
use crate::pro::Skill;

/// How long a booking has looked for a pro before a demo pro answers: 10 s.
const LET_OTHERS: Millis = 10 * SECOND;
/// From the assignment to setting off: 6 s.
const GET_READY: Millis = 6 * SECOND;
/// From setting off to the arrival: 26 s.
const DRIVE: Millis = 26 * SECOND;
/// From the arrival to the end of the work: 12 s.
const WORK: Millis = 12 * SECOND;

/// What a budget that is too low is asked to rise by: £10.
pub const MORE: Pence = Pence::from_pounds(10);
/// What a demo pro names for two hours where there is no price: £120.
pub const NAMED: Pence = Pence::from_pounds(120);
/// A budget below this share of the estimate is too low, percent.
const LOW_BUDGET: i64 = 95;
/// No change of the price may be more than half of it, so below this there is nothing to propose.
const LEAST_PRICE: Pence = Pence::from_pounds(20);

/// How far the base of the first pro is from the job, and how much further each of the others, metres.
const NEAREST: f64 = 1_200.0;
const FURTHER: f64 = 520.0;

/// A crew by seat. The first names say everywhere who this is, also where there is no room for a banner; the phones are from Ofcom's
/// range of numbers that are nobody's.
const CREW: [Person; 6] = [
    Person::new("Demo Asha", "Kaur", "+447700900981"),
    Person::new("Demo Ben", "Holt", "+447700900982"),
    Person::new("Demo Cara", "Lind", "+447700900983"),
    Person::new("Demo Dev", "Rao", "+447700900984"),
    Person::new("Demo Erin", "Moss", "+447700900985"),
    Person::new("Demo Finn", "Shaw", "+447700900986"),
];

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// First name.
    pub first_name: &'static str,
    /// Last name.
    pub last_name: &'static str,
    /// `+447…`.
    pub phone: &'static str,
}

impl Person {
    const fn new(first_name: &'static str, last_name: &'static str, phone: &'static str) -> Self {
        Self {
            first_name,
            last_name,
            phone,
        }
    }
}

/// The demo pro on a seat, counted from 0; none beyond the last.
#[must_use]
pub fn person(seat: usize) -> Option<Person> {
    CREW.get(seat).copied()
}

/// What every demo pro can do: everything, so that any booking finds one.
#[must_use]
pub const fn skills() -> [Skill; 4] {
    [
        Skill::Plumber,
        Skill::Electrician,
        Skill::Handyman,
        Skill::Builder,
    ]
}

/// Where the demo pro on a seat has the base, 1 to 4 km from the middle of a booking's district: all around it, each further away.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "there are six seats")]
pub fn base(middle: Location, seat: usize) -> Location {
    let seat = seat.min(CREW.len()) as f64;
    let direction = std::f64::consts::TAU * seat / CREW.len() as f64;
    geo::moved(middle, NEAREST + FURTHER * seat, direction)
}

/// The seat that answers a booking first, so that it is not always the same.
#[must_use]
pub fn first_seat(booking_id: &str, seats: usize) -> usize {
    let sum: usize = booking_id.bytes().map(usize::from).sum();
    sum.checked_rem(seats).unwrap_or_default()
}

/// A search that demo pros may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// When it began, Unix milliseconds.
    pub began_at: Millis,
    /// A real pro is online who may have the booking.
    pub has_real_pro: bool,
    /// The price before a coupon.
    pub price: Pence,
    /// Pros name the price.
    pub names_price: bool,
    /// For a budget, what the job was estimated at.
    pub estimate: Option<Pence>,
    /// The highest price to which a demo pro has proposed another.
    pub proposed_at: Option<Pence>,
}

/// Where a booking stands for its demo pros. Times in Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It looks for a pro.
    Looking(Search),
    /// Somebody else is to do something, or it is over.
    Resting,
    /// One of them has it.
    Assigned {
        /// Since when.
        since: Millis,
        /// The client must pay again before anybody sets off.
        payment_due: bool,
    },
    /// One of them is on the way.
    OnTheWay {
        /// Since when.
        since: Millis,
    },
    /// One of them is at work.
    AtWork {
        /// Since when.
        since: Millis,
    },
}

/// What a demo pro does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Act {
    /// Nothing yet, or nothing more.
    Wait,
    /// Takes the booking at its price.
    Accept,
    /// Asks for [`MORE`].
    Propose,
    /// Names [`NAMED`].
    Name,
    /// Sets off.
    SetOff,
    /// Has come so far, from 0 to 1.
    Drive(f64),
    /// Arrives and begins the work.
    Begin,
    /// Ends the work.
    Finish,
}

/// What the demo pros of a booking, `speed` times as fast as usual, do at `now` (Unix milliseconds). Whatever was missed while the
/// server was away is made up for, a step at each call.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a drive takes seconds")]
pub fn next(stage: Stage, now: Millis, speed: u32) -> Act {
    let passed = |since: Millis| (now - since) * Millis::from(speed);
    match stage {
        Stage::Looking(search) => answer(&search, passed(search.began_at)),
        Stage::Assigned {
            since,
            payment_due: false,
        } if passed(since) >= GET_READY => Act::SetOff,
        Stage::OnTheWay { since } if passed(since) >= DRIVE => Act::Begin,
        Stage::OnTheWay { since } => Act::Drive(passed(since).max(0) as f64 / DRIVE as f64),
        Stage::AtWork { since } if passed(since) >= WORK => Act::Finish,
        Stage::Resting | Stage::Assigned { .. } | Stage::AtWork { .. } => Act::Wait,
    }
}

fn answer(search: &Search, passed: Millis) -> Act {
    let is_low = search
        .estimate
        .is_some_and(|estimate| search.price.0 * 100 < estimate.0 * LOW_BUDGET);
    if search.has_real_pro || passed < LET_OTHERS {
        Act::Wait
    } else if search.names_price {
        match search.proposed_at {
            Some(_) => Act::Wait,
            None => Act::Name,
        }
    } else if !is_low || search.price < LEAST_PRICE {
        Act::Accept
    } else if search.proposed_at.is_some_and(|at| search.price <= at) {
        Act::Wait
    } else {
        Act::Propose
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{DAY, MINUTE};
    use crate::districts;

    const SEARCH: Search = Search {
        began_at: 0,
        has_real_pro: false,
        price: Pence(9_750),
        names_price: false,
        estimate: None,
        proposed_at: None,
    };

    fn next(stage: Stage, now: Millis) -> Act {
        super::next(stage, now, 1)
    }

    fn budget(price: i64, estimate: i64, proposed_at: Option<i64>) -> Act {
        let search = Search {
            price: Pence(price),
            estimate: Some(Pence(estimate)),
            proposed_at: proposed_at.map(Pence),
            ..SEARCH
        };
        next(Stage::Looking(search), LET_OTHERS)
    }

    #[test]
    fn real_pros_come_first() {
        assert_eq!(next(Stage::Looking(SEARCH), LET_OTHERS - 1), Act::Wait);
        assert_eq!(next(Stage::Looking(SEARCH), LET_OTHERS), Act::Accept);
        let watched = Search {
            has_real_pro: true,
            ..SEARCH
        };
        assert_eq!(next(Stage::Looking(watched), DAY), Act::Wait);
    }

    #[test]
    fn a_job_without_a_price_is_named_one_once() {
        for (proposed_at, expected) in [(None, Act::Name), (Some(Pence::ZERO), Act::Wait)] {
            let search = Search {
                names_price: true,
                price: Pence::ZERO,
                proposed_at,
                ..SEARCH
            };
            assert_eq!(next(Stage::Looking(search), LET_OTHERS), expected);
        }
    }

    #[test]
    fn a_low_budget_gets_one_proposal_for_each_price() {
        for (price, estimate, proposed_at, expected) in [
            (9_500, 10_000, None, Act::Accept),
            (9_400, 10_000, None, Act::Propose),
            (9_400, 10_000, Some(9_400), Act::Wait),
            (9_300, 10_000, Some(9_400), Act::Wait),
            // The client has raised it.
            (9_400, 10_000, Some(9_300), Act::Propose),
            (9_500, 10_000, Some(9_400), Act::Accept),
            (2_000, 10_000, None, Act::Propose),
            // £10 would be more than half of it.
            (1_900, 10_000, None, Act::Accept),
        ] {
            let found = budget(price, estimate, proposed_at);
            assert_eq!(found, expected, "{price} of {estimate} after {proposed_at:?}");
        }
    }

    #[test]
    fn a_job_is_done_within_about_a_minute() {
        let assigned = |payment_due| Stage::Assigned {
            since: 0,
            payment_due,
        };
        assert_eq!(next(assigned(false), GET_READY - 1), Act::Wait);
        assert_eq!(next(assigned(false), GET_READY), Act::SetOff);
        assert_eq!(next(assigned(true), DAY), Act::Wait);
        let on_the_way = Stage::OnTheWay { since: 0 };
        assert_eq!(next(on_the_way, 0), Act::Drive(0.0));
        assert_eq!(next(on_the_way, DRIVE / 2), Act::Drive(0.5));
        assert_eq!(next(on_the_way, DRIVE), Act::Begin);
        // The machine's clock was put back.
        assert_eq!(next(on_the_way, -SECOND), Act::Drive(0.0));
        let at_work = Stage::AtWork { since: 0 };
        assert_eq!(next(at_work, WORK - 1), Act::Wait);
        assert_eq!(next(at_work, WORK), Act::Finish);
        assert_eq!(next(Stage::Resting, DAY), Act::Wait);
        let in_all = LET_OTHERS + GET_READY + DRIVE + WORK;
        assert!((45 * SECOND..=MINUTE).contains(&in_all), "{in_all}");
    }

    #[test]
    fn everything_may_be_some_times_as_fast() {
        let on_the_way = Stage::OnTheWay { since: 0 };
        assert_eq!(super::next(on_the_way, DRIVE / 4, 2), Act::Drive(0.5));
        assert_eq!(super::next(on_the_way, DRIVE / 2, 2), Act::Begin);
        assert_eq!(
            super::next(Stage::Looking(SEARCH), LET_OTHERS / 2, 2),
            Act::Accept
        );
    }

    #[test]
    fn every_base_is_one_to_four_kilometres_away() {
        for (code, middle) in districts::all() {
            for seat in 0..CREW.len() {
                let away = geo::distance(base(middle, seat), middle);
                assert!((1_000.0..=4_000.0).contains(&away), "{code}, seat {seat}: {away}");
            }
        }
    }

    #[test]
    fn everybody_on_a_seat_is_somebody_else() {
        let mut phones: Vec<&str> = (0..CREW.len()).map(|seat| person(seat).unwrap().phone).collect();
        phones.dedup();
        assert_eq!(phones.len(), CREW.len());
        assert!((0..CREW.len()).all(|seat| person(seat).unwrap().first_name.starts_with("Demo ")));
        assert_eq!(person(CREW.len()), None);
        for seats in 1..=CREW.len() {
            assert!(first_seat("C-7K2M9QXZ", seats) < seats);
        }
        assert_eq!(first_seat("C-7K2M9QXZ", 0), 0);
        assert_ne!(first_seat("C-A", 6), first_seat("C-B", 6));
    }
}

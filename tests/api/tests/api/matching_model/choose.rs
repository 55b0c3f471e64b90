//! Which call is made next: mostly one that can succeed as things stand, sometimes any.

use crate::random::Random;

use super::booking::{DAY, HOUR, MINUTE, PLACES, Pay, SECOND, Status};
use super::model::Model;

/// Bookings in a sequence that are not over at once, at most.
const OPEN: usize = 4;

/// Sequences do not outlast the pros' sessions.
const LONGEST: i64 = 6 * DAY;

/// Something that somebody does. Bookings and pros are numbered from 0 in the order in which they came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// For a window in some days, or an emergency.
    Book {
        pay: Pay,
        slot: Option<(i64, u8)>,
    },
    PayFirst {
        booking: usize,
    },
    /// Time passes, and what is due happens.
    Wait {
        millis: i64,
    },
    Accept {
        pro: usize,
        booking: usize,
    },
    /// Another price, by this many pounds more.
    Propose {
        pro: usize,
        booking: usize,
        pounds: i64,
    },
    /// Declines an offer, or takes a proposal back.
    Decline {
        pro: usize,
        booking: usize,
    },
    Approve {
        booking: usize,
    },
    Refuse {
        booking: usize,
    },
    /// Pays for a proposal, or for a change that waits.
    PayDue {
        booking: usize,
    },
    /// A higher price, by this many pounds.
    Raise {
        booking: usize,
        pounds: i64,
    },
    Step {
        pro: usize,
        booking: usize,
        to: Status,
    },
    Withdraw {
        pro: usize,
        booking: usize,
        by_status: bool,
    },
    Cancel {
        booking: usize,
    },
    Retry {
        booking: usize,
        km: i64,
    },
    NoShow {
        booking: usize,
    },
    Switch {
        pro: usize,
        online: bool,
    },
    /// The same hours on every day, from and to; none: always.
    Hours {
        pro: usize,
        hours: Option<(u8, u8)>,
    },
    /// One time away, from so many hours after midnight on; whole days, or blocked. It takes the place of the one before.
    Away {
        pro: usize,
        from: i64,
        hours: i64,
        day_off: bool,
    },
    /// No time away any more.
    Back {
        pro: usize,
    },
}

/// The next one. `start` is when the sequence began.
pub(super) fn choose(random: &mut Random, model: &Model, start: i64, last: Option<Op>) -> Op {
    let open = |id: &usize| !model.bookings[*id].status.has_ended();
    let open: Vec<usize> = (0..model.bookings.len()).filter(open).collect();
    let again = last.filter(|op| !matches!(op, Op::Book { .. } | Op::Wait { .. }) && random.chance(10));
    if let Some(again) = again {
        return again;
    }
    if open.is_empty() || (open.len() < OPEN && random.chance(12)) {
        return book(random, model, start);
    }
    if random.chance(12) {
        return wait(random, model, start);
    }
    if random.chance(5) {
        let pro = random.below(model.pros.len());
        let online = !model.pros[pro].online || random.chance(20);
        return Op::Switch { pro, online };
    }
    if random.chance(8) {
        return diary(random, model);
    }
    if random.chance(20) {
        let booking = random.below(model.bookings.len());
        return anything(random, model, booking);
    }
    let booking = random.pick(&open);
    fitting(random, model, booking, start)
}

fn book(random: &mut Random, model: &Model, start: i64) -> Op {
    let pay = random.pick(&[
        Pay::Card,
        Pay::Card,
        Pay::Card,
        Pay::Cash,
        Pay::CashBudget,
        Pay::CardBudget,
        Pay::CardBudget,
    ]);
    let slot = (1 + i64::from(random.chance(50)), random.pick(&[2, 3]));
    let is_full = model.taken(window(model.now, start, slot)) >= PLACES;
    let slot = (!is_full && !random.chance(20)).then_some(slot);
    Op::Book { pay, slot }
}

/// What a pro says of their time. Windows that are booked are from 11 to 13 and from 14 to 16; emergencies may be at night.
fn diary(random: &mut Random, model: &Model) -> Op {
    let pro = random.below(model.pros.len());
    let hours = random.pick(&[
        None,
        None,
        Some((9, 18)),
        Some((12, 18)),
        Some((8, 13)),
        Some((22, 12)),
    ]);
    let (day, start) = (random.pick(&[0, 24, 48]), random.pick(&[9, 12, 15]));
    let block = Op::Away {
        pro,
        from: day + start,
        hours: random.pick(&[1, 4]),
        day_off: false,
    };
    let day_off = Op::Away {
        pro,
        from: day + 24,
        hours: 24,
        day_off: true,
    };
    random.pick(&[
        Op::Hours { pro, hours },
        Op::Hours { pro, hours },
        block,
        day_off,
        Op::Back { pro },
    ])
}

/// The hours of the second or third slot, so many days after today. London is at UTC in these weeks.
pub(super) fn window(now: i64, start: i64, (days, number): (i64, u8)) -> (i64, i64) {
    let midnight = start - (start.rem_euclid(DAY));
    let today = midnight + (now - midnight).div_euclid(DAY) * DAY;
    let hour = if number == 2 { 11 } else { 14 };
    let from = today + days * DAY + hour * HOUR;
    (from, from + 2 * HOUR)
}

/// Often until just before, or just when, something happens by itself.
fn wait(random: &mut Random, model: &Model, start: i64) -> Op {
    let moments: Vec<i64> = model
        .bookings
        .iter()
        .filter_map(super::booking::Booking::next_moment)
        .filter(|moment| *moment > model.now + 1)
        .collect();
    let millis = if !moments.is_empty() && random.chance(50) {
        random.pick(&moments) - model.now - i64::from(random.chance(30))
    } else {
        let usual = [
            SECOND,
            11 * SECOND,
            30 * SECOND,
            31 * SECOND,
            2 * MINUTE,
            6 * MINUTE,
            16 * MINUTE,
            61 * MINUTE,
            5 * HOUR,
            13 * HOUR,
        ];
        random.pick(&usual)
    };
    let is_too_long = model.now + millis > start + LONGEST;
    Op::Wait {
        millis: if is_too_long { SECOND } else { millis },
    }
}

/// A call that makes sense for a booking as it stands.
fn fitting(random: &mut Random, model: &Model, booking: usize, start: i64) -> Op {
    let it = &model.bookings[booking];
    let anybody = random.below(model.pros.len());
    let pro = it.pro.unwrap_or(anybody);
    let pounds = random.pick(&[-20, -10, -7, 5, 10, 30]);
    let km = random.pick(&[10, 25, 60]);
    let step = |to| Op::Step { pro, booking, to };
    let raise = Op::Raise {
        booking,
        pounds: random.pick(&[5, 20]),
    };
    let withdraw = Op::Withdraw {
        pro,
        booking,
        by_status: random.chance(30),
    };
    let mut ops = match it.status {
        Status::Created => vec![Op::PayFirst { booking }; 6],
        Status::Pending => vec![
            Op::Accept {
                pro: anybody,
                booking,
            },
            Op::Accept {
                pro: anybody,
                booking,
            },
            Op::Accept {
                pro: anybody,
                booking,
            },
            Op::Propose {
                pro: anybody,
                booking,
                pounds,
            },
            Op::Propose {
                pro: anybody,
                booking,
                pounds,
            },
            Op::Propose {
                pro: anybody,
                booking,
                pounds,
            },
            Op::Decline {
                pro: anybody,
                booking,
            },
            Op::Retry { booking, km },
            raise,
            raise,
        ],
        Status::Accepted => {
            let proposer = it.proposal.as_ref().map_or(anybody, |open| open.pro);
            vec![
                Op::Approve { booking },
                Op::Approve { booking },
                Op::PayDue { booking },
                Op::PayDue { booking },
                Op::PayDue { booking },
                Op::Refuse { booking },
                Op::Decline {
                    pro: proposer,
                    booking,
                },
                Op::Accept {
                    pro: anybody,
                    booking,
                },
                Op::Retry { booking, km },
            ]
        }
        Status::Assigned => vec![
            step(Status::EnRoute),
            step(Status::EnRoute),
            step(Status::InProgress),
            withdraw,
            withdraw,
            Op::NoShow { booking },
        ],
        Status::EnRoute => vec![
            step(Status::InProgress),
            step(Status::Assigned),
            withdraw,
            Op::NoShow { booking },
        ],
        Status::InProgress => vec![step(Status::Completed); 3],
        Status::NoResponse => vec![Op::Retry { booking, km }, Op::Retry { booking, km }, raise],
        Status::Completed | Status::Cancelled => vec![wait(random, model, start)],
    };
    if it.waiting.is_some() {
        ops.extend([Op::PayDue { booking }; 4]);
    }
    if random.chance(5) {
        Op::Cancel { booking }
    } else {
        random.pick(&ops)
    }
}

/// Any call, whether it makes sense or not.
fn anything(random: &mut Random, model: &Model, booking: usize) -> Op {
    let pro = random.below(model.pros.len());
    let pounds = random.pick(&[-90, -30, 10, 20, 90]);
    let km = random.pick(&[10, 60, 12, 65]);
    let to = random.pick(&[
        Status::Assigned,
        Status::EnRoute,
        Status::InProgress,
        Status::Completed,
    ]);
    let by_status = random.chance(50);
    random.pick(&[
        Op::Accept { pro, booking },
        Op::Propose { pro, booking, pounds },
        Op::Decline { pro, booking },
        Op::Approve { booking },
        Op::Refuse { booking },
        Op::PayDue { booking },
        Op::Raise { booking, pounds },
        Op::Step { pro, booking, to },
        Op::Withdraw {
            pro,
            booking,
            by_status,
        },
        Op::Cancel { booking },
        Op::Retry { booking, km },
        Op::NoShow { booking },
    ])
}

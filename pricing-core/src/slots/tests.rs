use super::{Slot, slot_by_id, slots};
use crate::book::PriceBook;
use crate::tier::Tier;

fn at(now: &str, cheaper: bool) -> Vec<Slot> {
    slots(PriceBook::builtin(), now.parse().unwrap(), cheaper)
}

/// Number, start, delta in pence, badge, recommended: of the slots of one day.
fn day(slots: &[Slot], date: &str) -> Vec<(String, String, i64, Tier, bool)> {
    let of_day = slots.iter().filter(|slot| slot.start.date.to_string() == date);
    of_day
        .map(|slot| {
            let number = slot.id.rsplit_once('-').unwrap().1.to_owned();
            (
                number,
                slot.start.time.to_string(),
                slot.price_delta.0,
                slot.tier_hint,
                slot.is_recommended,
            )
        })
        .collect()
}

#[test]
fn the_first_slot_left_today_is_the_dear_one() {
    let own = |slots: &[Slot]| {
        day(slots, "2026-11-21")
            .into_iter()
            .map(|slot| (slot.0, slot.2, slot.4))
            .collect::<Vec<_>>()
    };
    let slot = |number: &str, delta, recommended| (number.to_owned(), delta, recommended);
    assert_eq!(
        own(&at("2026-11-21T08:30", false)),
        [
            slot("1", 2_000, true),
            slot("2", 0, false),
            slot("3", 0, false),
            slot("4", 0, false),
            slot("5", 0, false)
        ]
    );
    assert_eq!(own(&at("2026-11-21T08:31", false))[0], slot("2", 2_000, true));
    assert_eq!(own(&at("2026-11-21T16:30", false)), [slot("5", 2_000, true)]);
    assert_eq!(own(&at("2026-11-21T16:31", false)), []);
}

#[test]
fn later_days_are_alike_and_the_cheaper_ones_join_them() {
    let slot = |number: &str, start: &str, delta, tier, recommended| {
        (number.to_owned(), start.to_owned(), delta, tier, recommended)
    };
    let usual = [
        slot("1", "09:00", -500, Tier::Economy, false),
        slot("2", "11:00", 0, Tier::Standard, true),
        slot("3", "14:00", 1_000, Tier::Priority, false),
        slot("4", "18:00", 1_500, Tier::Priority, false),
    ];
    let plain = at("2026-11-21T10:05", false);
    for date in ["2026-11-22", "2026-12-01", "2026-12-21"] {
        assert_eq!(day(&plain, date), usual, "{date}");
    }
    assert_eq!(day(&plain, "2026-12-22"), []);
    let wide = at("2026-11-21T10:05", true);
    assert_eq!(day(&wide, "2026-11-21").len(), 4);
    let half_days = [
        slot("5", "09:00", -1_000, Tier::Economy, false),
        slot("6", "13:00", -1_000, Tier::Economy, false),
    ];
    assert_eq!(day(&wide, "2026-11-22")[4..], half_days);
    assert_eq!(day(&wide, "2026-11-23")[4..6], half_days);
    assert_eq!(
        day(&wide, "2026-11-23")[6],
        slot("7", "08:00", -1_000, Tier::Economy, false)
    );
    assert_eq!(wide.len(), 4 + 30 * 4 + 30 * 2 + 29);
}

#[test]
fn a_month_ahead_crosses_months_years_leap_days_and_clock_changes() {
    for (now, last) in [
        ("2026-12-15T23:59", "2027-01-14"),
        ("2028-02-10T12:00", "2028-03-11"),
        ("2027-02-10T12:00", "2027-03-12"),
        ("2026-03-28T12:00", "2026-04-27"),
        ("2026-10-24T12:00", "2026-11-23"),
    ] {
        assert_eq!(at(now, false).last().unwrap().start.date.to_string(), last);
    }
    assert_eq!(day(&at("2026-03-28T12:00", false), "2026-03-29").len(), 4);
    assert!(at("2999-12-31T08:00", true).len() == 5);
}

#[test]
fn a_slot_is_known_by_its_id_as_long_as_it_can_be_booked() {
    let find = |now: &str, id: &str| slot_by_id(PriceBook::builtin(), now.parse().unwrap(), id);
    assert_eq!(
        find("2026-11-21T10:05", "2026-11-22-4").unwrap().end.to_string(),
        "2026-11-22T20:00"
    );
    assert_eq!(
        find("2026-11-21T10:05", "2026-11-23-7")
            .unwrap()
            .start
            .to_string(),
        "2026-11-23T08:00"
    );
    for id in [
        "2026-11-21-1",
        "2026-11-22-7",
        "2026-11-22-0",
        "2026-11-22-04",
        "2026-12-22-1",
        "2026-11-20-1",
        "2026-11-22",
        "",
        "-",
        "x-1",
        "2026-11-22--1",
        "EMERGENCY_NOW",
    ] {
        assert_eq!(find("2026-11-21T10:05", id), None, "{id}");
    }
}

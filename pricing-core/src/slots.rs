//! The windows a client can book: from the book's templates, for today and the days ahead that the book allows.

use crate::book::{PriceBook, SlotTemplates};
use crate::calendar::{CivilDate, CivilDateTime, ClockTime};
use crate::money::{Pence, Pounds};
use crate::tier::Tier;
use serde::Serialize;

/// A window that can be booked. Times are London's wall clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// `YYYY-MM-DD-N`. What N stands for depends on whether the day is today: keep start and end with a booking.
    pub id: String,
    /// Start.
    pub start: CivilDateTime,
    /// End.
    pub end: CivilDateTime,
    /// Added to the price, in pounds; may be negative.
    #[serde(serialize_with = "Pounds::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    pub price_delta: Pence,
    /// A badge only: the tier is the client's own choice.
    pub tier_hint: Tier,
    /// Whether it is the one to recommend.
    pub is_recommended: bool,
}

/// A slot without its words, for the hot path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bare {
    pub(crate) date: CivilDate,
    pub(crate) number: u16,
    pub(crate) start: ClockTime,
    pub(crate) end: ClockTime,
    pub(crate) delta: Pence,
    pub(crate) tier_hint: Tier,
    pub(crate) recommended: bool,
}

impl Bare {
    pub(crate) fn named(self) -> Slot {
        Slot {
            id: format!("{}-{}", self.date, self.number),
            start: CivilDateTime {
                date: self.date,
                time: self.start,
            },
            end: CivilDateTime {
                date: self.date,
                time: self.end,
            },
            price_delta: self.delta,
            tier_hint: self.tier_hint,
            is_recommended: self.recommended,
        }
    }
}

/// All slots from `now` on, in the order of days and of their numbers; with the cheaper, wider windows if asked for.
#[must_use]
pub fn slots(book: &PriceBook, now: CivilDateTime, cheaper: bool) -> Vec<Slot> {
    bare(&book.slots, now, cheaper)
        .into_iter()
        .map(Bare::named)
        .collect()
}

/// The slot of this id, cheaper ones included, if it can be booked now.
#[must_use]
pub fn slot_by_id(book: &PriceBook, now: CivilDateTime, id: &str) -> Option<Slot> {
    let (date, number) = id.rsplit_once('-')?;
    let (date, number) = (date.parse::<CivilDate>().ok()?, number.parse::<u16>().ok()?);
    let found = of_day(&book.slots, now, date)?
        .into_iter()
        .find(|slot| slot.number == number)?
        .named();
    // An id has one spelling: "2026-11-21-01" names no slot.
    (found.id == id).then_some(found)
}

/// The slots without their words.
pub(crate) fn bare(templates: &SlotTemplates, now: CivilDateTime, cheaper: bool) -> Vec<Bare> {
    let mut slots = Vec::with_capacity(256);
    today(templates, now, &mut slots);
    let mut date = now.date;
    for ahead in 1..=templates.days_ahead {
        let Some(next) = date.next() else { break };
        date = next;
        later_day(templates, date, if cheaper { ahead } else { 0 }, &mut slots);
    }
    slots
}

/// One day's slots, cheaper ones included; `None` for a day that cannot be booked now.
fn of_day(templates: &SlotTemplates, now: CivilDateTime, wanted: CivilDate) -> Option<Vec<Bare>> {
    let mut slots = Vec::with_capacity(8);
    if wanted == now.date {
        today(templates, now, &mut slots);
        return Some(slots);
    }
    let mut date = now.date;
    for ahead in 1..=templates.days_ahead {
        date = date.next()?;
        if date == wanted {
            later_day(templates, date, ahead, &mut slots);
            return Some(slots);
        }
    }
    None
}

/// Today's slots that start late enough; the first of them carries today's surcharge.
fn today(templates: &SlotTemplates, now: CivilDateTime, slots: &mut Vec<Bare>) {
    let earliest = now
        .time
        .minutes()
        .saturating_add(templates.minimum_notice_minutes);
    for (window, number) in templates.today.iter().zip(1..) {
        if window.start.minutes() < earliest {
            continue;
        }
        let first = slots.is_empty();
        slots.push(Bare {
            date: now.date,
            number,
            start: window.start,
            end: window.end,
            delta: if first {
                templates.first_today.delta_pence
            } else {
                Pence::ZERO
            },
            tier_hint: if first {
                templates.first_today.tier_hint
            } else {
                Tier::Standard
            },
            recommended: first,
        });
    }
}

/// A later day's slots, with the cheaper ones that are offered so many days ahead.
fn later_day(templates: &SlotTemplates, date: CivilDate, cheaper_ahead: u16, slots: &mut Vec<Bare>) {
    for (slot, number) in templates.later.iter().zip(1..) {
        slots.push(Bare {
            date,
            number,
            start: slot.start,
            end: slot.end,
            delta: slot.delta_pence,
            tier_hint: slot.tier_hint,
            recommended: slot.recommended,
        });
    }
    for (slot, number) in templates.cheaper.iter().zip(templates.cheaper_first_number..) {
        if cheaper_ahead < slot.from_day {
            continue;
        }
        slots.push(Bare {
            date,
            number,
            start: slot.start,
            end: slot.end,
            delta: slot.delta_pence,
            tier_hint: slot.tier_hint,
            recommended: false,
        });
    }
}

#[cfg(test)]
mod tests;

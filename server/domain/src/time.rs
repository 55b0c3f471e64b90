//! London time: instants are Unix milliseconds, days and slots are what London's clocks show.

use std::ops::Range;
use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Weekday};
use jiff::tz::TimeZone;
use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};
use pricing_core::slots::Slot;

use crate::clock::{self, Millis};

fn zone() -> &'static TimeZone {
    static LONDON: OnceLock<TimeZone> = OnceLock::new();
    LONDON.get_or_init(clock::london)
}

fn zoned(instant: Millis) -> jiff::Zoned {
    // Clock readings and stored times are well within the range of a timestamp.
    Timestamp::from_millisecond(instant)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(zone().clone())
}

/// The window in which a pro arrives, Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Window {
    /// Start.
    pub start: Millis,
    /// End.
    pub end: Millis,
}

/// The window of a slot; `None` when a timestamp cannot represent it.
#[must_use]
pub fn window(slot: &Slot) -> Option<Window> {
    Some(Window {
        start: instant(slot.start)?,
        end: instant(slot.end)?,
    })
}

/// What London's clocks show, to the minute; `None` outside the years 2000 to 2999.
#[must_use]
pub fn london(instant: Millis) -> Option<CivilDateTime> {
    let there = zoned(instant);
    let date = CivilDate::new(
        u16::try_from(there.year()).ok()?,
        u8::try_from(there.month()).ok()?,
        u8::try_from(there.day()).ok()?,
    )?;
    let minutes = u16::try_from(i32::from(there.hour()) * 60 + i32::from(there.minute())).ok()?;
    Some(CivilDateTime {
        date,
        time: ClockTime::from_minutes(minutes)?,
    })
}

/// The instant at which London's clocks show this: the first if they show it twice; in the skipped hour it moves forward.
#[must_use]
pub fn instant(civil: CivilDateTime) -> Option<Millis> {
    let minutes = i8::try_from(civil.time.minutes() % 60).ok()?;
    let hours = i8::try_from(civil.time.minutes() / 60).ok()?;
    let date = civil.date;
    let there = DateTime::new(
        i16::try_from(date.year()).ok()?,
        i8::try_from(date.month()).ok()?,
        i8::try_from(date.day()).ok()?,
        hours,
        minutes,
        0,
        0,
    )
    .ok()?;
    Some(
        zone()
            .to_ambiguous_timestamp(there)
            .compatible()
            .ok()?
            .as_millisecond(),
    )
}

/// ISO 8601 with London's offset, to the second: `2026-11-23T09:00:00+00:00`.
#[must_use]
pub fn iso(instant: Millis) -> String {
    zoned(instant).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// The instant that ISO 8601 text with an offset names; none for anything else.
#[must_use]
pub fn of_iso(text: &str) -> Option<Millis> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
}

/// The date in London: `2026-11-23`; dates in this form sort chronologically.
#[must_use]
pub fn day(instant: Millis) -> String {
    zoned(instant).strftime("%Y-%m-%d").to_string()
}

/// The date in London, for people: `Monday 23 November 2026`.
#[must_use]
pub fn day_in_words(instant: Millis) -> String {
    zoned(instant).strftime("%A %-d %B %Y").to_string()
}

/// The date in London, for people who know the year: `Tue 24 Nov`.
#[must_use]
pub fn short_day(instant: Millis) -> String {
    zoned(instant).strftime("%a %-d %b").to_string()
}

/// The time in London, for people: `09:00`.
#[must_use]
pub fn clock_face(instant: Millis) -> String {
    zoned(instant).strftime("%H:%M").to_string()
}

/// London local time in the form used by calendar files: `20261123T090000`.
#[must_use]
pub fn calendar_local(instant: Millis) -> String {
    zoned(instant).strftime("%Y%m%dT%H%M%S").to_string()
}

/// An instant in the form used by calendar files: `20261123T090000Z`.
#[must_use]
pub fn calendar_utc(instant: Millis) -> String {
    let utc = Timestamp::from_millisecond(instant).unwrap_or(Timestamp::UNIX_EPOCH);
    utc.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// `hour` o'clock, London time, on the day after `instant`.
#[must_use]
pub fn next_day_at(instant_before: Millis, hour: u16) -> Option<Millis> {
    let date = london(instant_before)?.date.next()?;
    instant(CivilDateTime {
        date,
        time: ClockTime::from_minutes(hour * 60)?,
    })
}

/// When the day of `instant` began, London time.
#[must_use]
pub fn day_began(instant_within: Millis) -> Option<Millis> {
    instant(CivilDateTime {
        date: london(instant_within)?.date,
        time: ClockTime::from_minutes(0)?,
    })
}

/// The day of this date (`2026-11-23`) in London, from its midnight to the next; `None` for what is no date.
#[must_use]
pub fn whole_day(date: &str) -> Option<Range<Millis>> {
    let date: CivilDate = date.parse().ok()?;
    let time = ClockTime::from_minutes(0)?;
    let began = |date| instant(CivilDateTime { date, time });
    Some(began(date)?..began(date.next()?)?)
}

/// The day of the week in London, from Monday on: 0 to 6.
#[must_use]
pub fn weekday(instant: Millis) -> usize {
    usize::try_from(zoned(instant).weekday().to_monday_zero_offset()).unwrap_or_default()
}

/// The end of the last of so many working days after the day of `instant`, London time. Bank holidays count as working days.
#[must_use]
pub fn working_days_end(instant: Millis, days: u32) -> Option<Millis> {
    let mut date = zoned(instant).date();
    let mut left = days;
    while left > 0 {
        date = date.tomorrow().ok()?;
        if !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) {
            left -= 1;
        }
    }
    let midnight = date.tomorrow().ok()?.at(0, 0, 0, 0);
    let there = zone().to_ambiguous_timestamp(midnight);
    Some(there.compatible().ok()?.as_millisecond())
}

/// The week that `instant` is in, where weeks begin on this day at `hour` o'clock, London time.
#[must_use]
pub fn week(instant: Millis, begins: Weekday, hour: i8) -> Option<Range<Millis>> {
    let at = |date: Date| {
        let there = zone().to_ambiguous_timestamp(date.at(hour, 0, 0, 0));
        Some(there.compatible().ok()?.as_millisecond())
    };
    let tomorrow = zoned(instant).date().tomorrow().ok()?;
    let latest = tomorrow.nth_weekday(-1, begins).ok()?;
    let begun = if at(latest)? <= instant {
        latest
    } else {
        latest.nth_weekday(-1, begins).ok()?
    };
    Some(at(begun)?..at(begun.nth_weekday(1, begins).ok()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn local_time_is_right_on_both_clock_change_sundays() {
        for (utc, london_time, written) in [
            (
                "2026-03-29T00:59:00Z",
                "2026-03-29T00:59",
                "2026-03-29T00:59:00+00:00",
            ),
            (
                "2026-03-29T01:00:00Z",
                "2026-03-29T02:00",
                "2026-03-29T02:00:00+01:00",
            ),
            (
                "2026-10-25T00:30:00Z",
                "2026-10-25T01:30",
                "2026-10-25T01:30:00+01:00",
            ),
            (
                "2026-10-25T01:30:00Z",
                "2026-10-25T01:30",
                "2026-10-25T01:30:00+00:00",
            ),
            (
                "2026-11-23T10:05:59Z",
                "2026-11-23T10:05",
                "2026-11-23T10:05:59+00:00",
            ),
        ] {
            assert_eq!(london(at(utc)).unwrap().to_string(), london_time);
            assert_eq!(iso(at(utc)), written);
            assert_eq!(of_iso(written).unwrap() / 1_000, at(utc) / 1_000);
        }
        for (civil, utc) in [
            ("2026-03-29T09:00", "2026-03-29T08:00:00Z"),
            ("2026-10-25T09:00", "2026-10-25T09:00:00Z"),
            ("2026-03-29T01:30", "2026-03-29T01:30:00Z"),
            ("2026-10-25T01:30", "2026-10-25T00:30:00Z"),
        ] {
            assert_eq!(instant(civil.parse().unwrap()).unwrap(), at(utc), "{civil}");
        }
    }

    #[test]
    fn an_instant_needs_a_day_a_time_and_an_offset() {
        for text in ["", "2026-11-23", "2026-11-23T10:00:00", "10:00Z", "tomorrow"] {
            assert_eq!(of_iso(text), None, "{text}");
        }
    }

    #[test]
    fn a_whole_day_is_as_long_as_it_is_in_london() {
        for (date, began, ended) in [
            ("2026-11-23", "2026-11-23T00:00:00Z", "2026-11-24T00:00:00Z"),
            ("2026-03-29", "2026-03-29T00:00:00Z", "2026-03-29T23:00:00Z"),
            ("2026-10-25", "2026-10-24T23:00:00Z", "2026-10-26T00:00:00Z"),
        ] {
            assert_eq!(whole_day(date), Some(at(began)..at(ended)), "{date}");
        }
        for text in ["", "2026-02-30", "23.11.2026", "2026-11-23T10:00:00Z"] {
            assert_eq!(whole_day(text), None, "{text}");
        }
    }

    #[test]
    fn weekends_are_no_working_days() {
        // Wednesday, and Saturday: the fifth working day is Wednesday, and Friday.
        let ends = |text| working_days_end(at(text), 5);
        assert_eq!(ends("2026-11-25T10:00:00Z"), Some(at("2026-12-03T00:00:00Z")));
        assert_eq!(ends("2026-11-28T23:59:00Z"), Some(at("2026-12-05T00:00:00Z")));
        // London's Monday has begun while it is Sunday in UTC.
        assert_eq!(ends("2026-07-05T23:30:00Z"), Some(at("2026-07-13T23:00:00Z")));
    }

    #[test]
    fn the_next_day_is_counted_in_london() {
        // In summer 22:30 UTC is 23:30 in London: still the same day there.
        assert_eq!(
            next_day_at(at("2026-06-30T22:30:00Z"), 10).unwrap(),
            at("2026-07-01T09:00:00Z")
        );
        assert_eq!(
            next_day_at(at("2026-06-30T23:30:00Z"), 10).unwrap(),
            at("2026-07-02T09:00:00Z")
        );
        assert_eq!(
            next_day_at(at("2026-10-24T12:00:00Z"), 10).unwrap(),
            at("2026-10-25T10:00:00Z")
        );
    }
}

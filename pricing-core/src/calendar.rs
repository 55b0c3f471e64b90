//! Civil days and wall-clock times of Europe/London. No time zone and no clock: whoever calls knows what time it is in
//! London, and both clock-change Sundays are ordinary days here.

use crate::error::PricingError;
use crate::money::decimal;
use crate::strings::{joined, split_once};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A day of the calendar from 2000-01-01 to 2999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CivilDate {
    year: u16,
    month: u8,
    day: u8,
}

/// A time of day in minutes since midnight, 0 to 1,439.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(u16);

/// A day and a time on London's clocks, written `2026-11-21T10:05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CivilDateTime {
    /// The day.
    pub date: CivilDate,
    /// The time.
    pub time: ClockTime,
}

const fn days_in(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

impl CivilDate {
    /// 2000-01-01.
    pub(crate) const FIRST: Self = Self {
        year: 2000,
        month: 1,
        day: 1,
    };

    /// The day of this date; `None` if there is no such day.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let real =
            matches!(year, 2000..=2999) && matches!(month, 1..=12) && day >= 1 && day <= days_in(year, month);
        if real {
            Some(Self { year, month, day })
        } else {
            None
        }
    }

    /// Year, 2000 to 2999.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Day of the month, 1 to 31.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// As `2026-11-21`.
    #[must_use]
    pub fn text(self) -> String {
        let mut text = String::with_capacity(10);
        decimal::write_two_digits(u64::from(self.year), &mut text);
        for part in [self.month, self.day] {
            text.push('-');
            decimal::write_two_digits(u64::from(part), &mut text);
        }
        text
    }

    /// The next day; `None` after 2999-12-31.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        if self.day < days_in(self.year, self.month) {
            Self::new(self.year, self.month, self.day + 1)
        } else if self.month < 12 {
            Self::new(self.year, self.month + 1, 1)
        } else {
            Self::new(self.year + 1, 1, 1)
        }
    }
}

impl ClockTime {
    /// 00:00.
    pub(crate) const MIDNIGHT: Self = Self(0);

    /// The time this many minutes after midnight; `None` from 1,440 on.
    #[must_use]
    pub const fn from_minutes(minutes: u16) -> Option<Self> {
        if minutes < 24 * 60 {
            Some(Self(minutes))
        } else {
            None
        }
    }

    /// As `18:30`.
    #[must_use]
    pub fn text(self) -> String {
        let mut text = String::with_capacity(5);
        decimal::write_two_digits(u64::from(self.0 / 60), &mut text);
        text.push(':');
        decimal::write_two_digits(u64::from(self.0 % 60), &mut text);
        text
    }

    /// Minutes after midnight.
    #[must_use]
    pub const fn minutes(self) -> u16 {
        self.0
    }
}

impl CivilDateTime {
    /// As `2026-11-21T10:05`.
    #[must_use]
    pub fn text(self) -> String {
        joined(&[&self.date.text(), "T", &self.time.text()])
    }
}

/// A number of exactly `width` digits.
fn digits(text: &str, width: usize) -> Option<u16> {
    let number = decimal::digits_of(text, 0).filter(|_| text.len() == width)?;
    u16::try_from(number).ok()
}

impl FromStr for ClockTime {
    type Err = PricingError;

    fn from_str(text: &str) -> Result<Self, PricingError> {
        split_once(text, b':')
            .and_then(|(hour, minute)| Some((digits(hour, 2)?, digits(minute, 2)?)))
            .filter(|(hour, minute)| *hour < 24 && *minute < 60)
            .map(|(hour, minute)| Self(hour * 60 + minute))
            .ok_or_else(|| PricingError::field("invalid_time", "time", "Use a time like 18:30."))
    }
}

impl FromStr for CivilDate {
    type Err = PricingError;

    fn from_str(text: &str) -> Result<Self, PricingError> {
        let date = || {
            let (year, rest) = split_once(text, b'-')?;
            let (month, day) = split_once(rest, b'-')?;
            let small = |part| u8::try_from(digits(part, 2)?).ok();
            Self::new(digits(year, 4)?, small(month)?, small(day)?)
        };
        date().ok_or_else(|| PricingError::field("invalid_date", "date", "Use a date like 2026-11-21."))
    }
}

impl FromStr for CivilDateTime {
    type Err = PricingError;

    fn from_str(text: &str) -> Result<Self, PricingError> {
        split_once(text, b'T')
            .and_then(|(date, time)| {
                Some(Self {
                    date: date.parse().ok()?,
                    time: time.parse().ok()?,
                })
            })
            .ok_or_else(|| {
                PricingError::field("invalid_now", "now", "Use a London time like 2026-11-21T10:05.")
            })
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for CivilDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for CivilDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_months_years_and_leap_days() {
        for (day, next) in [
            ("2026-11-30", "2026-12-01"),
            ("2026-12-31", "2027-01-01"),
            ("2028-02-28", "2028-02-29"),
            ("2028-02-29", "2028-03-01"),
            ("2027-02-28", "2027-03-01"),
            ("2100-02-28", "2100-03-01"),
            ("2400-02-28", "2400-02-29"),
            ("2026-03-29", "2026-03-30"),
        ] {
            assert_eq!(
                day.parse::<CivilDate>().unwrap().next().unwrap().to_string(),
                next
            );
        }
        assert_eq!(CivilDate::new(2999, 12, 31).unwrap().next(), None);
    }

    #[test]
    fn what_is_no_date_or_time_is_refused() {
        for wrong in [
            "2026-02-29",
            "2026-13-01",
            "2026-1-01",
            "26-01-01",
            "2026-01-32",
            "+026-01-01",
            "1999-12-31",
            "",
            "2026-01",
        ] {
            assert!(wrong.parse::<CivilDate>().is_err(), "{wrong}");
        }
        for wrong in ["24:00", "9:00", "09:60", "0900", "+9:00", ""] {
            assert!(wrong.parse::<ClockTime>().is_err(), "{wrong}");
        }
        for wrong in [
            "2026-11-21",
            "2026-11-21T",
            "2026-11-21 10:05",
            "2026-11-21T10:05:00",
            "2026-11-21T10:05Z",
        ] {
            assert!(wrong.parse::<CivilDateTime>().is_err(), "{wrong}");
        }
    }
}

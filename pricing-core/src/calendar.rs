//! Civil days and wall-clock times of Europe/London. No time zone and no clock: the caller knows what time it is in
//! London, and both clock-change Sundays are ordinary days here.

use crate::error::PricingError;
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A day of the calendar from 2000-01-01 to 2999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct CivilDate {
    year: u16,
    month: u8,
    day: u8,
}

/// A time of day in minutes since midnight, 0 to 1,439.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
pub struct ClockTime(u16);

/// A day and a time on London's clocks, written `2026-11-21T10:05`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(type = "string"))]
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
    /// The time this many minutes after midnight; `None` from 1,440 on.
    #[must_use]
    pub const fn from_minutes(minutes: u16) -> Option<Self> {
        if minutes < 24 * 60 {
            Some(Self(minutes))
        } else {
            None
        }
    }

    /// Minutes after midnight.
    #[must_use]
    pub const fn minutes(self) -> u16 {
        self.0
    }
}

/// A number of exactly `width` digits.
fn digits(text: &str, width: usize) -> Option<u16> {
    let plain = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

impl FromStr for ClockTime {
    type Err = PricingError;

    fn from_str(text: &str) -> Result<Self, PricingError> {
        text.split_once(':')
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
            let (year, rest) = text.split_once('-')?;
            let (month, day) = rest.split_once('-')?;
            let small = |part| u8::try_from(digits(part, 2)?).ok();
            Self::new(digits(year, 4)?, small(month)?, small(day)?)
        };
        date().ok_or_else(|| PricingError::field("invalid_date", "date", "Use a date like 2026-11-21."))
    }
}

impl FromStr for CivilDateTime {
    type Err = PricingError;

    fn from_str(text: &str) -> Result<Self, PricingError> {
        text.split_once('T')
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

/// As `18:30`.
impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// As `2026-11-21`.
impl fmt::Display for CivilDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// As `2026-11-21T10:05`.
impl fmt::Display for CivilDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}T{}", self.date, self.time)
    }
}

/// In JSON each of them is the text that people write.
macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}
as_text!(ClockTime, CivilDate, CivilDateTime);

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

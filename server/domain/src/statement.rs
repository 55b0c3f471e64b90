//! A month of a pro's statement, and what its lines are called.

use std::fmt;
use std::str::FromStr;

use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};

use crate::clock::Millis;
use crate::ledger::{Account, Kind};
use crate::time;

/// A month on London's calendar, written `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: u16,
    month: u8,
}

/// Not a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMonth;

impl Month {
    /// The month of an instant.
    #[must_use]
    pub fn of(instant: Millis) -> Option<Self> {
        let date = time::london(instant)?.date;
        Some(Self {
            year: date.year(),
            month: date.month(),
        })
    }

    /// Its year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Its number, from 1 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.month
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.month {
            12 => Self {
                year: self.year + 1,
                month: 1,
            },
            month => Self {
                year: self.year,
                month: month + 1,
            },
        }
    }

    /// The one before.
    #[must_use]
    pub const fn previous(self) -> Self {
        match self.month {
            1 => Self {
                year: self.year.saturating_sub(1),
                month: 12,
            },
            month => Self {
                year: self.year,
                month: month - 1,
            },
        }
    }

    /// When it begins, Unix milliseconds; none outside the calendar.
    #[must_use]
    pub fn begins(self) -> Option<Millis> {
        time::instant(CivilDateTime {
            date: CivilDate::new(self.year, self.month, 1)?,
            time: ClockTime::from_minutes(0)?,
        })
    }

    /// From this one through `last`, the newest first.
    #[must_use]
    pub fn through(self, last: Self) -> Vec<Self> {
        let all = std::iter::successors(Some(self), |month| Some(month.next()));
        let mut months: Vec<Self> = all.take_while(|month| *month <= last).collect();
        months.reverse();
        months
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.year, self.month)
    }
}

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Self, NoMonth> {
        let first: CivilDate = format!("{text}-01").parse().map_err(|_| NoMonth)?;
        let month = Self {
            year: first.year(),
            month: first.month(),
        };
        // A month needs an end.
        month.next().begins().map(|_| month).ok_or(NoMonth)
    }
}

/// A tax year of the United Kingdom, from 6 April on, written `2026-27`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaxYear {
    /// The year in which it begins.
    begins_in: u16,
}

impl TaxYear {
    /// The tax year of an instant.
    #[must_use]
    pub fn of(instant: Millis) -> Option<Self> {
        let date = time::london(instant)?.date;
        let is_before = (date.month(), date.day()) < (4, 6);
        Some(Self {
            begins_in: date.year().checked_sub(u16::from(is_before))?,
        })
    }

    fn begins(self) -> Option<Millis> {
        time::instant(CivilDateTime {
            date: CivilDate::new(self.begins_in, 4, 6)?,
            time: ClockTime::from_minutes(0)?,
        })
    }

    const fn next(self) -> Self {
        Self {
            begins_in: self.begins_in + 1,
        }
    }

    /// From this one through `last`, the newest first.
    #[must_use]
    pub fn through(self, last: Self) -> Vec<Self> {
        let years = (self.begins_in..=last.begins_in).rev();
        years.map(|begins_in| Self { begins_in }).collect()
    }
}

impl fmt::Display for TaxYear {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:04}-{:02}",
            self.begins_in,
            (self.begins_in + 1) % 100
        )
    }
}

/// What a statement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// A month.
    Month(Month),
    /// A tax year.
    TaxYear(TaxYear),
}

impl Period {
    /// From when until when, Unix milliseconds; none outside the calendar.
    #[must_use]
    pub fn span(self) -> Option<(Millis, Millis)> {
        match self {
            Self::Month(month) => month.begins().zip(month.next().begins()),
            Self::TaxYear(year) => year.begins().zip(year.next().begins()),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Month(month) => month.fmt(formatter),
            Self::TaxYear(year) => year.fmt(formatter),
        }
    }
}

impl FromStr for Period {
    type Err = NoMonth;

    /// No month has a number as high as the second year of a tax year of ours.
    fn from_str(text: &str) -> Result<Self, NoMonth> {
        if let Ok(month) = text.parse() {
            return Ok(Self::Month(month));
        }
        let begins_in = text.get(..4).and_then(|year| year.parse().ok()).ok_or(NoMonth)?;
        let year = TaxYear { begins_in };
        let is_it = begins_in >= 2000 && year.to_string() == text && year.next().begins().is_some();
        is_it.then_some(Self::TaxYear(year)).ok_or(NoMonth)
    }
}

/// What a line is, by what happened and the other account of its transfer.
#[must_use]
pub const fn describe(kind: Kind, counterpart: &Account) -> &'static str {
    match (kind, counterpart) {
        (_, Account::PlatformFees) => "Platform fee",
        (Kind::TakenBack, _) => "Taken back for refunds",
        (_, Account::PlatformPromotions) => "Coupon paid by Callout",
        (Kind::CancellationFee, _) => "Cancellation fee, your share",
        (Kind::MissedVisit, _) => "Wasted visit, paid by Callout",
        (Kind::MadeGood, _) => "Paid back by Callout after your appeal",
        (Kind::Completed, _) => "Paid by the client",
        (Kind::DebtPaid, _) => "Debt paid by card",
        (Kind::DebtReturned, _) => "Debt payment given back to your card",
        (Kind::DebtRestored, _) => "Debt paid by card again",
        (Kind::WrittenOff, _) => "Fee waived",
        (Kind::DebtWrittenOff, _) => "Debt written off",
        (Kind::Payout, _) => "Payout to your bank",
        (Kind::PayoutFailed, _) => "Payout returned",
        (Kind::Reversed, _) => "Taken back from a payout",
        _ => "Adjustment",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_londons() {
        let month: Month = "2026-07".parse().unwrap();
        assert_eq!(month.begins(), time::of_iso("2026-07-01T00:00:00+01:00"));
        assert_eq!(month.next().begins(), time::of_iso("2026-08-01T00:00:00+01:00"));
        assert_eq!(month.previous().next(), month);
        assert_eq!(
            "2027-01".parse::<Month>().unwrap().previous().to_string(),
            "2026-12"
        );
        let late = time::of_iso("2026-06-30T23:30:00+00:00").unwrap();
        assert_eq!(Month::of(late), Some(month));
        for wrong in ["2026-13", "2026", "2026-7", "2026-07-01", "", "july", "2999-12"] {
            assert_eq!(wrong.parse::<Month>(), Err(NoMonth), "{wrong}");
        }
    }

    #[test]
    fn tax_years_begin_on_6_april() {
        let year: Period = "2026-27".parse().unwrap();
        let span =
            ["2026-04-06T00:00:00+01:00", "2027-04-06T00:00:00+01:00"].map(|at| time::of_iso(at).unwrap());
        assert_eq!(year.span(), Some((span[0], span[1])));
        for (at, year) in [
            (span[0] - 1, "2025-26"),
            (span[0], "2026-27"),
            (span[1] - 1, "2026-27"),
        ] {
            assert_eq!(TaxYear::of(at).unwrap().to_string(), year);
        }
        assert_eq!("2026-11".parse::<Period>().unwrap().to_string(), "2026-11");
        let (first, last) = (TaxYear::of(span[0] - 1).unwrap(), TaxYear::of(span[1]).unwrap());
        let years: Vec<String> = first.through(last).iter().map(TaxYear::to_string).collect();
        assert_eq!(years, ["2027-28", "2026-27", "2025-26"]);
        for wrong in [
            "2026-28", "2026-13", "2026", "26-27", "", "1999-00", "2026-027", "ä026-27",
        ] {
            assert_eq!(wrong.parse::<Period>(), Err(NoMonth), "{wrong}");
        }
    }

    #[test]
    fn a_span_of_months_is_listed_from_its_end() {
        let (first, last): (Month, Month) = ("2026-11".parse().unwrap(), "2027-01".parse().unwrap());
        let months: Vec<String> = first.through(last).iter().map(Month::to_string).collect();
        assert_eq!(months, ["2027-01", "2026-12", "2026-11"]);
        assert_eq!(last.through(first), []);
    }
}

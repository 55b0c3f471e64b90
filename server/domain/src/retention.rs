//! How long what tax law wants kept is kept: six years after the financial year that it falls into.
//!
//! The financial year is taken to end on 31 March, as in matters of central taxes (Interpretation Act 1978, schedule 1) and of corporation tax
//! (Corporation Tax Act 2010, section 1119). Six years after it cover the six years of VAT records (VAT Act 1994, schedule 11, paragraph 6),
//! and of sole traders, whose tax year ends on 5 April, the five years from 31 January after it (Taxes Management Act 1970, section 12B).

use pricing_core::Pence;
use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};

use crate::clock::Millis;
use crate::time;

/// Whole years that follow the financial year.
const YEARS: u16 = 6;

/// Up to this total the invoice of a VAT-registered business need not name its customer (VAT Regulations 1995, regulations 16 and 16A).
pub const NAMELESS_UP_TO: Pence = Pence(25_000);

/// Until when what was written at `at` is kept (Unix milliseconds); none outside the calendar.
#[must_use]
pub fn kept_until(at: Millis) -> Option<Millis> {
    begins(financial_year(at)? + 1 + YEARS)
}

/// What was written before this instant need be kept no more at `now`; none outside the calendar.
#[must_use]
pub fn over_before(now: Millis) -> Option<Millis> {
    begins(financial_year(now)?.checked_sub(YEARS)?)
}

/// The calendar year in which the financial year of an instant begins.
fn financial_year(at: Millis) -> Option<u16> {
    let date = time::london(at)?.date;
    if date.month() >= 4 {
        Some(date.year())
    } else {
        date.year().checked_sub(1)
    }
}

/// The beginning of 1 April of a year, in London.
fn begins(year: u16) -> Option<Millis> {
    time::instant(CivilDateTime {
        date: CivilDate::new(year, 4, 1)?,
        time: ClockTime::from_minutes(0)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        time::of_iso(text).unwrap()
    }

    #[test]
    fn six_years_follow_the_financial_year() {
        for (written, until) in [
            ("2026-11-23T10:05:00+00:00", "2033-04-01T00:00:00+01:00"),
            ("2027-03-31T23:59:59+01:00", "2033-04-01T00:00:00+01:00"),
            ("2027-04-01T00:00:00+01:00", "2034-04-01T00:00:00+01:00"),
            ("2026-04-01T00:00:00+01:00", "2033-04-01T00:00:00+01:00"),
        ] {
            assert_eq!(kept_until(at(written)), Some(at(until)), "{written}");
        }
        assert_eq!(kept_until(Millis::MAX), None);
    }

    #[test]
    fn what_is_over_is_no_longer_kept() {
        let now = at("2033-04-01T00:00:00+01:00");
        let over = over_before(now).unwrap();
        assert_eq!(over, at("2027-04-01T00:00:00+01:00"));
        assert!(kept_until(over - 1).unwrap() <= now && kept_until(over).unwrap() > now);
        assert_eq!(over_before(now - 1), Some(at("2026-04-01T00:00:00+01:00")));
    }
}

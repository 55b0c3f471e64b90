//! Papers of pros: which kinds there are, until when they are valid, and where each of them stands.

use callout_db::names;
use pricing_core::calendar::CivilDate;
use serde::{Deserialize, Serialize};

use super::{letters, time};
use crate::clock::{DAY, Millis};
use crate::master_event::MasterEventKind;

/// How long a rejected document is kept, milliseconds: its pro can read the reason until then.
pub const KEEP_REJECTED: Millis = 30 * DAY;

/// How long the picture of a verified identity is kept, milliseconds.
pub const KEEP_IDENTITY: Millis = 30 * DAY;

/// How long the file of a document is kept once another has taken its place, milliseconds: 12 months.
pub const KEEP_REPLACED: Millis = 365 * DAY;

/// How long the files of a pro who never became active are kept after the last visit, milliseconds.
pub const KEEP_ABANDONED: Millis = 90 * DAY;

/// Longest number of a registration or policy, characters.
const NUMBER_LIMIT: usize = 40;

names! {
    /// What a document proves.
    pub enum DocumentKind {
        /// Who the pro is: a passport or a driving licence.
        Identity = "identity",
        /// Public liability insurance.
        Insurance = "insurance",
        /// The Gas Safe registration.
        GasSafe = "gas_safe",
        /// The registration of an electrician.
        Electrical = "electrical",
        /// Anything else that the pro wants to show.
        Other = "other",
    }
}

impl DocumentKind {
    /// What people call it, within a sentence.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity document",
            Self::Insurance => "public liability insurance",
            Self::GasSafe => "Gas Safe registration",
            Self::Electrical => "electrical registration",
            Self::Other => "other document",
        }
    }

    /// True where an operator writes down the number of the registration or policy.
    #[must_use]
    pub const fn has_number(self) -> bool {
        matches!(self, Self::Insurance | Self::GasSafe | Self::Electrical)
    }

    /// Checks the number on a document of this kind: a registration must have one, an insurance may.
    ///
    /// # Errors
    /// The message for the field.
    pub fn number(self, given: &str) -> Result<Option<String>, &'static str> {
        let given = letters::line(given);
        if !self.has_number() {
            return Ok(None);
        }
        match given.chars().count() {
            0 if self.must_expire() => Err("Enter the number on it."),
            0 => Ok(None),
            length if length > NUMBER_LIMIT => Err("Use at most 40 characters."),
            _ => Ok(Some(given)),
        }
    }

    /// True for a registration that runs out: its last day must be given.
    #[must_use]
    pub const fn must_expire(self) -> bool {
        matches!(self, Self::GasSafe | Self::Electrical)
    }

    /// Checks the last day on which a document of this kind is valid, `YYYY-MM-DD`: it must come after `now`'s day in London.
    ///
    /// # Errors
    /// The message for the field.
    pub fn last_day(self, given: Option<&str>, now: Millis) -> Result<Option<String>, &'static str> {
        let Some(given) = given else {
            return if self.must_expire() {
                Err("Please enter the date until which it is valid.")
            } else {
                Ok(None)
            };
        };
        let day: CivilDate = given.parse().map_err(|_| "Use a date like 2027-03-31.")?;
        if day.to_string() <= time::day(now) {
            return Err("This document is no longer valid. Please upload a newer one.");
        }
        Ok(Some(day.to_string()))
    }
}

names! {
    /// Where a document stands.
    pub enum DocumentStatus {
        /// Waits for an operator.
        Uploaded = "uploaded",
        /// An operator has verified it.
        Verified = "verified",
        /// An operator has rejected it.
        Rejected = "rejected",
        /// Was verified, and its last day has passed.
        Expired = "expired",
    }
}

/// What a pro is told about a document, by email and on open pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentNews {
    /// An operator has verified it.
    Verified,
    /// An operator has rejected it.
    Rejected,
    /// It ends within 30 days.
    EndsInAMonth,
    /// It ends within 7 days.
    EndsInAWeek,
    /// Its last day has passed.
    Ended,
}

impl DocumentNews {
    /// What is said of the end of a document, the latest first.
    pub const OF_THE_END: [Self; 3] = [Self::Ended, Self::EndsInAWeek, Self::EndsInAMonth];

    /// Its name in keys.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Rejected => "rejected",
            Self::EndsInAMonth => "ends-in-a-month",
            Self::EndsInAWeek => "ends-in-a-week",
            Self::Ended => "ended",
        }
    }

    /// The kind of its event in the pro's stream.
    #[must_use]
    pub const fn event(self) -> MasterEventKind {
        match self {
            Self::Verified => MasterEventKind::DocumentVerified,
            Self::Rejected => MasterEventKind::DocumentRejected,
            Self::EndsInAMonth | Self::EndsInAWeek => MasterEventKind::DocumentEndsSoon,
            Self::Ended => MasterEventKind::DocumentEnded,
        }
    }

    /// How many days before the end of a document it is said; 0 for what is not said of its end.
    #[must_use]
    pub const fn days_before(self) -> i64 {
        match self {
            Self::EndsInAMonth => 30,
            Self::EndsInAWeek => 7,
            Self::Verified | Self::Rejected | Self::Ended => 0,
        }
    }

    /// It is said at `now` (Unix milliseconds) of documents whose last day comes before this one, `YYYY-MM-DD`.
    #[must_use]
    pub fn ends_before(self, now: Millis) -> String {
        match self.days_before() {
            0 => time::day(now),
            days => time::day(now + (days + 1) * DAY),
        }
    }

    /// True while a document stands where the news says.
    #[must_use]
    pub fn is_true_of(self, status: DocumentStatus) -> bool {
        let expected = match self {
            Self::Verified | Self::EndsInAMonth | Self::EndsInAWeek => DocumentStatus::Verified,
            Self::Rejected => DocumentStatus::Rejected,
            Self::Ended => DocumentStatus::Expired,
        };
        status == expected
    }
}

/// What the status of a document follows from.
#[derive(Debug, Clone, Copy)]
pub struct DocumentFacts<'a> {
    /// When it was verified, Unix milliseconds.
    pub verified_at: Option<Millis>,
    /// When it was rejected, Unix milliseconds.
    pub rejected_at: Option<Millis>,
    /// The last day it is valid, `YYYY-MM-DD`.
    pub expires_on: Option<&'a str>,
}

impl DocumentStatus {
    /// The status at `now` (Unix milliseconds); days are London's.
    #[must_use]
    pub fn of(facts: DocumentFacts<'_>, now: Millis) -> Self {
        if facts.rejected_at.is_some() {
            Self::Rejected
        } else if facts.verified_at.is_none() {
            Self::Uploaded
        } else if facts.expires_on.is_some_and(|last| *last < *time::day(now)) {
            Self::Expired
        } else {
            Self::Verified
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{HOUR, MINUTE};

    /// Monday 23 November 2026, 10:05 in London.
    const NOW: Millis = 1_795_428_300_000;

    #[test]
    fn registrations_need_a_number_and_an_identity_has_none() {
        use DocumentKind::{Electrical, GasSafe, Identity, Insurance, Other};
        for kind in [GasSafe, Electrical] {
            assert!(kind.number("  ").is_err());
        }
        assert_eq!(Insurance.number(" "), Ok(None));
        for kind in [GasSafe, Electrical, Insurance] {
            assert_eq!(kind.number(" 123 4567 "), Ok(Some("123 4567".to_owned())));
            assert_eq!(kind.number("1\u{202e}2\u{200b}"), Ok(Some("12".to_owned())));
            assert!(kind.number(&"1".repeat(41)).is_err());
        }
        for kind in [Identity, Other] {
            assert_eq!(kind.number("123"), Ok(None));
        }
    }

    #[test]
    fn the_end_is_told_a_month_and_a_week_before_and_when_it_is_over() {
        let said = |last: &str| {
            let mut news = DocumentNews::OF_THE_END.into_iter();
            news.find(|news| last < news.ends_before(NOW).as_str())
        };
        for (last, news) in [
            ("2026-11-22", Some(DocumentNews::Ended)),
            ("2026-11-23", Some(DocumentNews::EndsInAWeek)),
            ("2026-11-30", Some(DocumentNews::EndsInAWeek)),
            ("2026-12-01", Some(DocumentNews::EndsInAMonth)),
            ("2026-12-23", Some(DocumentNews::EndsInAMonth)),
            ("2026-12-24", None),
        ] {
            assert_eq!(said(last), news, "{last}");
        }
        assert!(DocumentNews::Ended.is_true_of(DocumentStatus::Expired));
        assert!(!DocumentNews::EndsInAWeek.is_true_of(DocumentStatus::Rejected));
    }

    #[test]
    fn registrations_need_a_last_day() {
        for kind in DocumentKind::ALL {
            let needs_one = matches!(kind, DocumentKind::GasSafe | DocumentKind::Electrical);
            assert_eq!(kind.last_day(None, NOW).is_err(), needs_one, "{kind:?}");
        }
    }

    #[test]
    fn a_last_day_is_a_real_day_after_today() {
        for kind in DocumentKind::ALL {
            for day in ["2026-11-24", "2028-02-29", "2999-12-31"] {
                assert_eq!(kind.last_day(Some(day), NOW), Ok(Some(day.to_owned())));
            }
            for day in [
                "2026-11-23",
                "2026-11-22",
                "2027-02-29",
                "2027-13-01",
                "27-01-01",
                "24/11/2027",
                "2027-1-1",
            ] {
                assert!(kind.last_day(Some(day), NOW).is_err(), "{day}");
            }
        }
    }

    #[test]
    fn the_day_is_londons() {
        // Half past midnight on 1 July in London is still 30 June in UTC.
        let half_past_midnight = 1_782_862_200_000;
        assert_eq!(time::day(half_past_midnight), "2026-07-01");
        assert!(
            DocumentKind::Other
                .last_day(Some("2026-07-01"), half_past_midnight)
                .is_err()
        );
        assert!(
            DocumentKind::Other
                .last_day(Some("2026-07-01"), half_past_midnight - HOUR)
                .is_ok()
        );
    }

    #[test]
    fn the_status_follows_from_the_facts() {
        let status = |verified_at, rejected_at, expires_on, now| {
            let facts = DocumentFacts {
                verified_at,
                rejected_at,
                expires_on,
            };
            DocumentStatus::of(facts, now)
        };
        assert_eq!(status(None, None, None, NOW), DocumentStatus::Uploaded);
        assert_eq!(status(Some(1), None, None, NOW), DocumentStatus::Verified);
        assert_eq!(status(Some(1), Some(2), None, NOW), DocumentStatus::Rejected);
        assert_eq!(
            status(None, Some(2), Some("2020-01-01"), NOW),
            DocumentStatus::Rejected
        );
        assert_eq!(
            status(None, None, Some("2020-01-01"), NOW),
            DocumentStatus::Uploaded
        );
        // Valid through its last day: until midnight, which is 13 hours and 55 minutes away.
        let midnight = NOW + 13 * HOUR + 55 * MINUTE;
        assert_eq!(
            status(Some(1), None, Some("2026-11-23"), midnight - 1),
            DocumentStatus::Verified
        );
        assert_eq!(
            status(Some(1), None, Some("2026-11-23"), midnight),
            DocumentStatus::Expired
        );
    }
}

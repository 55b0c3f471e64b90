//! Readings: what became of what was read from a client's words, once the booking has ended. They say nothing of whose it was.

use pricing_core::estimate::{Explained, ExplainedKind};
use pricing_core::quote::{LineKind, QuoteLine};

use crate::booking::Booking;
use crate::clock::Millis;
use crate::kept::{Class, FACT, client};
use crate::status::BookingStatus;
use crate::word::Word;
use callout_db::record;

record! {
    /// A row of `readings`: what became of what was shown. Money in pence before any coupon, times in Unix milliseconds.
    pub struct Reading in "readings" {
        /// `reading-…`.
        pub id: String => FACT,
        /// The booking; `None` once its client is erased, and 12 months after its end.
        pub booking_id: Option<String> => client("null").not_copied(),
        /// When it ended.
        pub ended_at: Millis => FACT,
        /// How it ended.
        pub status: BookingStatus as Word<BookingStatus> => FACT,
        /// Version of the price book.
        pub book_version: String => FACT,
        /// Version of the lexicon.
        pub lexicon: String => FACT,
        /// Code of the problem type that was shown.
        pub problem_type: String => FACT,
        /// Code of the one that the client chose instead.
        pub chosen_type: Option<String> => FACT,
        /// How sure the shown one was, basis points.
        pub confidence: i64 => FACT,
        /// The price that was shown, with service level and time; `None` without an instant price.
        pub shown_pence: Option<i64> => FACT,
        /// The price at the end.
        pub final_pence: i64 => FACT,
        /// How many other prices pros proposed.
        pub proposals: i64 => FACT,
        /// What was added on site.
        pub extra_pence: i64 => FACT,
        /// True once the client disputes the price.
        pub price_disputed: bool => FACT,
    }
}

record! {
    /// A row of `reading_entries`: one thing that a reading was read from.
    pub struct ReadingEntry in "reading_entries" {
        /// The reading.
        pub reading_id: String => FACT,
        /// What kind of thing.
        pub kind: ExplainedKind as Word<ExplainedKind> => FACT,
        /// The lexicon's or the book's word for it.
        pub entry: String => FACT,
        /// When the booking ended, Unix milliseconds.
        pub ended_at: Millis => FACT,
    }
}

/// What happened on the way that the booking itself does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnTheWay {
    /// Other prices that pros proposed.
    pub proposals: i64,
    /// Whether the client disputes the price already.
    pub is_price_disputed: bool,
}

impl Reading {
    /// What became of a booking that has ended; none of one whose quote did not say what was shown.
    #[must_use]
    pub fn of(id: String, booking: &Booking, on_the_way: OnTheWay) -> Option<Self> {
        let (Some(shown), Some(ended_at)) = (&booking.reading.0, booking.ended_at) else {
            return None;
        };
        let lines = &booking.lines.0;
        let chosen_type = Some(&booking.problem_type).filter(|chosen| **chosen != shown.problem_type);
        Some(Self {
            id,
            booking_id: Some(booking.id.clone()),
            ended_at,
            status: booking.status,
            book_version: booking.book_version.clone(),
            lexicon: shown.lexicon.clone(),
            problem_type: shown.problem_type.clone(),
            chosen_type: chosen_type.cloned(),
            confidence: i64::from(shown.confidence.0),
            shown_pence: shown_price(lines),
            final_pence: booking.amount_pence + booking.discount_pence,
            proposals: on_the_way.proposals,
            extra_pence: sum(lines, |kind| kind == LineKind::Extra),
            price_disputed: on_the_way.is_price_disputed,
        })
    }

    /// The rows of what it was read from.
    #[must_use]
    pub fn entries(&self, explanation: &[Explained<'_>]) -> Vec<ReadingEntry> {
        let entry = |read: &Explained<'_>| ReadingEntry {
            reading_id: self.id.clone(),
            kind: read.kind,
            entry: read.entry.clone().into_owned(),
            ended_at: self.ended_at,
        };
        explanation.iter().map(entry).collect()
    }
}

/// The price before what was agreed or added later; none without an instant price, where a quote has no lines.
fn shown_price(lines: &[QuoteLine]) -> Option<i64> {
    let has_price = lines.iter().any(|line| line.kind == LineKind::Base);
    let quoted = |kind| matches!(kind, LineKind::Base | LineKind::Tier | LineKind::Schedule);
    has_price.then(|| sum(lines, quoted))
}

fn sum(lines: &[QuoteLine], counts: impl Fn(LineKind) -> bool) -> i64 {
    let counted = lines.iter().filter(|line| counts(line.kind));
    counted.map(|line| line.amount.0).sum()
}

#[cfg(test)]
mod tests {
    use pricing_core::{BasisPoints, Pence};

    use super::*;
    use crate::booking::{Json, blank};
    use crate::shown::Shown;

    const NOTHING: OnTheWay = OnTheWay {
        proposals: 0,
        is_price_disputed: false,
    };

    fn ended(chosen: &str, lines: &[QuoteLine]) -> Booking {
        Booking {
            problem_type: chosen.to_owned(),
            lines: Json(lines.to_vec()),
            amount_pence: lines.iter().map(|line| line.amount.0).sum::<i64>() - 500,
            discount_pence: 500,
            ended_at: Some(7),
            reading: Json(Some(Shown {
                problem_type: "leak".to_owned(),
                confidence: BasisPoints(8_200),
                lexicon: "1".to_owned(),
                explanation: vec![],
            })),
            ..blank()
        }
    }

    fn base(amount: i64) -> QuoteLine {
        let line = format!(r#"{{"kind":"base","label":"Base estimate","amountPence":{amount}}}"#);
        serde_json::from_str(&line).unwrap()
    }

    fn read(booking: &Booking) -> Reading {
        Reading::of("reading-1".to_owned(), booking, NOTHING).unwrap()
    }

    #[test]
    fn what_comes_later_is_not_the_shown_price() {
        let lines = [base(9_750), QuoteLine::slot(Pence(1_000))];
        let held = read(&ended("leak", &lines));
        assert_eq!((held.shown_pence, held.final_pence), (Some(10_750), 10_750));
        let mut lines = lines.to_vec();
        lines.extend([QuoteLine::agreed(Pence(500)), QuoteLine::extra(Pence(3_000))]);
        let dearer = read(&ended("leak", &lines));
        assert_eq!((dearer.shown_pence, dearer.final_pence), (Some(10_750), 14_250));
        assert_eq!(dearer.extra_pence, 3_000);
        assert_eq!(read(&ended("leak", &[])).shown_pence, None);
    }

    #[test]
    fn only_another_type_was_chosen_instead() {
        assert_eq!(read(&ended("leak", &[])).chosen_type, None);
        assert_eq!(read(&ended("drains", &[])).chosen_type.as_deref(), Some("drains"));
    }

    #[test]
    fn what_was_not_kept_or_has_not_ended_leaves_none() {
        let open = Booking {
            ended_at: None,
            ..ended("leak", &[])
        };
        let older = Booking {
            reading: Json(None),
            ..ended("leak", &[])
        };
        for booking in [open, older] {
            assert_eq!(Reading::of(String::new(), &booking, NOTHING), None);
        }
    }
}

//! What a pro keeps about a job for themselves: words, and photos from before the work. Its client sees none of it.

use std::collections::HashSet;

use super::booking::Booking;
use super::failure::{Failure, Fallible};
use super::letters;
use crate::clock::{DAY, Millis};

/// Longest words, characters.
pub const TEXT_LIMIT: usize = 2_000;
/// The most photos.
pub const PHOTOS: usize = 8;

/// How long after the end of a job its pro may write, milliseconds: as long as they may have to put it right.
const AFTER: Millis = 90 * DAY;

/// What a pro keeps of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notes {
    /// Words; empty for none.
    pub text: String,
    /// Addresses of photos, in order.
    pub photos: Vec<String>,
}

impl Notes {
    /// What a pro sent.
    ///
    /// # Errors
    /// 422 on `text` or `photos`.
    pub fn parse(text: &str, photos: Vec<String>) -> Fallible<Self> {
        let text = letters::plain_text(text).trim().to_owned();
        if text.chars().count() > TEXT_LIMIT {
            return Err(Failure::field("text", "Use at most 2,000 characters."));
        }
        let different: HashSet<&String> = photos.iter().collect();
        if photos.len() > PHOTOS || different.len() < photos.len() {
            return Err(Failure::field("photos", "Keep at most 8 photos, each once."));
        }
        Ok(Self { text, photos })
    }
}

/// Whether a job's pro may write now.
///
/// # Errors
/// 409 `notes_closed` 90 days after its end.
pub fn may_write(booking: &Booking, now: Millis) -> Fallible<()> {
    match booking.ended_at {
        Some(ended) if now >= ended + AFTER => Err(Failure::conflict(
            "notes_closed",
            "This job ended more than 90 days ago: its notes stay as they are.",
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;

    #[test]
    fn words_and_photos_are_few_enough() {
        for (letters, fits) in [(0, true), (2_000, true), (2_001, false)] {
            assert_eq!(
                Notes::parse(&"ä".repeat(letters), vec![]).is_ok(),
                fits,
                "{letters}"
            );
        }
        let photos = |count: usize| (0..count).map(|nth| format!("/api/files/{nth}")).collect();
        for (count, fits) in [(0, true), (8, true), (9, false)] {
            assert_eq!(Notes::parse("", photos(count)).is_ok(), fits, "{count}");
        }
        let twice = vec!["/api/files/1".to_owned(); 2];
        assert_eq!(Notes::parse("", twice).unwrap_err().code, "invalid");
        assert_eq!(
            Notes::parse("  Stopcock\u{200b} under the sink ", vec![])
                .unwrap()
                .text,
            "Stopcock under the sink"
        );
    }

    #[test]
    fn they_are_closed_90_days_after_the_end() {
        let ended = |at| Booking {
            ended_at: at,
            ..blank()
        };
        assert!(may_write(&ended(None), 1_000 * DAY).is_ok());
        assert!(may_write(&ended(Some(0)), 90 * DAY - 1).is_ok());
        assert_eq!(
            may_write(&ended(Some(0)), 90 * DAY).unwrap_err().code,
            "notes_closed"
        );
    }
}

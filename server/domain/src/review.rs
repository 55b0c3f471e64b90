//! What client and pro say of each other once a job is done. Neither sees the other's words before writing their own, so that
//! nobody answers in kind; a few single opinions are no rating yet.

use std::ops::RangeInclusive;

use crate::booking::Booking;
use crate::clock::{DAY, Millis};
use crate::failure::{Failure, Fallible};
use crate::letters;
use crate::mask;
use callout_db::names;

/// How long after the end of a job it can be reviewed, and how long a review waits for the other side's, milliseconds.
const OPEN_FOR: Millis = 7 * DAY;

/// How many stars can be given.
pub const STARS: RangeInclusive<i64> = 1..=5;

/// Longest text, characters.
pub const TEXT_LIMIT: usize = 1_000;

/// Longest reply, characters.
pub const REPLY_LIMIT: usize = 500;

/// A rating is shown from this many reviews on.
const ENOUGH: i64 = 3;

names! {
    /// Who wrote a review.
    #[schema(as = ReviewAuthor)]
    pub enum Author {
        /// The client, of the pro.
        Client = "client",
        /// The pro, of the client: for operators only.
        Pro = "pro",
    }
}

impl Author {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Client => Self::Pro,
            Self::Pro => Self::Client,
        }
    }
}

/// A checked review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Stars, 1 to 5.
    pub rating: i64,
    /// The text without phones and emails; empty when there is none.
    pub text: String,
}

impl Opinion {
    /// Checks what somebody wrote.
    ///
    /// # Errors
    /// 422 on `rating` unless it is 1 to 5, on `text` when it is too long.
    pub fn parse(rating: i64, text: Option<&str>) -> Fallible<Self> {
        if !STARS.contains(&rating) {
            return Err(Failure::field("rating", "Choose 1 to 5 stars."));
        }
        let text = letters::plain_text(text.unwrap_or_default());
        let text = text.trim();
        if text.chars().count() > TEXT_LIMIT {
            return Err(Failure::field("text", "Please keep it to 1,000 characters."));
        }
        Ok(Self {
            rating,
            text: mask::contacts(text).into_owned(),
        })
    }
}

/// A checked reply to a review, without phones and emails.
///
/// # Errors
/// 422 on `text` when it is empty or too long.
pub fn reply(text: &str) -> Fallible<String> {
    let text = letters::plain_text(text);
    let text = text.trim();
    match text.chars().count() {
        0 => Err(Failure::field("text", "Write your reply.")),
        length if length > REPLY_LIMIT => Err(Failure::field("text", "Please keep it to 500 characters.")),
        _ => Ok(mask::contacts(text).into_owned()),
    }
}

/// Until when (Unix milliseconds) a booking can be reviewed; none while the work is not done.
#[must_use]
pub fn open_until(booking: &Booking) -> Option<Millis> {
    let ended = booking
        .ended_at
        .filter(|_| booking.facts().is_done && booking.parent_id.is_none())?;
    Some(ended + OPEN_FOR)
}

/// Until when (Unix milliseconds) a booking can be reviewed, checked at `now`.
///
/// # Errors
/// 409 `not_completed` before the work is done; 409 `review_closed` once the time is over.
pub fn check_open(booking: &Booking, now: Millis) -> Fallible<Millis> {
    let until = open_until(booking)
        .ok_or_else(|| Failure::conflict("not_completed", "You can leave a review once the job is done."))?;
    if now < until {
        Ok(until)
    } else {
        Err(Failure::conflict(
            "review_closed",
            "A job can be reviewed for 7 days after it was done.",
        ))
    }
}

/// 409 `already_reviewed`.
#[must_use]
pub fn already_reviewed() -> Failure {
    Failure::conflict("already_reviewed", "You have reviewed this job already.")
}

/// The stars that a pro was given, as far as they are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stars {
    /// How many reviews.
    pub count: i64,
    /// Their stars together.
    pub sum: i64,
}

impl Stars {
    /// Whether there are enough reviews for the stars to be shown.
    #[must_use]
    pub const fn are_enough(self) -> bool {
        self.count >= ENOUGH
    }

    /// The average with one decimal; none while there are too few reviews.
    #[must_use]
    pub fn rating(self) -> Option<f64> {
        if !self.are_enough() {
            return None;
        }
        // Tenths, rounded half up.
        let tenths = (self.sum * 20 + self.count).checked_div(self.count * 2)?;
        i32::try_from(tenths).ok().map(|tenths| f64::from(tenths) / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_five_stars_and_a_thousand_characters() {
        for rating in [i64::MIN, 0, 6, i64::MAX] {
            assert!(
                Opinion::parse(rating, None)
                    .unwrap_err()
                    .errors
                    .contains_key("rating")
            );
        }
        let longest = "é".repeat(TEXT_LIMIT);
        for rating in [1, 5] {
            let opinion = Opinion::parse(rating, Some(&longest)).unwrap();
            assert_eq!(
                (opinion.rating, opinion.text.as_str()),
                (rating, longest.as_str())
            );
        }
        let longer = format!("{longest}é");
        assert!(
            Opinion::parse(5, Some(&longer))
                .unwrap_err()
                .errors
                .contains_key("text")
        );
        let padded = format!("  {longest}\n");
        assert_eq!(Opinion::parse(5, Some(&padded)).unwrap().text, longest);
        assert_eq!(Opinion::parse(4, None).unwrap().text, "");
    }

    #[test]
    fn contacts_are_hidden() {
        let opinion = Opinion::parse(5, Some("Great, call 07700 900123 or ada@example.com")).unwrap();
        assert!(
            !opinion.text.contains("900123") && !opinion.text.contains('@'),
            "{}",
            opinion.text
        );
        assert!(opinion.text.starts_with("Great, call "));
    }

    #[test]
    fn a_rating_begins_with_three_reviews() {
        let rating = |count, sum| Stars { count, sum }.rating();
        assert_eq!(rating(0, 0), None);
        assert_eq!(rating(2, 10), None);
        assert_eq!(rating(3, 15), Some(5.0));
        assert_eq!(rating(3, 14), Some(4.7));
        assert_eq!(rating(3, 13), Some(4.3));
        assert_eq!(rating(4, 17), Some(4.3), "4.25 is rounded up");
        assert_eq!(rating(3, 3), Some(1.0));
    }
}

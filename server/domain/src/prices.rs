//! Price books as operators publish them: drafts, activations, and what a published book may say.

use pricing_core::{BasisPoints, PriceBook};
use serde::{Deserialize, Serialize};

use super::failure::{Failure, Fallible};
use super::time;
use crate::clock::{DAY, Millis};
use crate::kept::{Class, FACT};
use callout_db::record;

/// Most that the platform may keep of a price: 30%. Decided for the product (decisions, section 29).
pub const MOST_FEE: BasisPoints = BasisPoints(3_000);
/// Most that a late cancellation may cost: 50%. Decided for the product (decisions, section 29).
pub const MOST_LATE_FEE: BasisPoints = BasisPoints(5_000);
/// How long before a higher fee every pro is told of it, milliseconds: 15 days (decisions, section 25).
pub const FEE_NOTICE: Millis = 15 * DAY;

record! {
    /// From when on a book is in force, unless a later one is.
    pub struct Activation in "price_activations" {
        /// `act-…`.
        pub id: String => FACT,
        /// Version of the book.
        pub version: String => FACT,
        /// Unix milliseconds; 0 for the book that came with the first start.
        pub active_from: Millis => FACT,
        /// Unix milliseconds.
        pub made_at: Millis => FACT,
        /// An operator's email, or `callout`.
        pub made_by: String => FACT,
        /// Why.
        pub reason: String => FACT,
        /// When it was called off, Unix milliseconds.
        pub cancelled_at: Option<Millis> => FACT,
    }
}

record! {
    /// A book that is being worked on.
    pub struct Draft in "price_drafts" {
        /// `book-…`.
        pub id: String => FACT,
        /// JSON as it was typed, valid or not.
        pub body: String => FACT,
        /// Unix milliseconds.
        pub changed_at: Millis => FACT,
        /// The operator's email.
        pub changed_by: String => FACT,
    }
}

impl Draft {
    /// The book, if it may be published.
    ///
    /// # Errors
    /// 422 on `body`, which says what is wrong.
    pub fn book(&self) -> Fallible<PriceBook> {
        publishable(&self.body)
    }
}

/// A change of the platform's fee that pros are told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeChange {
    /// The activation that brings it.
    pub activation_id: String,
    /// The fee until then.
    pub from: BasisPoints,
    /// The fee from then on.
    pub to: BasisPoints,
    /// When, Unix milliseconds.
    pub at: Millis,
    /// It was announced, and does not come after all.
    pub is_called_off: bool,
}

/// Reads a book that is to set prices.
///
/// # Errors
/// 422 on `body`, which says what is wrong.
pub fn publishable(json: &str) -> Fallible<PriceBook> {
    let book = PriceBook::from_json(json).map_err(|error| Failure::field("body", error.to_string()))?;
    if book.fee_basis_points > MOST_FEE {
        return Err(Failure::field(
            "body",
            "The platform keeps at most 30% of a price.",
        ));
    }
    let terms = &book.cancellation;
    let late = [
        terms.late_fee_bps,
        terms.emergency_fee_bps,
        terms.cooling_off_en_route_bps,
    ];
    if late.iter().any(|fee| *fee > MOST_LATE_FEE) {
        return Err(Failure::field("body", "A late cancellation costs at most 50%."));
    }
    Ok(book)
}

/// When a book is to be in force that was asked for at `wanted` (London's clocks, as browsers send it; empty for now).
///
/// # Errors
/// 422 on `at` when this is no time, or is in the past.
pub fn begins(wanted: &str, now: Millis) -> Fallible<Millis> {
    let wanted = wanted.trim();
    if wanted.is_empty() {
        return Ok(now);
    }
    let at = wanted
        .parse()
        .ok()
        .and_then(time::instant)
        .ok_or_else(|| Failure::field("at", "Choose a day and a time, or leave it empty for now."))?;
    if at < now {
        return Err(Failure::field("at", "This time has passed."));
    }
    Ok(at)
}

/// Refuses a higher fee that comes too soon.
///
/// # Errors
/// 422 on `at`.
pub fn require_notice(from: BasisPoints, to: BasisPoints, at: Millis, now: Millis) -> Fallible<()> {
    if to <= from || at >= now + FEE_NOTICE {
        return Ok(());
    }
    let earliest = time::day_in_words(now + FEE_NOTICE + DAY);
    Err(Failure::field(
        "at",
        format!("The fee rises, and every pro is told 15 days before. Choose {earliest} or a later day."),
    ))
}

/// The version after this one: `2026.3` after `2026.2`. What does not end with a number gets one.
#[must_use]
pub fn next_version(version: &str) -> String {
    let (begin, last) = version.rsplit_once('.').unwrap_or((version, ""));
    match last.parse::<u32>() {
        Ok(last) => format!("{begin}.{}", last.saturating_add(1)),
        Err(_) => format!("{version}.2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(change: impl FnOnce(&mut PriceBook)) -> String {
        let mut book = PriceBook::builtin().clone();
        change(&mut book);
        book.to_json().unwrap()
    }

    #[test]
    fn a_book_within_its_bounds_may_be_published() {
        assert!(publishable(&json(|book| book.fee_basis_points = MOST_FEE)).is_ok());
        for wrong in [
            "{}".to_owned(),
            json(|book| book.fee_basis_points = BasisPoints(3_001)),
            json(|book| book.cancellation.late_fee_bps = BasisPoints(5_001)),
            json(|book| book.cancellation.emergency_fee_bps = BasisPoints(5_001)),
            json(|book| book.cancellation.cooling_off_en_route_bps = BasisPoints(5_001)),
            json(|book| book.version = String::new()),
        ] {
            assert!(publishable(&wrong).unwrap_err().errors.contains_key("body"));
        }
    }

    #[test]
    fn a_book_begins_now_or_later() {
        let now = 1_795_428_300_000; // 23 November 2026, 10:05
        assert_eq!(begins(" ", now).unwrap(), now);
        assert_eq!(begins("2026-11-23T10:06", now).unwrap(), now + 60_000);
        for wrong in ["2026-11-23T10:04", "tomorrow", "2026-11-23"] {
            assert!(
                begins(wrong, now).unwrap_err().errors.contains_key("at"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn pros_know_of_a_higher_fee_before_it_comes() {
        let (lower, higher, now) = (BasisPoints(1_500), BasisPoints(1_800), 1_795_428_300_000);
        assert!(require_notice(higher, lower, now, now).is_ok());
        assert!(require_notice(lower, lower, now, now).is_ok());
        assert!(require_notice(lower, higher, now + FEE_NOTICE, now).is_ok());
        let refused = require_notice(lower, higher, now + FEE_NOTICE - 1, now).unwrap_err();
        assert!(refused.errors["at"].contains("9 December 2026"), "{refused:?}");
    }

    #[test]
    fn versions_go_on() {
        assert_eq!(next_version("2026.2"), "2026.3");
        assert_eq!(next_version("2026.9"), "2026.10");
        assert_eq!(next_version("test"), "test.2");
    }
}

//! A job that its client, or the client's bank, disputes: until when it may be, and how a refund is shared out.

use pricing_core::Pence;
use serde::{Deserialize, Serialize};

use crate::booking::Booking;
use crate::clock::{DAY, HOUR, Millis};
use crate::failure::{Failure, Fallible};
use crate::letters;
use crate::mask;
use crate::time;
use callout_db::names;

/// How long after its end a job can be disputed, milliseconds: decided for the product.
const OPEN_FOR: Millis = 14 * DAY;

/// How long the pro has to answer, milliseconds: decided for the product.
const TO_ANSWER: Millis = 72 * HOUR;

/// Working days after the day it was opened in which a dispute is decided: decided for the product.
const TO_DECIDE: u32 = 5;

/// The most photos a side may add.
pub const MOST_PHOTOS: usize = 5;

/// Shortest text, characters: one word says nothing that can be decided.
pub const TEXT_LEAST: usize = 10;

/// Longest text, characters.
pub const TEXT_LIMIT: usize = 2_000;

names! {
    /// Who disputes.
    #[schema(as = DisputeOrigin)]
    pub enum Origin {
        /// The client, on our pages.
        Client = "client",
        /// The client's bank, which took the payment back.
        Bank = "bank",
    }
}

names! {
    /// Why.
    #[schema(as = DisputeReason)]
    pub enum Reason {
        /// The work was not done, or not finished.
        NotDone = "not_done",
        /// The work was done badly.
        PoorWork = "poor_work",
        /// Something was damaged.
        Damage = "damage",
        /// The price is not what was agreed.
        Price = "price",
        /// Something else.
        Other = "other",
        /// The client's bank took the payment back.
        Chargeback = "chargeback",
    }
}

names! {
    /// Where it stands.
    #[schema(as = DisputeStatus)]
    pub enum DisputeStatus {
        /// An operator, or the bank, has not decided yet.
        Open = "open",
        /// It is decided.
        Decided = "decided",
    }
}

names! {
    /// Who bears a refund.
    pub enum BorneBy {
        /// The pro and the platform, each of what the job earned them.
        Pro = "pro",
        /// The platform alone: the pro keeps what was earned.
        Callout = "callout",
    }
}

names! {
    /// What a client's bank did that ended a dispute.
    pub enum BankSays {
        /// It has taken the payment back, and decides instead of us: a dispute of the client's own is closed.
        TookOver = "took_over",
        /// The payment stands.
        Won = "won",
        /// The client keeps the money.
        Lost = "lost",
    }
}

/// What people are told about a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// It was opened.
    Opened,
    /// The pro has answered.
    Answered,
    /// It is decided.
    Decided,
    /// One side appeals against the decision.
    Appealed,
    /// The appeal is decided.
    AppealDecided,
}

/// Who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reader {
    /// The client.
    Client,
    /// The pro.
    Pro,
    /// Whoever decides.
    Operator,
}

impl News {
    /// Who is told of it.
    #[must_use]
    pub const fn readers(self) -> &'static [Reader] {
        match self {
            Self::Opened | Self::Appealed => &[Reader::Client, Reader::Pro, Reader::Operator],
            Self::Answered => &[Reader::Client, Reader::Operator],
            Self::Decided | Self::AppealDecided => &[Reader::Client, Reader::Pro],
        }
    }
}

/// What one side says, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Without phones and emails.
    pub text: String,
    /// Addresses of uploads.
    pub photo_urls: Vec<String>,
}

impl Statement {
    /// Checks what somebody wrote and the photos beside it.
    ///
    /// # Errors
    /// 422 on `text` or `photos`.
    pub fn parse(text: &str, photo_urls: Vec<String>) -> Fallible<Self> {
        let text = letters::plain_text(text);
        let text = text.trim();
        let length = text.chars().count();
        if length < TEXT_LEAST {
            return Err(Failure::field("text", "Please say in a sentence what happened."));
        }
        if length > TEXT_LIMIT {
            return Err(Failure::field("text", "Please keep it to 2,000 characters."));
        }
        if photo_urls.len() > MOST_PHOTOS {
            return Err(Failure::field("photos", "You can add up to 5 photos."));
        }
        Ok(Self {
            text: mask::contacts(text).into_owned(),
            photo_urls,
        })
    }
}

/// Until when a booking can be disputed, Unix milliseconds; none while its work is not done. A cancelled one can be once it was charged
/// for, which `was_charged` says.
#[must_use]
pub fn open_until(booking: &Booking, was_charged: bool) -> Option<Millis> {
    let facts = booking.facts();
    let ended = booking
        .ended_at
        .filter(|_| booking.parent_id.is_none())
        .filter(|_| facts.is_done || (facts.is_called_off && was_charged))?;
    Some(ended + OPEN_FOR)
}

/// Until when the pro may answer a dispute of this time, Unix milliseconds.
#[must_use]
pub const fn answer_by(opened_at: Millis) -> Millis {
    opened_at + TO_ANSWER
}

/// Until when a dispute of this time is to be decided, Unix milliseconds; none outside the calendar.
#[must_use]
pub fn decide_by(opened_at: Millis) -> Option<Millis> {
    time::working_days_end(opened_at, TO_DECIDE)
}

/// What a booking has earned so far, less what refunds have taken of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Earned {
    /// The pro's part.
    pub pro: Pence,
    /// The platform's fee.
    pub fees: Pence,
    /// What the platform gave for a coupon.
    pub promotions: Pence,
}

/// How a refund is taken from what a booking has earned. The parts add up: pro + fees = refund + promotions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shares {
    /// From the pro.
    pub pro: Pence,
    /// From the platform's fee.
    pub fees: Pence,
    /// Back to the platform, of the coupon it gave.
    pub promotions: Pence,
}

impl Earned {
    /// What the client paid of it.
    #[must_use]
    pub fn paid(self) -> Pence {
        self.pro + self.fees - self.promotions
    }

    /// Takes `refund` from it, the same part of each; none when that is more than the client paid. What is left can be shared out again,
    /// and all refunds of the whole together take exactly everything.
    #[must_use]
    pub fn shares(self, refund: Pence) -> Option<Shares> {
        let paid = self.paid();
        if refund < Pence::ZERO || refund > paid {
            return None;
        }
        if paid == Pence::ZERO {
            return Some(Shares::default());
        }
        let part = |of: Pence| -> Option<Pence> {
            let rounded =
                (i128::from(of.0) * i128::from(refund.0) + i128::from(paid.0) / 2) / i128::from(paid.0);
            i64::try_from(rounded).ok().map(Pence)
        };
        let (promotions, fees) = (part(self.promotions)?, part(self.fees)?);
        Some(Shares {
            pro: refund + promotions - fees,
            fees,
            promotions,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::booking::blank;
    use crate::status::BookingStatus;

    #[test]
    fn done_jobs_and_charged_cancellations_can_be_disputed_for_two_weeks() {
        let ended = |status| Booking {
            status,
            ended_at: Some(1_000),
            ..blank()
        };
        let until = Some(1_000 + 14 * DAY);
        assert_eq!(open_until(&ended(BookingStatus::Completed), true), until);
        assert_eq!(open_until(&ended(BookingStatus::Completed), false), until);
        assert_eq!(open_until(&ended(BookingStatus::Cancelled), true), until);
        assert_eq!(open_until(&ended(BookingStatus::Cancelled), false), None);
        assert_eq!(open_until(&blank(), true), None);
    }

    #[test]
    fn a_statement_is_a_sentence_without_phones() {
        let parse = |text: &str, photos: usize| Statement::parse(text, vec![String::new(); photos]);
        let said = parse("  Call me on 07700 900123, the tap still leaks.  ", 5).unwrap();
        assert!(
            !said.text.contains("900123") && said.text.ends_with("the tap still leaks."),
            "{said:?}"
        );
        for (text, photos) in [("Bad.", 0), ("The tap still leaks.", 6)] {
            assert!(parse(text, photos).is_err(), "{text}");
        }
        assert!(parse(&"a".repeat(2_001), 0).is_err());
    }

    #[test]
    fn a_refund_takes_the_same_part_of_each() {
        // £97.50 less £10 for a coupon; the fee is 15% of £97.50.
        let earned = Earned {
            pro: Pence(8_287),
            fees: Pence(1_463),
            promotions: Pence(1_000),
        };
        assert_eq!(earned.paid(), Pence(8_750));
        let half = earned.shares(Pence(4_375)).unwrap();
        assert_eq!(
            (half.pro, half.fees, half.promotions),
            (Pence(4_143), Pence(732), Pence(500))
        );
        assert_eq!(earned.shares(Pence(8_751)), None);
        assert_eq!(earned.shares(Pence(-1)), None);
    }

    proptest! {
        #[test]
        fn refunds_take_exactly_what_was_earned(
            price in 1i64..200_000, fee_bps in 0i64..=3_000, coupon in 0i64..5_000,
            parts in prop::collection::vec(0i64..=100, 0..6),
        ) {
            let coupon = coupon.min(price);
            let fees = price * fee_bps / 10_000;
            let mut earned = Earned { pro: Pence(price - fees), fees: Pence(fees), promotions: Pence(coupon) };
            let whole = earned.paid();
            let mut refunded = Pence::ZERO;
            let refunds = parts.iter().map(|part| Pence(whole.0 * part / 100)).chain([whole]);
            for refund in refunds {
                let refund = refund.min(whole - refunded);
                let taken = earned.shares(refund).unwrap();
                prop_assert_eq!(taken.pro + taken.fees, refund + taken.promotions);
                earned.pro = earned.pro - taken.pro;
                earned.fees = earned.fees - taken.fees;
                earned.promotions = earned.promotions - taken.promotions;
                for left in [earned.pro, earned.fees, earned.promotions] {
                    prop_assert!(left >= Pence::ZERO, "{:?}", earned);
                }
                refunded = refunded + refund;
                prop_assert_eq!(earned.paid(), whole - refunded);
            }
            prop_assert!(earned == Earned::default() || whole == Pence::ZERO);
        }
    }
}

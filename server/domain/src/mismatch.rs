//! A job that is not what was booked: its pro says so from the work on, and the client chooses another price, the end, or to talk.

use callout_db::names;
use pricing_core::{Pence, PriceBook};

use super::booking::Booking;
use super::cash;
use super::change_order::{Extra, Kind, LEAST, Line};
use super::failure::{Failure, Fallible};
use super::letters;
use super::mask;
use super::matching::proposal;
use super::missed_visit;
use crate::clock::{DAY, MINUTE, Millis};

/// How long the client has to choose, milliseconds.
pub const TIME_TO_CHOOSE: Millis = 30 * MINUTE;

/// Shortest and longest words, characters.
pub const TEXT: std::ops::RangeInclusive<usize> = 10..=500;

/// So many reports of one job: each is told by email and text.
pub const MOST_OF_A_JOB: i64 = 3;

/// So many reports of a pro within [`OFTEN_WITHIN`] and an operator looks at them.
pub const OFTEN: i64 = 3;
/// The time of [`OFTEN`], milliseconds.
pub const OFTEN_WITHIN: Millis = 30 * DAY;

/// What a change order says that puts another price in the place of the one that was booked.
const ANOTHER_PRICE: &str = "Another price: the job is not what was booked";

names! {
    /// What the client chooses.
    #[schema(as = MismatchChoice)]
    pub enum Choice {
        /// The other price.
        Price = "price",
        /// The job ends, and they pay the call-out share.
        End = "end",
        /// To talk about it; the job goes on as booked.
        Talk = "talk",
    }
}

names! {
    /// How a report ended.
    #[schema(as = MismatchOutcome)]
    pub enum Outcome {
        /// The other price was agreed and, by card, paid.
        Replaced = "replaced",
        /// The client ended the job.
        Ended = "ended",
        /// They talk about it.
        Talked = "talked",
        /// The pro took it back.
        Withdrawn = "withdrawn",
        /// The job ended otherwise.
        Over = "over",
    }
}

/// What a pro says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What is different, without phones and emails.
    pub text: String,
    /// A photo that was uploaded.
    pub photo_url: String,
    /// What the job would cost in all, before a coupon, if the pro would do it.
    pub price: Option<Pence>,
}

impl Report {
    /// What a pro sent; the price in whole pounds.
    ///
    /// # Errors
    /// 422 on `text` or `price`.
    pub fn parse(text: &str, photo_url: String, pounds: Option<i64>) -> Fallible<Self> {
        let text = letters::plain_text(text);
        let text = text.trim();
        if !TEXT.contains(&text.chars().count()) {
            let detail = "Say in 10 to 500 characters what is not as booked.";
            return Err(Failure::field("text", detail));
        }
        let price = match pounds {
            Some(pounds) if (1..=proposal::MOST.0 / 100).contains(&pounds) => Some(Pence(pounds * 100)),
            Some(_) => return Err(Failure::field("price", "Enter whole pounds, up to £100,000.")),
            None => None,
        };
        Ok(Self {
            text: mask::contacts(text).into_owned(),
            photo_url,
            price,
        })
    }

    /// Checks it against the job.
    ///
    /// # Errors
    /// 422 on `price` where it is the price of now, or leaves less than a pound to pay; 409 `cash_limit`.
    pub fn check(&self, booking: &Booking) -> Fallible<()> {
        let Some(price) = self.price else {
            return Ok(());
        };
        let now = price_of(booking);
        if price == now {
            let detail = format!("Enter another price than {now}, which is agreed already.");
            return Err(Failure::field("price", detail));
        }
        if to_pay(booking, price) < LEAST {
            let coupon = Pence(booking.discount_pence);
            let detail =
                format!("Enter more: your client's coupon takes off {coupon}, and {LEAST} must be left.");
            return Err(Failure::field("price", detail));
        }
        cash::check(booking.is_in_cash(), to_pay(booking, price))
    }
}

/// What a job costs now, before a coupon.
fn price_of(booking: &Booking) -> Pence {
    Pence(booking.amount_pence + booking.discount_pence)
}

/// What the client pays in all of a job that costs this much, before a coupon.
#[must_use]
pub fn to_pay(booking: &Booking, price: Pence) -> Pence {
    price - Pence(booking.discount_pence)
}

/// What puts a price in the place of the one of now; below zero for a lower one.
#[must_use]
pub fn difference(booking: &Booking, price: Pence) -> Extra {
    Extra {
        lines: vec![Line {
            kind: Kind::Labour,
            text: ANOTHER_PRICE.to_owned(),
            amount_pence: (price - price_of(booking)).0,
        }],
        note: None,
    }
}

/// What a client pays who ends the job: the call-out share of its price; nothing of a job in cash, of which nothing passes through us.
#[must_use]
pub fn cost_of_ending(book: &PriceBook, booking: &Booking) -> Pence {
    missed_visit::call_out_share(book, booking)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::{PaymentMethod, blank};
    use crate::change_order;

    const WORDS: &str = "It is a whole new boiler, not a washer.";

    fn report(pounds: Option<i64>) -> Fallible<Report> {
        Report::parse(WORDS, "/api/files/1".to_owned(), pounds)
    }

    fn job(method: PaymentMethod) -> Booking {
        Booking {
            payment_method: method,
            amount_pence: 11_700,
            ..blank()
        }
    }

    #[test]
    fn words_are_few_enough_and_without_contacts() {
        for (letters, fits) in [(9, false), (10, true), (500, true), (501, false)] {
            let report = Report::parse(&"ä".repeat(letters), String::new(), None);
            assert_eq!(report.is_ok(), fits, "{letters}");
        }
        let masked = Report::parse("Ring me on 07700 900123.", String::new(), None).unwrap();
        assert_eq!(masked.text, "Ring me on •••.");
    }

    #[test]
    fn a_price_is_whole_pounds_and_another_one() {
        for (pounds, fits) in [
            (0, false),
            (-1, false),
            (1, true),
            (100_000, true),
            (100_001, false),
            (i64::MAX, false),
        ] {
            assert_eq!(report(Some(pounds)).is_ok(), fits, "{pounds}");
        }
        let checked = |pounds, method| {
            report(pounds)
                .unwrap()
                .check(&job(method))
                .map_err(|failure| failure.code)
        };
        assert_eq!(checked(None, PaymentMethod::Card), Ok(()));
        assert_eq!(checked(Some(117), PaymentMethod::Card), Err("invalid"));
        assert_eq!(checked(Some(118), PaymentMethod::Card), Ok(()));
        for method in [PaymentMethod::Card, PaymentMethod::Cash] {
            assert_eq!(checked(Some(1), method), Ok(()));
        }
        assert_eq!(checked(Some(9_000), PaymentMethod::Card), Ok(()));
        assert_eq!(checked(Some(500), PaymentMethod::Cash), Ok(()));
        assert_eq!(checked(Some(501), PaymentMethod::Cash), Err("cash_limit"));
    }

    #[test]
    fn the_difference_makes_it_the_price() {
        let extra = difference(&job(PaymentMethod::Card), Pence(30_000));
        assert_eq!(extra.sum(), Pence(18_300));
        let with_coupon = Booking {
            amount_pence: 10_700,
            discount_pence: 1_000,
            ..job(PaymentMethod::Card)
        };
        assert_eq!(difference(&with_coupon, Pence(30_000)).sum(), Pence(18_300));
        assert_eq!(to_pay(&with_coupon, Pence(30_000)), Pence(29_000));
        let lower = difference(&with_coupon, Pence(6_000));
        assert_eq!(
            (lower.sum(), to_pay(&with_coupon, Pence(6_000))),
            (Pence(-5_700), Pence(5_000))
        );
        for (pounds, fits) in [(10, false), (11, true)] {
            assert_eq!(
                report(Some(pounds)).unwrap().check(&with_coupon).is_ok(),
                fits,
                "{pounds}"
            );
        }
        let line = &extra.lines[0];
        assert!(change_order::TEXT.contains(&line.text.chars().count()));
    }

    #[test]
    fn ending_costs_the_call_out_share_and_nothing_in_cash() {
        let book = PriceBook::builtin();
        assert_eq!(cost_of_ending(book, &job(PaymentMethod::Card)), Pence(4_095));
        assert_eq!(cost_of_ending(book, &job(PaymentMethod::Cash)), Pence::ZERO);
        let open = Booking {
            open_price: true,
            amount_pence: 500_000,
            ..job(PaymentMethod::Card)
        };
        assert_eq!(cost_of_ending(book, &open), Pence(10_000));
    }
}

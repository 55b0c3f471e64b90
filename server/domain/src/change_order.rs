//! Extra work or parts that a pro proposes on site: what may be proposed, and what becomes of it.

use std::ops::RangeInclusive;

use callout_db::names;
use pricing_core::{Pence, PriceBook};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cash;
use super::contact::given;
use super::failure::{Failure, Fallible};
use super::letters;
use super::matching::answer;
use super::mistakes::Mistakes;
use crate::clock::{MINUTE, Millis};

/// How long the client has to answer and to pay, milliseconds.
pub const TIME_TO_ANSWER: Millis = 30 * MINUTE;

/// Most lines.
pub const MOST_LINES: usize = 10;
/// Shortest and longest text of a line, characters.
pub const TEXT: RangeInclusive<usize> = 3..=80;
/// Longest note, characters.
pub const NOTE_LIMIT: usize = 300;
/// The most that an operator may allow beyond the original price. Decided for the product.
pub const MOST_ALLOWED: Pence = Pence(1_000_000);
/// The least that a line may cost.
pub const LEAST: Pence = Pence(100);

/// What a line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExtraKind)]
pub enum Kind {
    /// Work.
    Labour,
    /// Material.
    Parts,
}

impl Kind {
    /// Its name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Labour => "Labour",
            Self::Parts => "Parts",
        }
    }
}

/// One thing that is added to a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExtraLine)]
pub struct Line {
    /// What it is for.
    pub kind: Kind,
    /// What it is.
    pub text: String,
    /// What it costs, pence.
    pub amount_pence: i64,
}

names! {
    /// Where a change order stands.
    #[schema(as = ChangeOrderStatus)]
    pub enum Status {
        /// The client has not answered.
        Open = "open",
        /// The client has approved it, and its payment is missing.
        AwaitingPayment = "awaiting_payment",
        /// Agreed and, by card, paid: it belongs to the price.
        Approved = "approved",
        /// The client said no.
        Declined = "declined",
        /// The pro took it back, or the job ended.
        Withdrawn = "withdrawn",
        /// Nobody answered, or nobody paid, in time.
        Expired = "expired",
    }
}

/// What a pro wants to add to a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// Its lines, at least one.
    pub lines: Vec<Line>,
    /// What the pro says about it.
    pub note: Option<String>,
}

/// The job that it is added to. Prices are those before a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// What it costs now.
    pub price: Pence,
    /// What of that was added before.
    pub added: Pence,
    /// What an operator allows beyond the original price.
    pub allowed: Pence,
    /// What the client pays now.
    pub amount: Pence,
    /// Whether that is paid in cash.
    pub in_cash: bool,
}

impl Extra {
    /// Checks what a pro typed.
    ///
    /// # Errors
    /// 422 with a message for each wrong field: `lines`, `lines.0.text`, `lines.0.amountPence`, `note`.
    pub fn parse(lines: Vec<Line>, note: Option<&str>) -> Fallible<Self> {
        let mut mistakes = Mistakes::default();
        if lines.is_empty() || lines.len() > MOST_LINES {
            mistakes.note("lines", format!("Add 1 to {MOST_LINES} lines."));
        }
        let mut checked = Vec::with_capacity(lines.len());
        for (place, line) in lines.into_iter().enumerate() {
            if line.amount_pence < LEAST.0 {
                mistakes.note(
                    format!("lines.{place}.amountPence"),
                    format!("Enter {LEAST} or more."),
                );
            }
            let text = mistakes.checked(&format!("lines.{place}.text"), text(&line.text));
            checked.push(Line { text, ..line });
        }
        let note = note.map(letters::plain_text);
        let note = given(note.as_deref()).map(str::to_owned);
        if note
            .as_ref()
            .is_some_and(|note| note.chars().count() > NOTE_LIMIT)
        {
            mistakes.note("note", format!("Use at most {NOTE_LIMIT} characters."));
        }
        mistakes.or(Self { lines: checked, note })
    }

    /// What it adds to the price.
    #[must_use]
    pub fn sum(&self) -> Pence {
        let add = |sum: i64, line: &Line| sum.saturating_add(line.amount_pence);
        Pence(self.lines.iter().fold(0, add))
    }

    /// Checks it against the job.
    ///
    /// # Errors
    /// 422 on `lines` where all that is added exceeds the original price and what an operator allows beyond it; 409 `cash_limit`.
    pub fn check(&self, job: Job) -> Fallible<()> {
        let most = job.price - job.added + job.allowed;
        if job.added.0.saturating_add(self.sum().0) > most.0 {
            let left = (most - job.added).max(Pence::ZERO);
            let why = if job.allowed > Pence::ZERO {
                "as support has agreed"
            } else {
                "the original price"
            };
            return Err(Failure::field(
                "lines",
                format!(
                    "Extras may come to {most} in all, {why}; {left} of that is left. Please ask support: an operator must agree to more."
                ),
            ));
        }
        cash::check(job.in_cash, job.amount + self.sum())
    }
}

fn text(typed: &str) -> Result<String, String> {
    let text = letters::line(typed);
    if TEXT.contains(&text.chars().count()) {
        Ok(text)
    } else {
        let (least, most) = (TEXT.start(), TEXT.end());
        Err(format!("Say what it is in {least} to {most} characters."))
    }
}

/// The platform's part of what is added to a job that costs `price` (before a coupon): the difference that it makes to the fee, so that
/// all parts add up to the fee of the whole to the penny.
///
/// # Errors
/// 422 `invalid_amount` above £10,000,000.
pub fn fee(book: &PriceBook, price: Pence, added: Pence) -> Fallible<Pence> {
    let with = answer::earnings(book, price + added, Pence::ZERO)?;
    let without = answer::earnings(book, price, Pence::ZERO)?;
    Ok(with.fee_pence - without.fee_pence)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(text: &str, amount_pence: i64) -> Line {
        Line {
            kind: Kind::Parts,
            text: text.to_owned(),
            amount_pence,
        }
    }

    fn job(original: i64, added: i64) -> Job {
        Job {
            price: Pence(original + added),
            added: Pence(added),
            allowed: Pence::ZERO,
            amount: Pence(original + added),
            in_cash: false,
        }
    }

    #[test]
    fn each_wrong_field_is_told() {
        let wrong = Extra::parse(
            vec![line("ok it is", 99), line(" x ", 100), line("a\u{200b}b", 100)],
            Some(&"é".repeat(301)),
        );
        let errors = wrong.unwrap_err().errors;
        assert_eq!(
            errors.into_iter().collect::<Vec<_>>(),
            [
                ("lines.0.amountPence", "Enter £1 or more."),
                ("lines.1.text", "Say what it is in 3 to 80 characters."),
                ("lines.2.text", "Say what it is in 3 to 80 characters."),
                ("note", "Use at most 300 characters."),
            ]
            .map(|(field, message)| (field.to_owned(), message.to_owned()))
        );
    }

    #[test]
    fn one_to_ten_lines_of_three_to_eighty_characters_from_a_pound() {
        for (lines, fits) in [(0, false), (1, true), (10, true), (11, false)] {
            let extra = Extra::parse(vec![line("A new valve", 100); lines], None);
            assert_eq!(extra.is_ok(), fits, "{lines} lines");
        }
        for (length, fits) in [(2, false), (3, true), (80, true), (81, false)] {
            let extra = Extra::parse(vec![line(&"é".repeat(length), 100)], None);
            assert_eq!(extra.is_ok(), fits, "{length} characters");
        }
        let extra = Extra::parse(vec![line("  New valve ", 101)], Some("  ")).unwrap();
        assert_eq!((extra.lines[0].text.as_str(), extra.note), ("New valve", None));
    }

    #[test]
    fn all_extras_stay_within_the_original_price() {
        let extra = |pence| Extra::parse(vec![line("A new valve", pence)], None).unwrap();
        for (pence, added, fits) in [
            (10_000, 0, true),
            (10_001, 0, false),
            (4_000, 6_000, true),
            (4_001, 6_000, false),
            (100, 10_000, false),
            (i64::MAX, 0, false),
        ] {
            let checked = extra(pence).check(job(10_000, added));
            assert_eq!(checked.is_ok(), fits, "{pence} after {added}");
        }
        let told = extra(4_001).check(job(10_000, 6_000)).unwrap_err();
        assert!(told.errors["lines"].contains("£100") && told.errors["lines"].contains("£40"));
    }

    #[test]
    fn an_operator_allows_more() {
        let extra = |pence| Extra::parse(vec![line("A new valve", pence)], None).unwrap();
        let allowed = Job {
            allowed: Pence(5_000),
            ..job(10_000, 6_000)
        };
        assert!(extra(9_000).check(allowed).is_ok());
        let told = extra(9_001).check(allowed).unwrap_err();
        assert!(told.errors["lines"].contains("£150 in all, as support has agreed; £90 of that is left"));
    }

    #[test]
    fn a_job_in_cash_stays_within_its_limit() {
        let extra = |pence| Extra::parse(vec![line("A new valve", pence)], None).unwrap();
        let in_cash = Job {
            in_cash: true,
            ..job(40_000, 0)
        };
        assert!(extra(10_000).check(in_cash).is_ok());
        assert_eq!(extra(10_001).check(in_cash).unwrap_err().code, "cash_limit");
        assert!(extra(10_001).check(job(40_000, 0)).is_ok());
        // The coupon counts for the limit of cash, not for that of extras.
        let with_coupon = Job {
            amount: Pence(39_000),
            ..in_cash
        };
        assert!(extra(11_000).check(with_coupon).is_ok());
    }

    proptest! {
        #[test]
        fn fees_of_the_parts_add_up_to_that_of_the_whole(price in 0..1_000_000_i64, extras in prop::collection::vec(100..50_000_i64, 0..6)) {
            let book = PriceBook::builtin();
            let mut now = Pence(price);
            let mut sum = pricing_core::fee::fee(book, now).unwrap().fee_pence;
            for extra in extras {
                let part = fee(book, now, Pence(extra)).unwrap();
                prop_assert!(part >= Pence::ZERO && part.0 <= extra);
                sum = sum + part;
                now = now + Pence(extra);
            }
            prop_assert_eq!(sum, pricing_core::fee::fee(book, now).unwrap().fee_pence);
        }
    }
}

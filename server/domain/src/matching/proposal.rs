//! A pro's answer with another price.

use pricing_core::{Pence, Urgency};

use super::rules::MatchingRules;
use crate::clock::Millis;
use crate::contact::given;
use crate::failure::{Failure, Fallible};
use crate::letters;
use crate::mask;
use callout_db::names;

names! {
    /// How a proposal or a named price ended.
    pub enum ProposalOutcome {
        /// The client has it, and has paid where it costs something.
        Agreed = "agreed",
        /// The client does not want it.
        Declined = "declined",
        /// The client did not answer or pay in time.
        Lapsed = "lapsed",
        /// Its pro cannot have the job any more.
        Gone = "gone",
        /// Its pro took it back.
        TakenBack = "taken_back",
        /// The client chose another pro's price.
        NotChosen = "not_chosen",
        /// The client moved the booking to another time.
        Moved = "moved",
        /// The booking went on, or ended, without it.
        Over = "over",
    }
}

/// Longest message, characters.
pub const MESSAGE_LIMIT: usize = 300;

/// Another price, with what the pro says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The price it changes.
    pub price: Pence,
    /// Added to that price; never zero.
    pub delta: Pence,
    /// Phones and emails are hidden in it.
    pub message: Option<String>,
    /// When the client's time to answer ends, Unix milliseconds.
    pub until: Millis,
}

impl Proposal {
    /// Checks a proposal that is made at `now` for a booking of this price.
    ///
    /// # Errors
    /// 422 on `price_delta` for no change, parts of a pound or more than half the price; on `message` beyond 300 characters.
    pub fn parse(
        price: Pence,
        delta: Pence,
        message: Option<&str>,
        urgency: Urgency,
        now: Millis,
        rules: &MatchingRules,
    ) -> Fallible<Self> {
        check(price, delta, rules).map_err(|message| Failure::field("price_delta", message))?;
        Ok(Self {
            price,
            delta,
            message: masked(message)?,
            until: now.saturating_add(rules.answer_time(urgency)),
        })
    }

    /// The price it leads to.
    #[must_use]
    pub fn new_price(&self) -> Pence {
        self.price + self.delta
    }
}

/// The largest price that a pro may name.
pub const MOST: Pence = Pence::from_pounds(100_000);
/// The shortest work that a pro may name, minutes.
pub const SHORTEST: i64 = 2 * 60;
/// The longest, minutes: ten days.
pub const LONGEST: i64 = 10 * 24 * 60;

/// A price that a pro names for a job without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPrice {
    /// The whole price.
    pub price: Pence,
    /// How long the work takes, minutes.
    pub length_minutes: i64,
    /// Phones and emails are hidden in it.
    pub message: Option<String>,
}

impl NamedPrice {
    /// Checks a price with what belongs to it.
    ///
    /// # Errors
    /// 422 on `price` for parts of a pound, less than £1 or more than £100,000; on `lengthMinutes` for less than 2 hours or more than 10
    /// days; on `message` beyond 300 characters.
    pub fn parse(price: Pence, length_minutes: i64, message: Option<&str>) -> Fallible<Self> {
        if price.0 % 100 != 0 {
            return Err(Failure::field("price", "Whole pounds only."));
        }
        if !(Pence::from_pounds(1)..=MOST).contains(&price) {
            return Err(Failure::field("price", "Enter £1 to £100,000."));
        }
        if !(SHORTEST..=LONGEST).contains(&length_minutes) {
            return Err(Failure::field("lengthMinutes", "Enter 2 hours to 10 days."));
        }
        Ok(Self {
            price,
            length_minutes,
            message: masked(message)?,
        })
    }
}

/// 422 for a visit that is too soon for pros to name a price.
#[must_use]
pub fn too_soon() -> Failure {
    let detail = "This visit is too soon for pros to name a price. Please suggest your budget.";
    Failure::unprocessable("budget_only", detail)
}

fn masked(message: Option<&str>) -> Fallible<Option<String>> {
    let message = message.map(letters::plain_text);
    let message = given(message.as_deref());
    if message.is_some_and(|text| text.chars().count() > MESSAGE_LIMIT) {
        let told = format!("Use at most {MESSAGE_LIMIT} characters.");
        return Err(Failure::field("message", told));
    }
    Ok(message.map(|text| mask::contacts(text).into_owned()))
}

fn check(price: Pence, delta: Pence, rules: &MatchingRules) -> Result<(), String> {
    let most = Pence(price.0.saturating_mul(rules.proposal_percent) / 100);
    if delta == Pence::ZERO {
        Err("The price must change.".to_owned())
    } else if delta.0 % 100 != 0 {
        Err("Change the price by whole pounds.".to_owned())
    } else if delta.0.saturating_abs() > most.0 {
        let whole = Pence::from_pounds(most.0 / 100);
        Err(format!("The price may change by at most {whole} either way."))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clock::MINUTE;

    fn parse(price: i64, delta: i64, message: Option<&str>) -> Fallible<Proposal> {
        let rules = MatchingRules::default();
        Proposal::parse(Pence(price), Pence(delta), message, Urgency::Asap, 7, &rules)
    }

    #[test]
    fn a_delta_is_whole_pounds_up_to_half_the_price_either_way() {
        for (price, delta, wrong) in [
            (8_000, 4_000, None),
            (8_000, -4_000, None),
            (8_000, 100, None),
            (9_750, 4_800, None),
            (8_000, 0, Some("The price must change.")),
            (8_000, 150, Some("Change the price by whole pounds.")),
            (8_000, -1, Some("Change the price by whole pounds.")),
            (
                8_000,
                4_100,
                Some("The price may change by at most £40 either way."),
            ),
            (
                8_000,
                -4_100,
                Some("The price may change by at most £40 either way."),
            ),
            (
                9_750,
                4_900,
                Some("The price may change by at most £48 either way."),
            ),
            (0, 100, Some("The price may change by at most £0 either way.")),
            (
                8_000,
                i64::MAX - 7,
                Some("The price may change by at most £40 either way."),
            ),
        ] {
            let told = parse(price, delta, None).map_err(|failure| failure.errors["price_delta"].clone());
            assert_eq!(told.as_ref().err().map(String::as_str), wrong, "{price} {delta}");
            if let Ok(proposal) = told {
                assert_eq!(proposal.new_price(), Pence(price + delta));
            }
        }
    }

    #[test]
    fn messages_are_limited_trimmed_and_masked() {
        let message = |text: &str| parse(8_000, 1_000, Some(text)).map(|proposal| proposal.message);
        assert_eq!(
            message("  Needs a new\u{202e} valve. ").unwrap().unwrap(),
            "Needs a new valve."
        );
        assert_eq!(message(" \u{7} ").unwrap(), None);
        assert_eq!(
            message("£20 more, call 07700 900123").unwrap().unwrap(),
            "£20 more, call •••"
        );
        assert_eq!(message(&"é".repeat(300)).unwrap().unwrap().chars().count(), 300);
        assert_eq!(
            message(&"é".repeat(301)).unwrap_err().errors["message"],
            "Use at most 300 characters."
        );
    }

    #[test]
    fn an_emergency_waits_five_minutes_and_others_thirty() {
        let rules = MatchingRules::default();
        for (urgency, minutes) in [
            (Urgency::Emergency, 5),
            (Urgency::Asap, 30),
            (Urgency::Scheduled, 30),
        ] {
            let proposal = Proposal::parse(Pence(8_000), Pence(500), None, urgency, 7, &rules).unwrap();
            assert_eq!(proposal.until, 7 + minutes * MINUTE);
        }
    }

    #[test]
    fn a_named_price_is_whole_pounds_with_a_length() {
        for (price, minutes, wrong) in [
            (100, 120, None),
            (10_000_000, 14_400, None),
            (0, 120, Some(("price", "Enter £1 to £100,000."))),
            (10_000_100, 120, Some(("price", "Enter £1 to £100,000."))),
            (-100, 120, Some(("price", "Enter £1 to £100,000."))),
            (18_050, 120, Some(("price", "Whole pounds only."))),
            (18_000, 119, Some(("lengthMinutes", "Enter 2 hours to 10 days."))),
            (
                18_000,
                14_401,
                Some(("lengthMinutes", "Enter 2 hours to 10 days.")),
            ),
        ] {
            let told = NamedPrice::parse(Pence(price), minutes, Some("Call 07700 900123"));
            match (told, wrong) {
                (Ok(named), None) => assert_eq!(named.message.unwrap(), "Call •••"),
                (Err(failure), Some((field, message))) => assert_eq!(failure.errors[field], message),
                (told, wrong) => panic!("{price} {minutes}: {told:?}, not {wrong:?}"),
            }
        }
        let long = NamedPrice::parse(Pence(100), 120, Some(&"é".repeat(301)));
        assert!(long.unwrap_err().errors.contains_key("message"));
    }

    proptest! {
        #[test]
        fn whatever_passes_is_between_half_and_one_and_a_half(price in 0..2_000_000_i64, pounds in -20_000..20_000_i64) {
            if let Ok(proposal) = parse(price, pounds * 100, None) {
                let new = proposal.new_price().0;
                prop_assert!(new * 2 >= price && new * 2 <= price * 3 && new != price);
            } else {
                prop_assert!(pounds == 0 || pounds.abs() * 200 > price);
            }
        }
    }
}

//! A quote is a signed value, not a row: its content and a MAC over it. The client's request is priced and signed here, and
//! verified again when it is redeemed.

mod content;

use pricing_core::danger::DangerAnswer;
use pricing_core::estimate::{self, Estimate, EstimateInput, Mode};
use pricing_core::quote::{self, Quote, QuoteInput};
use pricing_core::{Pence, PriceBook, Tier, Urgency};
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::failure::{Failure, Fallible};
use crate::shown::Shown;
pub use content::{Content, bad_signature};

/// The window that a quote is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedSlot {
    /// `YYYY-MM-DD-N`.
    pub id: String,
    /// Start, Unix milliseconds.
    pub start: Millis,
    /// End, Unix milliseconds.
    pub end: Millis,
    /// What it adds to the price in pence, as fixed by the quote.
    pub delta: i64,
}

/// What a client wants priced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Trimmed.
    pub description: String,
    /// A quick fix of the create screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick_fix: Option<String>,
    /// A problem type that the client chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_type: Option<String>,
    /// The postcode prefix or full postcode that decides the price.
    pub postcode: String,
    /// Service level.
    pub tier: Tier,
    /// How soon.
    pub urgency: Urgency,
    /// The window; `None` in an emergency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<QuotedSlot>,
    /// The coupon as typed, but trimmed and in upper case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<String>,
    /// What the client answered to questions about danger.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub danger_answers: Vec<DangerAnswer>,
}

impl Wanted {
    /// What it is estimated from.
    fn input(&self) -> EstimateInput<'_> {
        EstimateInput {
            text: self.description.as_str().into(),
            postcode: self.postcode.as_str().into(),
            quick_fix: self.quick_fix.as_deref().map(Into::into),
            problem_type: self.chosen_type.as_deref().map(Into::into),
            danger_answers: Some(self.danger_answers.clone()),
        }
    }
}

/// What the client wants, with its price.
pub struct Priced<'b> {
    /// The estimate it was priced from.
    pub estimate: Estimate<'b>,
    /// How it adds up.
    pub quote: Quote,
}

/// Prices what the client wants; `coupon_counts` is false when the person may not use the coupon.
///
/// # Errors
/// 422: a field is invalid, the parts do not go together (`invalid_combination`), lives are in danger
/// (`emergency_advice`), or no trade here does it (`out_of_scope`).
pub fn price<'b>(
    book: &'b PriceBook,
    wanted: &Wanted,
    first_booking: bool,
    coupon_counts: bool,
) -> Result<Priced<'b>, Failure> {
    let estimate = estimate::estimate(book, &wanted.input()).map_err(field_of_a_quote)?;
    refuse_danger(&estimate)?;
    estimate.check_in_scope().map_err(field_of_a_quote)?;
    let quote = quote::quote(
        book,
        &QuoteInput {
            base: estimate.estimated_cost.unwrap_or_default(),
            tier: wanted.tier,
            urgency: wanted.urgency,
            slot_delta: wanted.slot.as_ref().map(|slot| Pence(slot.delta)),
            time: None,
            coupon_code: wanted.coupon.as_deref().filter(|_| coupon_counts).map(Into::into),
            currency: book.currency.as_str().into(),
            first_booking: Some(first_booking),
        },
    )?;
    Ok(Priced { estimate, quote })
}

/// What the client was shown before they chose another type; the estimate itself where they did not.
///
/// # Errors
/// Never in practice: what can be estimated with a chosen type can be without.
pub fn shown(book: &PriceBook, wanted: &Wanted, estimate: &Estimate<'_>) -> Fallible<Shown> {
    if wanted.chosen_type.is_none() {
        return Ok(Shown::of(estimate));
    }
    let before = EstimateInput {
        problem_type: None,
        ..wanted.input()
    };
    Ok(Shown::of(&estimate::estimate(book, &before)?))
}

/// The core calls the description `text`; its fields for the quick fix and the type match those of the estimate call.
fn field_of_a_quote(mut error: pricing_core::PricingError) -> Failure {
    if error.field.as_deref() == Some("text") {
        error.field = Some("description".into());
    }
    error.into()
}

/// Work on gas or carbon monoxide can't be quoted; electrical work can, once the power is off. Nothing can while it may be one of them.
fn refuse_danger(estimate: &Estimate<'_>) -> Result<(), Failure> {
    if let Some(question) = estimate.danger_question {
        return Err(question.refusal().into());
    }
    let refused =
        estimate.mode == Mode::Danger && estimate.danger.is_none_or(|danger| !danger.can_be_booked());
    if refused {
        let advice = estimate.quick_tips.join(" ");
        return Err(Failure::unprocessable("emergency_advice", advice));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use pricing_core::estimate::ExplainedKind;
    use proptest::prelude::*;
    use secrecy::SecretString;

    use super::*;
    use crate::keys::Keys;

    fn keys() -> Keys {
        Keys::derive(&SecretString::from("a secret for tests that is long enough"))
    }

    fn wanted() -> Wanted {
        Wanted {
            description: "Leaking tap".into(),
            quick_fix: None,
            chosen_type: None,
            postcode: "SW1".into(),
            tier: Tier::Priority,
            urgency: Urgency::Scheduled,
            slot: Some(QuotedSlot {
                id: "2026-11-24-3".into(),
                start: 1,
                end: 2,
                delta: 1_000,
            }),
            coupon: Some("WELCOME10".into()),
            danger_answers: vec![],
        }
    }

    fn content() -> Content {
        let priced = price(PriceBook::builtin(), &wanted(), true, true).unwrap();
        Content {
            id: "q-1".into(),
            person: "guest-1".into(),
            draft: "d".into(),
            wanted: wanted(),
            coupon: pricing_core::coupon::find(PriceBook::builtin(), "WELCOME10").cloned(),
            area: "SW".into(),
            problem_type: priced.estimate.problem_type.to_owned(),
            name: priced.estimate.readable_name.to_owned(),
            skills: vec![],
            gas_work: priced.estimate.gas_work,
            explanation: vec![],
            reading: None,
            estimated: priced.estimate.estimated_cost.map(|cost| cost.0),
            lines: priced.quote.lines,
            amount: priced.quote.amount.0,
            discount: priced.quote.discount.0,
            currency: "GBP".into(),
            book: "1".into(),
            expires: 900,
        }
    }

    #[test]
    fn the_example_is_priced_to_the_penny() {
        let priced = price(PriceBook::builtin(), &wanted(), true, true).unwrap();
        assert_eq!(priced.quote.amount, Pence(11_700));
        assert_eq!(
            price(PriceBook::builtin(), &wanted(), false, true)
                .unwrap()
                .quote
                .amount,
            Pence(12_700)
        );
        assert_eq!(
            price(PriceBook::builtin(), &wanted(), true, false)
                .unwrap()
                .quote
                .amount,
            Pence(12_700)
        );
    }

    #[test]
    fn what_was_shown_before_a_type_was_chosen_is_known() {
        let book = PriceBook::builtin();
        let chosen = Wanted {
            chosen_type: Some("drains".into()),
            ..wanted()
        };
        for wanted in [wanted(), chosen] {
            let priced = price(book, &wanted, true, true).unwrap();
            let shown = shown(book, &wanted, &priced.estimate).unwrap();
            assert_eq!((shown.problem_type.as_str(), shown.confidence.0), ("leak", 8_200));
            assert_eq!(shown.explanation[0].kind, ExplainedKind::Keyword);
        }
    }

    #[test]
    fn gas_is_never_priced_and_electrics_are_without_a_price() {
        let with = |text: &str| {
            let mut wanted = wanted();
            wanted.description = text.into();
            price(PriceBook::builtin(), &wanted, true, true)
        };
        assert_eq!(
            with("I can smell gas in the kitchen").err().unwrap().code,
            "emergency_advice"
        );
        let electrics = with("the socket is sparking").unwrap();
        assert_eq!(
            (electrics.quote.amount, electrics.quote.lines.len()),
            (Pence::ZERO, 0)
        );
    }

    #[test]
    fn a_signature_is_opened_again_and_expires() {
        let keys = keys();
        let content = content();
        let opened = Content::open(&keys.quote, &content.sign(&keys.quote).unwrap()).unwrap();
        assert_eq!(opened, content);
        assert!(!opened.has_expired(899_999));
        assert!(opened.has_expired(900_000));
    }

    #[test]
    fn one_penny_off_is_refused() {
        let keys = keys();
        let signature = content().sign(&keys.quote).unwrap();
        let (_, tag) = signature.split_once('.').unwrap();
        let mut cheaper = content();
        cheaper.amount -= 1;
        let forged = format!(
            "{}.{tag}",
            URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cheaper).unwrap())
        );
        assert_eq!(
            Content::open(&keys.quote, &forged).unwrap_err().code,
            "bad_signature"
        );
        // A key for another purpose does not verify it either.
        assert!(Content::open(&keys.link, &signature).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn one_character_off_is_refused(place in any::<proptest::sample::Index>(), letter in "[A-Za-z0-9_.=-]") {
            let keys = keys();
            let signature = content().sign(&keys.quote).unwrap();
            let place = place.index(signature.len());
            let mut changed = signature.clone();
            changed.replace_range(place..=place, &letter);
            prop_assume!(changed != signature);
            prop_assert!(Content::open(&keys.quote, &changed).is_err());
        }

        #[test]
        fn rubbish_is_refused(text in any::<String>()) {
            prop_assert!(Content::open(&keys().quote, &text).is_err());
        }
    }
}

//! The schedule adjustment where no slot is chosen, and the 'Your price' card before there is an estimate.

use crate::book::{PriceBook, UrgencyTerms};
use crate::calendar::ClockTime;
use crate::error::PricingError;
use crate::money::{Pence, Pounds};
use crate::urgency::Urgency;
use serde::Serialize;

/// The refined price, in pounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RefinedPrice {
    /// Before the adjustment.
    #[serde(rename = "baseGBP", serialize_with = "Pounds::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub base: Pence,
    /// What the adjustment is called, e.g. 'Same-day +£15'.
    pub delta_label: String,
    /// With the adjustment.
    #[serde(rename = "totalGBP", serialize_with = "Pounds::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub total: Pence,
}

/// Refines a base (the book's £85 if there is none) by urgency and time of day.
///
/// # Errors
/// `invalid_amount` for the field `baseGBP`.
pub fn refine(
    book: &PriceBook,
    urgency: Urgency,
    time: Option<ClockTime>,
    base: Option<Pence>,
) -> Result<RefinedPrice, PricingError> {
    let base = base
        .unwrap_or(book.urgency.default_base_pence)
        .checked("baseGBP")?;
    let (delta, label) = without_slot(&book.urgency, urgency, time, base);
    Ok(RefinedPrice {
        base,
        delta_label: label.to_owned(),
        total: base + delta,
    })
}

/// What is added to a base without a slot, and its label: emergency, same day, evening, or nothing.
pub(crate) fn without_slot(
    terms: &UrgencyTerms,
    urgency: Urgency,
    time: Option<ClockTime>,
    base: Pence,
) -> (Pence, &str) {
    match urgency {
        Urgency::Emergency => (terms.emergency_pence, &terms.emergency_label),
        Urgency::Asap => (terms.asap_pence, &terms.asap_label),
        Urgency::Scheduled if time.is_some_and(|time| time >= terms.evening_from) => (
            base.share_to_nearest(terms.evening_multiplier, Pence::from_pounds(1)) - base,
            &terms.evening_label,
        ),
        Urgency::Scheduled => (Pence::ZERO, &terms.base_label),
    }
}

#[cfg(test)]
mod tests {
    use super::refine;
    use crate::book::PriceBook;
    use crate::money::Pence;
    use crate::urgency::Urgency;

    #[test]
    fn the_documents_labels_and_totals() {
        let book = PriceBook::builtin();
        for (urgency, time, label, total) in [
            (Urgency::Emergency, None, "Emergency call-out +£40", 12_500),
            (Urgency::Asap, None, "Same-day +£15", 10_000),
            (Urgency::Asap, Some("19:00"), "Same-day +£15", 10_000),
            (Urgency::Scheduled, Some("18:00"), "Evening rate +15%", 9_800),
            (Urgency::Scheduled, Some("17:59"), "Base rate", 8_500),
            (Urgency::Scheduled, None, "Base rate", 8_500),
        ] {
            let time = time.map(|time| time.parse().unwrap());
            let refined = refine(book, urgency, time, None).unwrap();
            assert_eq!(
                (refined.delta_label.as_str(), refined.total),
                (label, Pence(total))
            );
        }
        assert!(refine(book, Urgency::Asap, None, Some(Pence(-1))).is_err());
    }
}

//! Whom to call in an emergency, which depends on where somebody is, and where we do not work.

use crate::book::{EmergencyService, PriceBook};
use crate::error::PricingError;
use serde::Serialize;
use std::borrow::Cow;

/// Somebody to call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmergencyNumber<'b> {
    /// E.g. 'National Gas Emergency Service'.
    pub name: &'b str,
    /// As it is shown, e.g. '0800 111 999'; without its spaces it can be dialled.
    pub number: &'b str,
}

/// Whom to call about gas and carbon monoxide: the area's own service, every one where the area is unknown, and the general
/// number last.
#[must_use]
pub fn for_gas<'b>(book: &'b PriceBook, area: Option<&str>) -> Vec<EmergencyNumber<'b>> {
    let general = &book.emergency.general;
    let services = match area {
        Some(area) => gas_service(book, area).map_or(&[][..], std::slice::from_ref),
        None => &book.emergency.gas,
    };
    let mut numbers: Vec<_> = services
        .iter()
        .filter(|service| service.number != general.number)
        .map(number)
        .collect();
    numbers.push(number(general));
    numbers
}

/// Whom to call about anything else.
#[must_use]
pub fn for_others(book: &PriceBook) -> Vec<EmergencyNumber<'_>> {
    vec![number(&book.emergency.general)]
}

fn number(service: &EmergencyService) -> EmergencyNumber<'_> {
    EmergencyNumber {
        name: &service.name,
        number: &service.number,
    }
}

/// The service of an area: the one that names it, or else the first.
fn gas_service<'b>(book: &'b PriceBook, area: &str) -> Option<&'b EmergencyService> {
    let services = &book.emergency.gas;
    let own = services
        .iter()
        .find(|service| service.areas.iter().any(|listed| listed == area));
    own.or_else(|| services.first())
}

/// The book's advice as it is right in an area: it is written with the first service's name and number.
pub(crate) fn advice<'b>(book: &'b PriceBook, area: &str, lines: &'b [String]) -> Vec<Cow<'b, str>> {
    let services = book.emergency.gas.first().zip(gas_service(book, area));
    let line = |line: &'b String| match services {
        Some((first, own)) if first != own && line.contains(&first.number) => {
            let named = line.replace(&first.name, &own.name);
            Cow::Owned(named.replace(&first.number, &own.number))
        }
        _ => Cow::Borrowed(line.as_str()),
    };
    lines.iter().map(line).collect()
}

/// Whether we work in a postcode area.
///
/// # Errors
/// `area_not_served` for the field `postcode`.
pub fn check_served(book: &PriceBook, area: &str) -> Result<(), PricingError> {
    if book.not_served.areas.iter().any(|listed| listed == area) {
        let message = book.not_served.message.as_str();
        return Err(PricingError::field("area_not_served", "postcode", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{advice, check_served, for_gas};
    use crate::book::PriceBook;

    fn numbers(area: Option<&str>) -> Vec<&'static str> {
        let numbers = for_gas(PriceBook::builtin(), area).into_iter();
        numbers.map(|number| number.number).collect()
    }

    #[test]
    fn every_area_has_its_own_number_and_an_unknown_one_has_all() {
        assert_eq!(numbers(Some("M")), ["0800 111 999", "999"]);
        assert_eq!(numbers(Some("B")), ["0800 111 999", "999"]);
        assert_eq!(numbers(Some("BT")), ["0800 002 001", "999"]);
        for island in ["JE", "GY", "IM"] {
            assert_eq!(numbers(Some(island)), ["999"]);
            assert_eq!(
                check_served(PriceBook::builtin(), island).unwrap_err().code,
                "area_not_served"
            );
        }
        assert_eq!(numbers(None), ["0800 111 999", "0800 002 001", "999"]);
        assert!(check_served(PriceBook::builtin(), "BT").is_ok());
    }

    #[test]
    fn the_advice_names_the_number_of_the_area() {
        let book = PriceBook::builtin();
        let text = |area| advice(book, area, &book.danger.gas.advice).join(" ");
        assert!(text("M").contains("call the National Gas Emergency Service: 0800 111 999, free"));
        assert!(text("BT").contains("call the Northern Ireland Gas Emergency Service: 0800 002 001, free"));
        assert!(text("JE").contains("call the emergency services: 999, free"));
        for elsewhere in ["BT", "JE"] {
            assert!(!text(elsewhere).contains("0800 111 999"));
        }
    }
}

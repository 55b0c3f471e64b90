//! From a postcode area to its price factor.

use crate::book::{PriceBook, Region};
use crate::emergency;
use crate::money::{BasisPoints, Fraction};
use crate::postcode::Prefix;
use serde::Serialize;

/// The region of a prefix, as the `region` call answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegionAnswer {
    /// The postcode area, e.g. `SW`.
    pub area: String,
    /// What a standard price is multiplied by, e.g. 1.12.
    #[serde(serialize_with = "Fraction::write")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub region_factor: BasisPoints,
    /// E.g. 'London +12%'.
    pub region_label: String,
    /// Why nobody can be sent there, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_served: Option<String>,
}

/// The region of a postcode area (its leading letters, upper case): whole areas are compared, so B is not BR.
#[must_use]
pub fn of_area<'b>(book: &'b PriceBook, area: &str) -> &'b Region {
    let named = book
        .regions
        .named
        .iter()
        .find(|region| region.areas.iter().any(|listed| listed == area));
    named.unwrap_or(&book.regions.standard)
}

/// The region of a prefix.
#[must_use]
pub fn region(book: &PriceBook, prefix: &Prefix) -> RegionAnswer {
    let found = of_area(book, prefix.area());
    RegionAnswer {
        area: prefix.area().to_owned(),
        region_factor: found.factor,
        region_label: found.label.clone(),
        not_served: emergency::check_served(book, prefix.area())
            .err()
            .map(|refusal| refusal.message),
    }
}

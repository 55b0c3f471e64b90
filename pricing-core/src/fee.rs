//! What the pro gets: the price less the platform's fee.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence};
use serde::Serialize;

/// A price split between the platform and the pro, in pence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Fee {
    /// The price.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub amount_pence: Pence,
    /// The platform's part.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub fee_pence: Pence,
    /// The pro's part.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub net_pence: Pence,
    /// The rate.
    #[cfg_attr(feature = "openapi", schema(value_type = u32))]
    pub fee_basis_points: BasisPoints,
}

/// Splits a price by a book's rate.
///
/// # Errors
/// `invalid_amount` for the field `amountPence`.
pub fn fee(book: &PriceBook, amount: Pence) -> Result<Fee, PricingError> {
    fee_at(book.fee_basis_points, amount)
}

/// Splits a price by the rate that its booking was made with, which may not be the book's any more.
///
/// # Errors
/// `invalid_amount` for the field `amountPence`; `invalid_rate` for `feeBasisPoints` above 100%.
pub fn fee_at(rate: BasisPoints, amount: Pence) -> Result<Fee, PricingError> {
    let amount = amount.checked("amountPence")?;
    if rate > BasisPoints::WHOLE {
        let message = "The fee must be at most 100%.";
        return Err(PricingError::field("invalid_rate", "feeBasisPoints", message));
    }
    let fee = amount.share(rate);
    Ok(Fee {
        amount_pence: amount,
        fee_pence: fee,
        net_pence: amount - fee,
        fee_basis_points: rate,
    })
}

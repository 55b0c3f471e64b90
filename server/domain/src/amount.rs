//! Amounts of money as people type them into a form.

use pricing_core::{Pence, typed};

use crate::failure::{Failure, Fallible};

/// Reads `12.50`, `£12.50` or `1,250`.
///
/// # Errors
/// 422 on `field` for anything else.
pub fn read(field: &'static str, typed: &str) -> Fallible<Pence> {
    typed::amount(typed).map_err(|error| Failure::field(field, error.message))
}

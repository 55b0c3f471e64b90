//! Who sells a job: the pro, whose agent we are.

use serde::{Deserialize, Serialize};

/// The business behind a receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    /// Legal name.
    pub name: String,
    /// Trading address, with line breaks.
    pub address: String,
    /// `GB…`, if the business is registered for VAT.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vat_number: Option<String>,
}

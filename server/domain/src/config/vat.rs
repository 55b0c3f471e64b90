//! Whether we charge VAT.

use clap::Args;

/// Our registration for VAT, checked when the server starts.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct VatSettings {
    /// Our VAT number, as in GB123456789. With it, a sixth of our fees is VAT, and each pro gets an invoice when a month is over.
    #[arg(long, env = "CALLOUT_VAT_NUMBER")]
    pub vat_number: Option<String>,
    /// The first month with VAT, as in 2026-12; without it, every month with a fee.
    #[arg(long, env = "CALLOUT_VAT_SINCE", requires = "vat_number")]
    pub vat_since: Option<String>,
}

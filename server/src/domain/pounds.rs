//! Amounts that JSON gives in pounds (97.5), as the pricing core reads and writes them.

pub use pricing_core::money::Pounds;

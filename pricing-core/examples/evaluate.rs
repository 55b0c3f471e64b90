//! Measures the estimates on descriptions that somebody has judged: `cargo run -p pricing-core --example evaluate -- FILE.tsv`.

use pricing_core::{PriceBook, evaluation};
use std::io::{Error, Result, Write};

fn main() -> Result<()> {
    let path = std::env::args()
        .nth(1)
        .ok_or_else(|| Error::other("evaluate FILE.tsv"))?;
    let table = std::fs::read_to_string(path)?;
    let figures = evaluation::evaluate(PriceBook::builtin(), &table).map_err(Error::other)?;
    write!(std::io::stdout(), "{figures}")
}

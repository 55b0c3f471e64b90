//! Answers pricing requests on stdin, a line each: `callout price --json` without the server around it.

use pricing_core::{PriceBook, json};
use std::io::{BufRead, BufWriter, Result, Write};

fn main() -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", json::answer(PriceBook::builtin(), &line?))?;
    }
    out.flush()
}

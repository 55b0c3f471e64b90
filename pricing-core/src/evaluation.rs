//! How good estimates are on descriptions that somebody has judged. Not part of the browser's module.
//!
//! A table has a description a line and columns separated by tabs: `text`, `trades` and `types` (what is right, alternatives
//! separated by `|`), `danger` (`gas`, `carbon_monoxide`, `electrics`, `none`), `inscope` (`yes`; `no` is not ours, `multi`
//! several jobs) and `flags` (`big`, `several`, `gas`, separated by commas). Without a header every line is a text; a figure
//! whose columns are missing is left out.
#![expect(clippy::float_arithmetic, reason = "shares for people, no money")]

mod figures;
mod table;

pub use figures::Figures;

use crate::book::PriceBook;
use crate::estimate::{Estimate, EstimateInput, estimate};

/// Estimates every description of a table and counts.
///
/// # Errors
/// A line with more cells than the header.
pub fn evaluate(book: &PriceBook, text: &str) -> Result<Figures, String> {
    let mut figures = Figures::default();
    for row in table::rows(text)? {
        let shortened: String = row.text.chars().take(book.description.max_chars).collect();
        match of(book, &shortened) {
            Some(estimate) => figures.add(book, &row, &estimate),
            None => figures.refused += 1,
        }
    }
    Ok(figures)
}

/// The estimate of a description in the standard region.
fn of<'b>(book: &'b PriceBook, text: &str) -> Option<Estimate<'b>> {
    let input = EstimateInput {
        text: text.into(),
        postcode: "M1".into(),
        quick_fix: None,
        problem_type: None,
        danger_answers: None,
    };
    estimate(book, &input).ok()
}

//! scratch
#![allow(clippy::all, clippy::unwrap_used, clippy::print_stdout)]
use std::io::BufRead;
fn main(){ for l in std::io::stdin().lock().lines(){ println!("{}", pricing_core::json::answer(pricing_core::PriceBook::builtin(), &l.unwrap())); } }

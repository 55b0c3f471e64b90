//! Services of people: accounts, operators, pros with their papers and pictures, suspensions, support, and the demo pros.

pub mod accounts;
pub mod demo;
pub mod desk;
pub mod documents;
pub mod keeping;
pub mod operators;
pub mod passkeys;
pub mod photos;
pub mod pictures;
pub mod pros;
pub mod support;
pub mod suspensions;
mod tries;

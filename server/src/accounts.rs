//! Accounts: what a person must bring to come in, what comes along, and how they leave for good.

pub mod arrival;
pub mod credentials;
pub mod erasure;
pub mod hasher;
pub mod proof;

//! What the services of people decide without a database.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod hasher;
mod photos;

mod documents {
    mod pdf;
    mod unpack;
    mod verdict;
}

//! The API tests: one binary, one module an endpoint, each test on both databases.

#[cfg(test)]
mod guests;

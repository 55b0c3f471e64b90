//! The API tests: one binary, one module an endpoint, each test on both databases.

#[cfg(test)]
mod front;
#[cfg(test)]
mod guests;
#[cfg(test)]
mod health;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod document;
#[cfg(test)]
mod metrics;
#[cfg(test)]
mod uploads;
#[cfg(test)]
mod connections;

//! The API tests: one binary, one module an endpoint, each test on both databases.

#[cfg(test)]
mod bookings_cancel;
#[cfg(test)]
mod bookings_create;
#[cfg(test)]
mod bookings_read;
#[cfg(test)]
mod by_intent;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod coupons;
#[cfg(test)]
mod document;
#[cfg(test)]
mod front;
#[cfg(test)]
mod guests;
#[cfg(test)]
mod health;
#[cfg(test)]
mod jobs;
#[cfg(test)]
mod journey;
#[cfg(test)]
mod ledger;
#[cfg(test)]
mod matching_start;
#[cfg(test)]
mod metrics;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod payments_create;
#[cfg(test)]
mod pricing;
#[cfg(test)]
mod quotes;
#[cfg(test)]
mod sandbox_payments;
#[cfg(test)]
mod scene;
#[cfg(test)]
mod settle;
#[cfg(test)]
mod slots;
#[cfg(test)]
mod stripe;
#[cfg(test)]
mod uploads;
#[cfg(test)]
mod webhook;

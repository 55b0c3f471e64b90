//! What every service stands on: the audit log, rate limits, permits, sessions, files, words that operators write, metrics, and
//! the small writes of the ledger that bookings, payments and disputes share.

pub mod audit;
pub mod bank_disputes;
pub mod earnings;
pub mod files;
pub mod frozen;
pub mod goodwill;
pub mod limits;
pub mod permits;
pub mod reversals;
pub mod sessions;
pub mod telemetry;
pub mod tickets;
pub mod unsent;
pub mod words;

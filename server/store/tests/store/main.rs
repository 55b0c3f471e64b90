//! What the store does without a database; what it does with one is shown by the API tests, on both.

mod events;
mod migrations;
mod statuses;

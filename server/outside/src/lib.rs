//! The outside world, each part behind what it offers: payment providers, email, texts and notifications, rendered messages, wake-ups.

pub mod live;
pub mod mail;
pub mod notify;
pub mod providers;

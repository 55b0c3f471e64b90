//! What the binary decides by itself: its commands, its secret, the web app it serves.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod admin;
mod secret;
mod web;

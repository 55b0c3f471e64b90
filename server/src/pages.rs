//! What the server renders itself, with leptos: the receipt, its error pages, and the bodies of emails. Plain HTML, no script;
//! the look is the web app's (its tokens stand in `pages/look.css`).
//!
//! `leptos_axum` is left out on purpose: it streams an app with its resources, appends inline scripts for the browser to wake
//! it with (which our content policy forbids) and brings a router; these pages are whole before they are sent.

pub mod receipt;
mod shell;

pub use shell::{Problem, problem};

//! What the server renders itself, with leptos: the receipt, its error pages, and email bodies. Plain HTML without scripts,
//! styled like the web app (its design tokens are in `pages/look.css`).
//!
//! `leptos_axum` is left out on purpose: it streams pages, appends inline hydration scripts (which our content security policy
//! forbids) and brings its own router, while these pages are complete before they are sent.

pub mod receipt;
mod shell;

pub use shell::{LOOK, Problem, mark, problem};

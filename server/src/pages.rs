//! What the server renders itself, with leptos: the receipt, its error pages, and the bodies of emails. Plain HTML, no script;
//! the look is the web app's (its tokens stand in `pages/look.css`).
//!
//! `leptos_axum` is left out on purpose: it streams an app with its resources, appends inline scripts for the browser to wake
//! it with (which our content policy forbids) and brings a router; these pages are whole before they are sent.

pub mod confirmation;
mod model_form;
pub mod receipt;
mod shell;
mod words;

pub use shell::{Problem, problem};

use leptos::prelude::IntoView;

/// The HTML of a view. leptos parts neighbouring texts with empty comments for a browser that would take the page over;
/// nothing does here. A text never holds one: its `<` is escaped.
fn html(view: impl IntoView) -> String {
    view.to_html().replace("<!>", "")
}

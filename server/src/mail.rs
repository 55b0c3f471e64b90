//! Emails and texts, rendered: pure functions of what they tell of. Sending them is the business of `notify`.

pub mod confirmation;
mod model_form;
pub mod one_time_code;
pub mod payment;
pub mod words;

use leptos::prelude::IntoView;

/// The HTML of a view. leptos parts neighbouring texts with empty comments for a browser that would take the page over;
/// nothing does here. A text never holds one: its `<` is escaped.
pub fn html(view: impl IntoView) -> String {
    view.to_html().replace("<!>", "")
}

//! A refusal whose form is not on the page any more, because somebody else was faster.

use leptos::prelude::*;

use super::super::entered::Entered;
use super::super::parts::disclosure;

/// Why nothing was done, and the reason that was typed; nothing where no form was refused.
pub(super) fn view(title: &'static str, entered: &Entered) -> Option<AnyView> {
    if !entered.is_again() {
        return None;
    }
    let (summary, typed) = (entered.summary(), entered.value("reason", ""));
    let body = view! {
        {summary}
        <p class="words">{typed}</p>
    };
    Some(disclosure(title, true, body))
}

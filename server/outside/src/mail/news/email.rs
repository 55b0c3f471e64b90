//! The email of a message: the words, a button, why it comes.

use leptos::prelude::*;

use super::{News, Words};
use crate::mail::paper::{self, BUTTON, H1, SMALL, row};
use callout_domain::role::Role;

const P: &str = "margin:0;color:#12242c";

/// Its plain-text part.
pub(super) fn text(news: &News<'_>, words: &Words) -> String {
    let mut parts = vec![
        format!("{} ({})", words.title, news.booking.id),
        words.said.clone(),
        format!("{}: {}", words.action, news.link),
    ];
    parts.extend(link_note(news).map(str::to_owned));
    parts.push(format!("-- \n{}", footer(news)));
    parts.join("\n\n") + "\n"
}

/// Its HTML.
pub(super) fn html(news: &News<'_>, words: &Words) -> String {
    let note = link_note(news).map(|note| {
        view! { <p class="muted" style="margin:10px 0 0;font-size:14px;line-height:1.5;color:#55656c">{note}</p> }
    });
    let (title, said) = (words.title.clone(), words.said.clone());
    let button = view! {
        <a class="button" style=BUTTON href=news.link.clone()>{words.action}</a>
        {note}
    };
    paper::document(
        &words.title,
        words.said.clone(),
        view! {
            {row(view! { <h1 class="ink" style=H1>{title}</h1> }, "0 4px 8px")}
            {row(view! { <p class="ink" style=P>{said}</p> }, "0 4px 18px")}
            {row(button, "0 4px 18px")}
            {row(view! { <p class="muted" style=SMALL>{footer(news)}</p> }, "0 4px")}
        },
    )
}

/// A client's link needs no sign-in.
fn link_note(news: &News<'_>) -> Option<&'static str> {
    (news.message.rule().to == Role::Client)
        .then_some("This link opens the booking without signing in: keep it to yourself.")
}

/// Why it comes, and what can be switched off.
fn footer(news: &News<'_>) -> String {
    let why = match news.message.rule().to {
        Role::Client => "You get this email because somebody booked a repair with this email address.",
        Role::Master => "You get this email because you work with Callout.",
    };
    let off = match news.message.rule().choice {
        Some(_) if news.has_profile => " You can switch it off in your profile.",
        _ => "",
    };
    format!("{}. {why}{off}", news.trader)
}

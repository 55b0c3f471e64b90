//! Pieces that pages are made of: facts, tables, badges, disclosures.

use leptos::prelude::*;

use callout_domain::audit::AuditRow;
use callout_domain::status::{BookingStatus, facts as facts_of};

use super::{changes, words};

/// Name and value, one below the other.
pub(super) fn facts(pairs: Vec<(&'static str, AnyView)>) -> AnyView {
    let pairs: Vec<AnyView> = pairs
        .into_iter()
        .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }.into_any())
        .collect();
    view! { <dl class="facts">{pairs}</dl> }.into_any()
}

/// A table with a caption for screen readers. Where there are no rows, `empty` stands in its place. On a phone each row is a card whose
/// cells name their column.
pub(super) fn table(
    caption: &'static str,
    columns: &[&'static str],
    rows: Vec<Vec<AnyView>>,
    empty: &'static str,
) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="muted">{empty}</p> }.into_any();
    }
    let head: Vec<AnyView> = columns
        .iter()
        .map(|name| view! { <th scope="col">{*name}</th> }.into_any())
        .collect();
    let rows: Vec<AnyView> = rows
        .into_iter()
        .map(|cells| {
            let cells: Vec<AnyView> = cells
                .into_iter()
                .zip(columns)
                .map(|(cell, name)| view! { <td data-label=*name>{cell}</td> }.into_any())
                .collect();
            view! { <tr>{cells}</tr> }.into_any()
        })
        .collect();
    view! {
        <div class="table">
            <table>
                <caption class="unseen">{caption}</caption>
                <thead><tr>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A word in a coloured pill; `tone` is empty, `good`, `warn` or `bad`.
pub(super) fn badge(words: impl Into<String>, tone: &'static str) -> AnyView {
    let words: String = words.into();
    view! { <span class=format!("badge {tone}")>{words}</span> }.into_any()
}

/// A booking's status as a coloured word.
pub(super) fn state(status: BookingStatus) -> AnyView {
    let facts = facts_of(status);
    let tone = if facts.is_done {
        "good"
    } else if facts.is_unmatched || facts.waits_for_client {
        "warn"
    } else if facts.is_called_off {
        "bad"
    } else {
        ""
    };
    badge(words::status(status), tone)
}

/// A section with its heading.
pub(super) fn section(title: &'static str, body: impl IntoAny) -> AnyView {
    let body = body.into_any();
    view! { <section class="card"><h2>{title}</h2>{body}</section> }.into_any()
}

/// A form behind its name, so that a page with many acts stays calm; open when it was sent and refused.
pub(super) fn disclosure(name: impl Into<String>, is_open: bool, body: impl IntoAny) -> AnyView {
    let (name, body): (String, _) = (name.into(), body.into_any());
    view! { <details class="act" open=is_open><summary>{name}</summary>{body}</details> }.into_any()
}

/// A link.
pub(super) fn link(to: impl Into<String>, words: impl Into<String>) -> AnyView {
    let (to, words): (String, String) = (to.into(), words.into());
    view! { <a href=to>{words}</a> }.into_any()
}

/// Plain words.
pub(super) fn text(words: impl Into<String>) -> AnyView {
    let words: String = words.into();
    words.into_any()
}

/// What operators did to a subject and what that changed, the newest first.
pub(super) fn history(rows: Vec<AuditRow>) -> AnyView {
    let rows = rows
        .into_iter()
        .map(|row| {
            vec![
                text(words::when(row.at)),
                changes::act(&row),
                text(row.reason().to_owned()),
            ]
        })
        .collect();
    table(
        "What operators did",
        &["When", "Who did what", "Reason"],
        rows,
        "No operator has done anything here.",
    )
}

//! Price books: the one in force, those before and to come, and drafts.

mod book;
mod compared;
mod draft;

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::kept::encode;
use super::parts::{disclosure, facts, history, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::when;
use callout_booking::prices::in_force;
use callout_domain::failure::Fallible;
use callout_domain::prices::{Activation, Draft};
use callout_store::audit;

pub(super) use book::page as book;
pub(super) use compared::view as compared;
pub(super) use draft::page as draft;

/// Acts that are shown.
const AT_ONCE: i64 = 50;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let shelf = visit.state.prices.shelf().await?;
    let acts = audit::of_subject(&mut visit.state.db.read().await?, &in_force(), AT_ONCE).await?;
    let offered = shelf.offered.map(offer);
    let to_come = (!shelf.to_come.is_empty()).then(|| to_come(&visit, shelf.to_come));
    let drafts = shelf.drafts.into_iter().map(drafted).collect();
    let past = shelf.past.into_iter().map(passed).collect();
    let begin = shelf
        .in_force
        .as_ref()
        .map(|current| begin(&visit, &current.version));
    let body = view! {
        {offered}
        {section("In force", shelf.in_force.map(current))}
        {to_come}
        {section("Drafts", view! {
            {table("Drafts", &["Draft", "Changed", "By"], drafts, "There are none.")}
            {begin}
        })}
        {section("Before", table("Books before", &["Book", "From", "By", "Why"], past, "There are none."))}
        {section("On record", history(acts))}
    };
    Ok(Page::new("Prices", body))
}

fn offer(version: &'static str) -> AnyView {
    view! {
        <p class="notice">
            {format!("A newer book came with this release: {version}. It is not in force until you publish it. ")}
            {link(address(version), "Look at it")}
        </p>
    }
    .into_any()
}

fn current(activation: Activation) -> AnyView {
    facts(vec![
        ("Book", link(address(&activation.version), activation.version)),
        ("Since", text(began(activation.active_from))),
        ("Published by", text(activation.made_by)),
        ("Why", text(activation.reason)),
    ])
}

fn to_come(visit: &Visit, activations: Vec<Activation>) -> AnyView {
    let forms: Vec<AnyView> = activations
        .into_iter()
        .map(|activation| {
            let entered = visit.entered::<CallOff>(&activation.id);
            let fields = view! {
                {entered.reason().view()}
                {entered.hidden("id", activation.id.clone())}
            };
            let form = visit.form::<CallOff, _>(&entered, Button::danger("Call it off"), fields);
            let begins = format!(
                "Book {} from {}",
                activation.version,
                when(activation.active_from)
            );
            view! {
                <p>{link(address(&activation.version), begins)}</p>
                {disclosure("Call it off", entered.is_again(), form)}
            }
            .into_any()
        })
        .collect();
    section("To come", forms)
}

fn begin(visit: &Visit, version: &str) -> AnyView {
    let entered = visit.entered::<BeginBook>("");
    let fields = entered.hidden("version", version);
    visit.form::<BeginBook, _>(&entered, Button::primary("Begin a draft"), fields)
}

fn drafted(draft: Draft) -> Vec<AnyView> {
    let name = draft
        .book()
        .map_or_else(|_| "Not valid yet".to_owned(), |book| book.version);
    vec![
        link(format!("/admin/prices/drafts/{}", draft.id), name),
        text(when(draft.changed_at)),
        text(draft.changed_by),
    ]
}

fn passed(activation: Activation) -> Vec<AnyView> {
    let why = match activation.cancelled_at {
        Some(at) => format!("Called off {}", when(at)),
        None => activation.reason,
    };
    vec![
        link(address(&activation.version), activation.version),
        text(began(activation.active_from)),
        text(activation.made_by),
        text(why),
    ]
}

fn began(at: i64) -> String {
    if at == 0 {
        "The first start".to_owned()
    } else {
        when(at)
    }
}

/// Where a stored book is looked at.
fn address(version: &str) -> String {
    format!("/admin/prices/books/{}", encode(version))
}

/// Begins a draft with the text of a stored book.
#[server(prefix = "/admin/do", endpoint = "prices/begin")]
pub(super) async fn begin_book(#[server(default)] version: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let id = acting.state.prices.begin(&version, acting.by).await?;
        let to = format!("/admin/prices/drafts/{id}");
        Ok(Done::at(
            to,
            "Change what you like. Nothing is in force before you publish it.",
        ))
    })
    .await
}

/// Calls off a book that is to come.
#[server(prefix = "/admin/do", endpoint = "prices/call-off")]
pub(super) async fn call_off(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.prices.call_off(&id, reason, acting.by).await?;
        Ok(Done::at("/admin/prices", "The book is called off."))
    })
    .await
}

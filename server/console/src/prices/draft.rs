//! A draft of a price book: its numbers as a form, all of it as JSON, what it would change, and publishing it.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{disclosure, history, section};
use super::super::visit::{Page, Visit};
use super::compared::{self, publish_fields, publishing};
use callout_booking::prices::shaped;
use callout_domain::audit::Subject;
use callout_domain::failure::Fallible;
use callout_domain::keys::sha256_text;
use callout_domain::price_fields::{self, Group, Unit};
use callout_domain::prices::Draft;
use callout_store::audit;

/// Acts that are shown.
const AT_ONCE: i64 = 50;

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let draft = visit.state.prices.draft(visit.parameter("id")).await?;
    let subject = Subject::PriceBook(draft.id.clone());
    let acts = audit::of_subject(&mut visit.state.db.read().await?, &subject, AT_ONCE).await?;
    let numbers = match shaped(&draft.body) {
        Ok(book) => Some(numbers(&visit, &draft, price_fields::groups(&book)?)),
        Err(_) => None,
    };
    let (title, verdict) = verdict(&visit, &draft).await?;
    let body = view! {
        {verdict}
        {numbers}
        {json(&visit, &draft)}
        {discard(&visit, &draft)}
        {section("On record", history(acts))}
    };
    Ok(Page::new(title, body))
}

/// The page's title; what is wrong with the draft, or what it would change and the form that publishes it.
async fn verdict(visit: &Visit, draft: &Draft) -> Fallible<(String, AnyView)> {
    let book = match draft.book() {
        Ok(book) => book,
        Err(failure) => {
            let words = format!("This draft can’t be published yet. {}", failure.detail);
            let view = view! { <p class="problem">{words}</p> }.into_any();
            return Ok(("Draft of a price book".to_owned(), view));
        }
    };
    let comparison = visit.state.prices.compare(&book).await?;
    let entered = visit.entered::<PublishBook>("");
    let fields = view! {
        {publish_fields(&entered, &comparison, &book.version)}
        {entered.hidden("id", draft.id.clone())}
        {entered.hidden("digest", sha256_text(draft.body.as_bytes()))}
    };
    let form = visit.form::<PublishBook, _>(&entered, Button::primary("Publish it"), fields);
    let dear = compared::dear_coupons(visit, &book).await?;
    let view = view! {
        {compared::view(&comparison)}
        {dear}
        {disclosure("Publish this book", entered.is_again(), form)}
    };
    Ok((format!("Draft of book {}", book.version), view.into_any()))
}

fn numbers(visit: &Visit, draft: &Draft, groups: Vec<Group>) -> AnyView {
    let entered = visit.entered::<SetNumbers>("");
    let groups: Vec<AnyView> = groups
        .into_iter()
        .map(|group| {
            let fields: Vec<AnyView> = group
                .numbers
                .into_iter()
                .map(|number| {
                    let label = match number.unit {
                        Unit::Percent => format!("{}, %", number.label),
                        Unit::Pounds | Unit::Whole => number.label,
                    };
                    let field = match number.unit {
                        Unit::Pounds => entered.pounds(number.pointer, label),
                        Unit::Percent | Unit::Whole => entered.text(number.pointer, label),
                    };
                    field.value(number.shown).view()
                })
                .collect();
            view! { <fieldset class="numbers"><legend>{group.title}</legend>{fields}</fieldset> }.into_any()
        })
        .collect();
    let fields = view! {
        {groups}
        {entered.hidden("id", draft.id.clone())}
    };
    let form = visit.form::<SetNumbers, _>(&entered, Button::primary("Save the numbers"), fields);
    disclosure("Change its numbers", entered.is_again(), form)
}

fn json(visit: &Visit, draft: &Draft) -> AnyView {
    let entered = visit.entered::<SaveBook>("");
    let fields = view! {
        {entered
            .json("body", "The whole book as JSON")
            .hint("Coupons have a page of their own: those in a book do nothing.")
            .value(draft.body.clone())
            .view()}
        {entered.hidden("id", draft.id.clone())}
    };
    let form = visit.form::<SaveBook, _>(&entered, Button::primary("Save the text"), fields);
    let is_open = entered.is_again() || draft.book().is_err();
    disclosure("Change it as JSON", is_open, form)
}

fn discard(visit: &Visit, draft: &Draft) -> AnyView {
    let entered = visit.entered::<DiscardBook>("");
    let fields = entered.hidden("id", draft.id.clone());
    let form = visit.form::<DiscardBook, _>(&entered, Button::danger("Throw it away"), fields);
    disclosure("Throw this draft away", entered.is_again(), form)
}

/// Puts other numbers into a draft. The fields are named by JSON pointers, which the book decides.
#[server(prefix = "/admin/do", endpoint = "prices/numbers")]
pub(in super::super) async fn set_numbers(#[server(default)] id: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let typed = acting
            .fields()
            .filter(|(name, _)| name.starts_with('/'))
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect();
        let prices = &acting.state.prices;
        prices.set_numbers(&id, typed, acting.by.clone()).await?;
        Ok(Done::at(here(&id), "The numbers are saved."))
    })
    .await
}

/// Keeps another text of a draft.
#[server(prefix = "/admin/do", endpoint = "prices/save")]
pub(in super::super) async fn save_book(
    #[server(default)] id: String,
    #[server(default)] body: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.prices.save(&id, body, acting.by).await?;
        Ok(Done::at(here(&id), "The draft is saved."))
    })
    .await
}

/// Throws a draft away.
#[server(prefix = "/admin/do", endpoint = "prices/discard")]
pub(in super::super) async fn discard_book(#[server(default)] id: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.prices.discard(&id, acting.by).await?;
        Ok(Done::at("/admin/prices", "The draft is gone."))
    })
    .await
}

/// Publishes a draft.
#[server(prefix = "/admin/do", endpoint = "prices/publish")]
pub(in super::super) async fn publish_book(
    #[server(default)] id: String,
    #[server(default)] digest: String,
    #[server(default)] at: String,
    #[server(default)] typed_version: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let publishing = publishing(at, typed_version, reason);
        let prices = &acting.state.prices;
        Box::pin(prices.publish(&id, &digest, publishing, acting.by)).await?;
        Ok(Done::at("/admin/prices", "The book is published."))
    })
    .await
}

fn here(id: &str) -> String {
    format!("/admin/prices/drafts/{id}")
}

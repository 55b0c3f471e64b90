//! A stored book: what it would change, and putting it in force again.

use leptos::prelude::*;
use pricing_core::PriceBook;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{disclosure, facts, section, text};
use super::super::visit::{Page, Visit};
use super::compared::{self, publish_fields, publishing};
use callout_domain::failure::{Failure, Fallible};

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let book = visit.state.prices.book(visit.parameter("version")).await?;
    let current = visit.state.books.current().await?;
    let is_current = current.book.version == book.version;
    let (comparison, dear) = if is_current {
        (None, None)
    } else {
        let comparison = visit.state.prices.compare(&book).await?;
        (Some(comparison), compared::dear_coupons(&visit, &book).await?)
    };
    let form = comparison.as_ref().map(|comparison| {
        let entered = visit.entered::<BringBack>("");
        let fields = view! {
            {publish_fields(&entered, comparison, &book.version)}
            {entered.hidden("version", book.version.clone())}
        };
        let form = visit.form::<BringBack, _>(&entered, Button::primary("Publish it"), fields);
        disclosure("Put this book in force", entered.is_again(), form)
    });
    let title = format!("Book {}", book.version);
    let body = view! {
        {section("The book", shown(&book, is_current))}
        {comparison.map(|comparison| compared::view(&comparison))}
        {dear}
        {form}
        {text_of(&book)?}
    };
    Ok(Page::new(title, body))
}

fn shown(book: &PriceBook, is_current: bool) -> AnyView {
    let percent = |rate: pricing_core::BasisPoints| text(format!("{}%", f64::from(rate.0) / 100.0));
    facts(vec![
        ("Now", text(if is_current { "In force" } else { "Not in force" })),
        ("Platform’s fee", percent(book.fee_basis_points)),
        ("Late cancellation", percent(book.cancellation.late_fee_bps)),
    ])
}

fn text_of(book: &PriceBook) -> Fallible<AnyView> {
    let json = serde_json::to_string_pretty(book).map_err(Failure::internal)?;
    let text = view! { <pre class="json" tabindex="0">{json}</pre> };
    Ok(disclosure("Read it as JSON", false, text))
}

/// Puts a stored book in force, again or for the first time.
#[server(prefix = "/admin/do", endpoint = "prices/bring-back")]
pub(in super::super) async fn bring_back(
    #[server(default)] version: String,
    #[server(default)] at: String,
    #[server(default)] typed_version: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let publishing = publishing(at, typed_version, reason);
        let prices = &acting.state.prices;
        Box::pin(prices.bring_back(&version, publishing, acting.by)).await?;
        Ok(Done::at("/admin/prices", "The book is published."))
    })
    .await
}

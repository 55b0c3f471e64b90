//! The console as a part of the application's router.

use axum::extract::FromRef;
use axum::{Extension, Router};
use http::StatusCode;
use http::request::Parts;
use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_axum::{AxumRouteListing, LeptosRoutes as _, ResponseOptions};
use leptos_router::{Method, SsrMode};

use super::gate;
use super::visit::{Page, Visit};
use super::visitor::Visitor;
use super::words::Refusal;
use super::{document, routes};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_front::state::AppState;

use super::people::Exports;

/// The console's pages, forms and files behind its gate. `exports` makes the copies of people's data.
pub fn router(state: &AppState, exports: Exports) -> Router<AppState> {
    let pages = routes::PAGES
        .iter()
        .map(|(path, _, _)| {
            AxumRouteListing::new((*path).to_owned(), SsrMode::Async, [Method::Get], Vec::new())
        })
        .collect();
    let shared = state.clone();
    let context = move || provide_context(shared.clone());
    let mut router = Router::new()
        .leptos_routes_with_context(&Pages, pages, context, app)
        .with_state(Pages);
    for (path, handler) in routes::files() {
        router = router.route(path, handler);
    }
    router
        .route("/admin/{*rest}", axum::routing::any(nothing))
        .layer(Extension(exports))
        .layer(axum::middleware::from_fn_with_state(state.clone(), gate::gate))
}

/// What leptos asks of a router's state.
#[derive(Clone)]
struct Pages;

impl FromRef<Pages> for LeptosOptions {
    fn from_ref(_: &Pages) -> Self {
        // Only the pages of a browser-side application read these.
        Self::builder().output_name("callout").build()
    }
}

/// The gate answers for addresses that are not in the table.
async fn nothing() -> StatusCode {
    StatusCode::NOT_FOUND
}

/// Whatever page the request is for.
fn app() -> AnyView {
    let nonce = use_nonce().map(|nonce| nonce.to_string()).unwrap_or_default();
    let (Some(parts), Some(state), Some(response)) = (
        use_context::<Parts>(),
        use_context::<AppState>(),
        use_context::<ResponseOptions>(),
    ) else {
        return ().into_any();
    };
    document::protect(&response, &nonce);
    let content = Suspend::new(async move {
        let (visit, page) = match visited(parts, state.clone()).await {
            Ok((visit, rendered)) => (Some(visit), rendered),
            Err(failure) => (None, Err(failure)),
        };
        let page = page.unwrap_or_else(|failure| {
            failure.log();
            response.set_status(status(&failure));
            failed(&failure)
        });
        document::document(visit.as_ref(), page, &nonce)
    });
    view! {
        <!DOCTYPE html>
        <html lang="en-GB">{content}</html>
    }
    .into_any()
}

async fn visited(parts: Parts, state: AppState) -> Fallible<(Visit, Fallible<Page>)> {
    let visitor = parts.extensions.get::<Visitor>().cloned();
    let visitor = visitor.ok_or_else(|| Failure::internal("a request that did not pass the gate"))?;
    let render = routes::render(&visitor.matched)
        .ok_or_else(|| Failure::not_found("There is nothing at this address."))?;
    let path = parts.uri.path().to_owned();
    let query = parts.uri.query().unwrap_or_default();
    let visit = Visit::new(state, visitor, path, query, routes::wants_no_factor).await?;
    let page = render(visit.clone()).await;
    Ok((visit, page))
}

fn status(failure: &Failure) -> StatusCode {
    match failure.kind {
        FailureKind::NotFound => StatusCode::NOT_FOUND,
        FailureKind::Forbidden => StatusCode::FORBIDDEN,
        FailureKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        FailureKind::Gone => StatusCode::GONE,
        FailureKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        FailureKind::Conflict => StatusCode::CONFLICT,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn failed(failure: &Failure) -> Page {
    let title = match failure.kind {
        FailureKind::NotFound => Refusal::NothingHere.words().1,
        FailureKind::Forbidden => "You may not see this",
        FailureKind::Invalid | FailureKind::Conflict | FailureKind::Gone => "This cannot be shown",
        _ => Refusal::Failed.words().1,
    };
    Page::new(title, view! { <p class="muted">{failure.detail.clone()}</p> })
}

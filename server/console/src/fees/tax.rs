//! What the tax office is told of pros for a quarter, as a file.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header;
use leptos::prelude::*;

use super::super::acting::Acting;
use super::super::field::Button;
use super::super::visit::Visit;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::statement::NoMonth;
use callout_domain::tax::Quarter;
use callout_front::state::AppState;
use callout_money::tax;

/// Where the form is sent to.
const ACTION: &str = "/admin/fees/tax";

pub(super) fn form(visit: &Visit) -> AnyView {
    let entered = visit.entered_file(ACTION);
    let fields = view! {
        {entered.text("quarter", "Quarter").hint("As in 2026-Q4.").view()}
        {entered.tick("copies", "Send every pro a copy of what is reported of them, once").view()}
        {entered.second_factor().view()}
    };
    visit.file_form(ACTION.to_owned(), Button::quiet("Export as CSV"), fields)
}

pub(in super::super) async fn report(State(state): State<AppState>, acting: Acting) -> Response {
    match file(&state, &acting).await {
        Ok((quarter, csv)) => {
            let name = format!("attachment; filename=\"callout-tax-{quarter}.csv\"");
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
                (header::CONTENT_DISPOSITION, name),
                (header::CACHE_CONTROL, "private, no-store".to_owned()),
            ];
            (headers, csv).into_response()
        }
        Err(failure) => acting.refuse(failure).await,
    }
}

async fn file(state: &AppState, acting: &Acting) -> Fallible<(Quarter, Vec<u8>)> {
    let quarter: Quarter = acting
        .field("quarter")
        .trim()
        .parse()
        .map_err(|NoMonth| Failure::field("quarter", "Type a quarter like 2026-Q4."))?;
    acting.prove_again().await?;
    let copies = acting.field("copies") == "on";
    let report = state.tax.report(quarter, copies, acting.by.clone()).await?;
    Ok((quarter, tax::csv(&report)?))
}

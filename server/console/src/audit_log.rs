//! The audit log, and its export.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use leptos::prelude::*;

use super::acting::Acting;
use super::changes;
use super::field::Button;
use super::parts::{disclosure, link, table, text};
use super::visit::{Page, Visit};
use super::words::when;
use callout_base::audit;
use callout_domain::audit::{Act, AuditRow, Entry, Subject};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters::without_formula;
use callout_front::state::AppState;

/// Rows of a page.
const AT_ONCE: i64 = 100;
/// Rows read at once for an export.
const PAGE: i64 = 1_000;

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let before = visit.query("before").parse::<i64>().unwrap_or(i64::MAX);
    let rows = callout_store::audit::before(&mut visit.state.db.read().await?, before, AT_ONCE).await?;
    let older = rows
        .last()
        .map(|row| row.seq)
        .filter(|seq| *seq > 1)
        .map(|seq| link(format!("/admin/audit?before={seq}"), "Older"));
    let entered = visit.entered_file("/admin/audit/export");
    let export = visit.file_form(
        "/admin/audit/export".to_owned(),
        Button::quiet("Export as CSV"),
        entered.second_factor().view(),
    );
    let body = view! {
        {table("Audit log", &["No.", "When", "Who did what", "To what", "Reason"], rows.iter().map(row).collect(), "Nothing yet.")}
        {older}
        {disclosure("Export the whole log", entered.is_again(), export)}
    };
    Ok(Page::new("Audit log", body))
}

fn row(row: &AuditRow) -> Vec<AnyView> {
    vec![
        text(row.seq.to_string()),
        text(when(row.at)),
        changes::act(row),
        text(format!("{} {}", row.subject_kind, row.subject_id)),
        text(row.reason().to_owned()),
    ]
}

/// The whole log as CSV; the export is on record itself.
pub(super) async fn export(State(state): State<AppState>, acting: Acting) -> Response {
    match csv_of(&state, &acting).await {
        Ok(csv) => (
            [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"callout-audit.csv\"",
                ),
            ],
            csv,
        )
            .into_response(),
        Err(failure) => acting.refuse(failure).await,
    }
}

async fn csv_of(state: &AppState, acting: &Acting) -> Fallible<Vec<u8>> {
    acting.prove_again().await?;
    let (by, now) = (acting.by.clone(), state.clock.now());
    let noted = state.db.write(move |connection| {
        Box::pin(async move {
            let entry = Entry::new(Act::AuditExported, Subject::Report("audit".to_owned()));
            audit::note(connection, &by, &entry, now).await
        })
    });
    noted.await?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = [
        "seq",
        "at",
        "operator",
        "act",
        "kind",
        "subject",
        "before",
        "after",
        "reason",
        "previous_hash",
        "hash",
    ];
    writer.write_record(head).map_err(Failure::internal)?;
    let mut after = 0;
    loop {
        let rows = callout_store::audit::after(&mut state.db.read().await?, after, PAGE).await?;
        let Some(last) = rows.last().map(|row| row.seq) else {
            break;
        };
        for row in &rows {
            writer.write_record(line(row)).map_err(Failure::internal)?;
        }
        after = last;
    }
    writer.into_inner().map_err(Failure::internal)
}

fn line(row: &AuditRow) -> [String; 11] {
    [
        row.seq.to_string(),
        row.at.to_string(),
        without_formula(&row.operator_email),
        row.act.clone(),
        row.subject_kind.clone(),
        without_formula(&row.subject_id),
        without_formula(&row.before),
        without_formula(&row.after),
        without_formula(row.reason()),
        row.previous_hash.clone(),
        row.hash.clone(),
    ]
}

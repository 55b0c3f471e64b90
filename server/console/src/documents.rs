//! Documents of pros: those that wait for an operator, and those that were decided on.

mod file;
mod one;

use leptos::prelude::*;

use super::parts::{badge, link, table, text};
use super::visit::{Page, Visit};
use super::words::{lasting, when};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::master_document::{DocumentKind, DocumentStatus};
use callout_domain::time;
use callout_store::master_documents::of_operators::{self, Listed};

pub(super) use file::file;
pub(super) use one::page as one;

/// Documents of a page.
const AT_ONCE: i64 = 100;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let status = DocumentStatus::parse(visit.query("state")).unwrap_or(DocumentStatus::Uploaded);
    let now = visit.state.clock.now();
    let mut connection = visit.state.db.read().await?;
    let found = of_operators::list(&mut connection, status, &time::day(now), AT_ONCE).await?;
    drop(connection);
    let lines = found.into_iter().map(|listed| line(listed, now)).collect();
    let empty = if status == DocumentStatus::Uploaded {
        "No document waits for you."
    } else {
        "There are none."
    };
    let columns = ["Document", "Pro", "Sent", "Valid until", "Others of the pro"];
    let body = view! {
        {filter(status)}
        {table("Documents", &columns, lines, empty)}
        <p class="muted small">"At most "{AT_ONCE}" are shown: of those that wait, the ones that have waited longest."</p>
    };
    Ok(Page::new("Documents", body))
}

/// Chooses a state by an address, so that the list can be bookmarked.
fn filter(chosen: DocumentStatus) -> AnyView {
    let options: Vec<AnyView> = DocumentStatus::ALL
        .iter()
        .copied()
        .map(|status| {
            let is_chosen = chosen == status;
            view! { <option value=status.as_str() selected=is_chosen>{label(status)}</option> }.into_any()
        })
        .collect();
    view! {
        <form method="get" action="/admin/documents" class="row">
            <div class="field">
                <label for="state">"State"</label>
                <select id="state" name="state">{options}</select>
            </div>
            <button type="submit" class="button quiet">"Show"</button>
        </form>
    }
    .into_any()
}

fn line(listed: Listed, now: Millis) -> Vec<AnyView> {
    let sent = format!(
        "{} ago, {}",
        lasting(now - listed.uploaded_at),
        when(listed.uploaded_at)
    );
    vec![
        link(address(&listed.id), kind_of(listed.kind)),
        text(named([listed.first_name, listed.last_name, listed.company_name])),
        text(sent),
        text(listed.expires_on.unwrap_or_else(|| "No last day".to_owned())),
        text(listed.others.to_string()),
    ]
}

/// Where a document is decided on.
fn address(id: &str) -> String {
    format!("/admin/documents/{id}")
}

/// What a pro is called, as far as they have said.
fn named(names: [Option<String>; 3]) -> String {
    let names: Vec<String> = names.into_iter().flatten().collect();
    if names.is_empty() {
        return "Has not said a name".to_owned();
    }
    names.join(" ")
}

/// What a kind of document is called.
pub(super) const fn kind_of(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Identity => "Identity",
        DocumentKind::Insurance => "Public liability insurance",
        DocumentKind::GasSafe => "Gas Safe registration",
        DocumentKind::Electrical => "Electrical registration",
        DocumentKind::Other => "Other document",
    }
}

const fn label(status: DocumentStatus) -> &'static str {
    match status {
        DocumentStatus::Uploaded => "Waiting",
        DocumentStatus::Verified => "Verified",
        DocumentStatus::Rejected => "Rejected",
        DocumentStatus::Expired => "Expired",
    }
}

/// A document's status as a coloured word.
fn state(status: DocumentStatus) -> AnyView {
    let tone = match status {
        DocumentStatus::Uploaded => "warn",
        DocumentStatus::Verified => "good",
        DocumentStatus::Rejected | DocumentStatus::Expired => "bad",
    };
    badge(label(status), tone)
}

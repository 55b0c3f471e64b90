//! One document: its picture or PDF beside what an operator decides about it.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::{disclosure, facts, history, link, section, text};
use super::super::visit::{Page, Visit};
use super::super::words::when;
use super::{address, kind_of, named, state};
use callout_domain::audit::{AuditRow, Subject};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_document::{DocumentKind, DocumentStatus};
use callout_front::state::AppState;
use callout_people::documents::Approval;
use callout_store::audit;
use callout_store::master_documents::{self, MasterDocument};
use callout_store::masters::{self, Master};

/// Most acts that are shown.
const AT_ONCE: i64 = 100;

/// What the page shows of a document.
struct Known {
    document: MasterDocument,
    status: DocumentStatus,
    master: Master,
    /// The pro's other documents, each with where it stands.
    others: Vec<(MasterDocument, DocumentStatus)>,
    acts: Vec<AuditRow>,
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let known = read(&visit.state, visit.parameter("id")).await?;
    let kind = kind_of(known.document.kind);
    let forms = forms(&visit, &known);
    let body = view! {
        <div class="columns">
            <div class="stack">{file(&known.document)}</div>
            <div class="stack">
                {about(&known)?}
                {forms}
                {section("Other documents of the pro", others(known.others))}
                {section("What operators did", history(known.acts))}
            </div>
        </div>
    };
    Ok(Page::new(kind, body))
}

async fn read(state: &AppState, id: &str) -> Fallible<Known> {
    let document = state.documents.known(id).await?;
    let now = state.clock.now();
    let mut connection = state.db.read().await?;
    let master = masters::find(&mut connection, &document.master_id).await?;
    let others = master_documents::of_master(&mut connection, &document.master_id).await?;
    let subject = Subject::Document(document.id.clone());
    Ok(Known {
        master: master.ok_or_else(|| Failure::internal("a document without a pro"))?,
        others: others
            .into_iter()
            .filter(|other| other.id != document.id)
            .map(|other| {
                let status = other.status(now);
                (other, status)
            })
            .collect(),
        acts: audit::of_subject(&mut connection, &subject, AT_ONCE).await?,
        status: document.status(now),
        document,
    })
}

/// The picture, or where to save the PDF. Whoever loads it is written down, so it is loaded once.
fn file(document: &MasterDocument) -> AnyView {
    let source = format!("{}/file", address(&document.id));
    let name = kind_of(document.kind);
    let shown = match document.media_type.as_deref() {
        None => {
            let words = if document.kind == DocumentKind::Identity {
                "There is no picture: it is deleted 30 days after the verdict, or an operator saw the document elsewhere."
            } else {
                "There is no file: an operator saw the document elsewhere."
            };
            view! { <p class="muted">{words}</p> }.into_any()
        }
        Some("application/pdf") => {
            let words = format!("Save the PDF: {name}, as sent");
            view! { <p><a href=source download="">{words}</a></p> }.into_any()
        }
        Some(_) => view! { <img class="picture" src=source alt=format!("{name}, as sent") /> }.into_any(),
    };
    section("What the pro sent", shown)
}

fn about(known: &Known) -> Fallible<AnyView> {
    let (document, master) = (&known.document, &known.master);
    let names = [
        master.first_name.clone(),
        master.last_name.clone(),
        master.company_name.clone(),
    ];
    let skills: Vec<&str> = master.skills.0.iter().map(|skill| skill.as_str()).collect();
    let skills = if skills.is_empty() {
        "None yet".to_owned()
    } else {
        skills.join(", ")
    };
    let mut pairs = vec![
        ("State", state(known.status)),
        ("Pro", link(format!("/admin/pros/{}", master.id), named(names))),
        (
            "Legal name",
            text(master.legal_name.clone().unwrap_or_else(|| "Not said".to_owned())),
        ),
        ("Email", text(master.email.clone())),
        ("Trades", text(skills)),
        ("Sent", text(when(document.uploaded_at))),
    ];
    let last_day = document.expires_on.clone();
    pairs.push((
        "Valid until",
        text(last_day.unwrap_or_else(|| "No last day".to_owned())),
    ));
    if let Some(number) = &document.number {
        pairs.push(("Number", text(number.clone())));
    }
    if let Some(at) = document.verified_at {
        pairs.push(("Verified", text(when(at))));
    }
    if let Some(at) = document.rejected_at {
        pairs.push(("Rejected", text(when(at))));
    }
    if let Some(reason) = &document.reason {
        pairs.push(("Because", text(reason.clone())));
    }
    Ok(section("About it", facts(pairs)))
}

fn others(others: Vec<(MasterDocument, DocumentStatus)>) -> AnyView {
    if others.is_empty() {
        return view! { <p class="muted">"None."</p> }.into_any();
    }
    let lines: Vec<AnyView> = others
        .into_iter()
        .map(|(other, status)| {
            view! { <li>{link(address(&other.id), kind_of(other.kind))}{state(status)}</li> }.into_any()
        })
        .collect();
    view! { <ul class="queues">{lines}</ul> }.into_any()
}

fn forms(visit: &Visit, known: &Known) -> AnyView {
    let document = &known.document;
    match known.status {
        DocumentStatus::Uploaded => view! {
            {section("Decide", approve_form(visit, document))}
            {reject_form(visit, document, "Reject it")}
        }
        .into_any(),
        DocumentStatus::Verified | DocumentStatus::Expired => {
            reject_form(visit, document, "Take the approval back")
        }
        DocumentStatus::Rejected => ().into_any(),
    }
}

fn approve_form(visit: &Visit, document: &MasterDocument) -> AnyView {
    let entered = visit.entered::<ApproveDocument>("");
    let fields = approve_fields(&entered, document);
    visit.form::<ApproveDocument, _>(&entered, Button::primary("Approve"), fields)
}

fn approve_fields(entered: &Entered, document: &MasterDocument) -> AnyView {
    let kind = document.kind;
    let must_expire = kind.must_expire();
    let last_day = document.expires_on.clone().unwrap_or_default();
    let day = entered
        .input("expires_on", "Valid until", "date")
        .value(last_day)
        .hint("As the document says; the pro’s own date is filled in.");
    let number = kind.has_number().then(|| {
        let number = entered.text("number", "Number on it");
        if must_expire {
            number.hint("Check it on the public register first.").view()
        } else {
            number.optional().view()
        }
    });
    view! {
        {if must_expire { day.view() } else { day.optional().view() }}
        {number}
        {entered.hidden("id", document.id.clone())}
    }
    .into_any()
}

fn reject_form(visit: &Visit, document: &MasterDocument, name: &'static str) -> AnyView {
    let entered = visit.entered::<RejectDocument>("");
    let fields = view! {
        {entered.area("reason", "What is wrong with it").hint("The pro reads it, and the audit log keeps it.").view()}
        {entered.hidden("id", document.id.clone())}
    };
    let form = visit.form::<RejectDocument, _>(&entered, Button::danger("Reject"), fields);
    disclosure(name, entered.is_again(), form)
}

/// Verifies a document.
#[server(prefix = "/admin/do", endpoint = "documents/approve")]
pub(super) async fn approve_document(
    #[server(default)] id: String,
    #[server(default)] expires_on: String,
    #[server(default)] number: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let approval = Approval { expires_on, number };
        acting.state.documents.approve(id, approval, acting.by).await?;
        Ok(Done::at(
            "/admin/documents",
            "The document is verified, and the pro is told.",
        ))
    })
    .await
}

/// Rejects a document.
#[server(prefix = "/admin/do", endpoint = "documents/reject")]
pub(super) async fn reject_document(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.documents.reject(id, &reason, acting.by).await?;
        Ok(Done::at(
            "/admin/documents",
            "The document is rejected, and the pro is told why.",
        ))
    })
    .await
}

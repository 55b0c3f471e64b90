//! A person's data, for super admins: the copy of it, its erasure, and what is sealed for the tax office.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use futures_util::future::BoxFuture;
use http::header;
use leptos::prelude::*;

use super::super::acting::{Acting, Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::super::words::pounds;
use super::links;
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::pro::Pro;
use callout_domain::tax::TaxDetails;
use callout_front::extract::Path;
use callout_front::state::AppState;
use callout_people::accounts::InTheWay;
use callout_store::people::{self, Person};

/// Makes the copy of a person's data: the person with this id, as JSON.
pub type Export = fn(AppState, String) -> BoxFuture<'static, Fallible<String>>;

/// The copies that people make of their own data through the API, which is no part of the console.
#[derive(Clone, Copy)]
pub struct Exports {
    /// A pro's.
    pub pro: Export,
    /// A client's.
    pub client: Export,
}

/// What keeps a person from being erased.
pub(super) struct Blocks {
    /// Bookings that are open, unsettled, or wait for a decision.
    bookings: Vec<String>,
    /// What else, in a sentence.
    money: Option<String>,
}

impl Blocks {
    fn is_empty(&self) -> bool {
        self.bookings.is_empty() && self.money.is_none()
    }
}

/// What keeps a pro from being erased; read for super admins alone.
pub(super) async fn blocks_pro(visit: &Visit, pro: &Pro) -> Fallible<Option<Blocks>> {
    if !visit.is_super_admin() || pro.has_left {
        return Ok(None);
    }
    let InTheWay {
        open_jobs: mut bookings,
        mut undecided_jobs,
        balance,
    } = visit.state.accounts.in_the_way(&pro.id).await?;
    // A client may not be at home at a job that is still open.
    undecided_jobs.retain(|job| !bookings.contains(job));
    bookings.extend(undecided_jobs);
    let money = (!balance.is_settled()).then(|| {
        format!(
            "There is money between us: {} available, {} in clearing, {} on its way, {} frozen.",
            pounds(balance.available_pence),
            pounds(balance.clearing_pence),
            pounds(balance.in_transit_pence),
            pounds(balance.frozen_pence)
        )
    });
    Ok(Some(Blocks { bookings, money }))
}

/// What a super admin can do with a pro's data.
pub(super) fn forms_of_pro(visit: &Visit, pro: &Pro, blocks: Option<Blocks>) -> Option<AnyView> {
    if !visit.is_super_admin() {
        return None;
    }
    let erase = blocks.map(|blocks| {
        let entered = visit.entered::<ErasePro>("");
        let fields = view! {
            {erasing()}
            {entered.reason().view()}
            {entered.second_factor().view()}
            {entered.hidden("id", pro.id.clone())}
        };
        let form = visit.form::<ErasePro, _>(&entered, Button::danger("Erase"), fields);
        erasure(entered.is_again(), blocks, form)
    });
    let export = (!pro.has_left).then(|| export_form(visit, format!("/admin/pros/{}/export", pro.id)));
    let entered = visit.entered::<OpenTax>("");
    let fields = view! {
        <p>"Kept for the tax office. What opens is shown once, and stays on record."</p>
        {entered.reason().view()}
        {entered.second_factor().view()}
        {entered.hidden("id", pro.id.clone())}
    };
    let tax = visit.form::<OpenTax, _>(&entered, Button::primary("Open"), fields);
    let forms = view! {
        {export}
        {disclosure("Open the tax details", entered.is_again(), tax)}
        {erase}
    };
    Some(forms.into_any())
}

/// What a super admin can do with a client's data. `open` are the bookings that keep them from being erased.
pub(super) fn forms_of_client(visit: &Visit, person: &Person, open: Vec<String>) -> Option<AnyView> {
    if !visit.is_super_admin() || person.ended_at.is_some() {
        return None;
    }
    let entered = visit.entered::<EraseClient>("");
    let fields = view! {
        {erasing()}
        {entered.reason().view()}
        {entered.second_factor().view()}
        {entered.hidden("id", person.id.clone())}
    };
    let form = visit.form::<EraseClient, _>(&entered, Button::danger("Erase"), fields);
    let blocks = Blocks {
        bookings: open,
        money: None,
    };
    let forms = view! {
        {export_form(visit, format!("/admin/clients/{}/export", person.id))}
        {erasure(entered.is_again(), blocks, form)}
    };
    Some(forms.into_any())
}

fn export_form(visit: &Visit, action: String) -> AnyView {
    let entered = visit.entered_file(&action);
    let fields = view! {
        {entered.reason().view()}
        {entered.second_factor().view()}
    };
    let form = visit.file_form(action, Button::quiet("Download as JSON"), fields);
    disclosure("Export what is stored", entered.is_again(), form)
}

fn erasing() -> AnyView {
    let words = "The person’s data goes for good; what the books need stays without a name, and receipts over £250 with \
                 VAT stay sealed. Backups keep what they have.";
    view! { <p>{words}</p> }.into_any()
}

fn erasure(is_again: bool, blocks: Blocks, form: AnyView) -> AnyView {
    // What was typed stays in reach, though it cannot be done yet.
    let form = (blocks.is_empty() || is_again).then_some(form);
    let blocked = (!blocks.is_empty()).then(|| {
        let bookings = (!blocks.bookings.is_empty()).then(|| {
            view! {
                <p>"These bookings are open, unsettled, or wait for a decision:"</p>
                {links(blocks.bookings)}
            }
        });
        view! {
            <p>"They cannot be erased yet."</p>
            {bookings}
            {blocks.money.map(|words| view! { <p>{words}</p> })}
        }
    });
    let body = view! {
        {blocked}
        {form}
    };
    disclosure("Erase this person", is_again, body)
}

/// Ends all sessions of a person: for any operator, since nothing is lost by it.
pub(super) fn sign_out_form(visit: &Visit, id: &str) -> AnyView {
    let entered = visit.entered::<SignOutPerson>("");
    let fields = view! {
        <p>"They sign in again with a code or password. Browsers that they were known by are forgotten; a pro’s passkeys and calendar link end."</p>
        {entered.reason().view()}
        {entered.hidden("id", id.to_owned())}
    };
    let form = visit.form::<SignOutPerson, _>(&entered, Button::primary("Sign them out"), fields);
    disclosure("Sign them out everywhere", entered.is_again(), form)
}

/// Ends all sessions of a client or pro.
#[server(prefix = "/admin/do", endpoint = "people/sign-out")]
pub(super) async fn sign_out_person(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let person = people::find(&mut acting.state.db.read().await?, &id).await?;
        let person = person.ok_or_else(|| Failure::not_found("There is no such account."))?;
        let (subject, to) = if person.is_pro() {
            (Subject::Pro(id.clone()), format!("/admin/pros/{id}"))
        } else {
            (Subject::Client(id.clone()), format!("/admin/clients/{id}"))
        };
        let accounts = &acting.state.accounts;
        accounts.sign_out_for(subject, &reason, acting.by).await?;
        Ok(Done::at(to, "They are signed out everywhere."))
    })
    .await
}

/// Erases a client or guest.
#[server(prefix = "/admin/do", endpoint = "clients/erase")]
pub(super) async fn erase_client(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let to = format!("/admin/clients/{id}");
        let erased = acting.state.accounts.erase_for(id, &reason, acting.by).await;
        erased.map_err(explained)?;
        Ok(Done::at(to, "The person is erased."))
    })
    .await
}

/// Erases a pro.
#[server(prefix = "/admin/do", endpoint = "pros/erase")]
pub(super) async fn erase_pro(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let to = format!("/admin/pros/{id}");
        let erased = acting
            .state
            .accounts
            .close_master_for(id, &reason, acting.by)
            .await;
        erased.map_err(explained)?;
        Ok(Done::at(to, "The person is erased."))
    })
    .await
}

/// What is said to the person themself, said to an operator.
fn explained(failure: Failure) -> Failure {
    match failure.code {
        "open_bookings" | "open_jobs" | "balance_not_zero" => Failure::conflict(
            failure.code,
            "Something is open now that stands in the way: it is listed here.",
        ),
        _ => failure,
    }
}

/// Opens what is sealed for the tax office.
#[server(prefix = "/admin/do", endpoint = "pros/open-tax")]
pub(super) async fn open_tax(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let details = acting.state.tax.open_for(&id, &reason, acting.by).await?;
        let done = Done::at(format!("/admin/pros/{id}"), "The tax details, shown once.");
        Ok(done.showing(lines(details)))
    })
    .await
}

fn lines(details: TaxDetails) -> Vec<String> {
    [
        ("Legal name", Some(details.legal_name)),
        ("Address", Some(details.address)),
        ("Born", Some(details.birth_date)),
        ("National Insurance number", details.national_insurance),
        ("Unique Taxpayer Reference", details.utr),
        ("Company number", details.company_number),
        ("VAT number", details.vat_number),
    ]
    .into_iter()
    .filter_map(|(name, value)| value.map(|value| format!("{name}: {value}")))
    .collect()
}

/// A pro's data as a file.
pub(in super::super) async fn export_pro(
    State(state): State<AppState>,
    Extension(exports): Extension<Exports>,
    Path(id): Path<String>,
    acting: Acting,
) -> Response {
    let noted = note_export(&state, &acting, Subject::Pro(id.clone())).await;
    let data = match noted {
        Ok(()) => (exports.pro)(state, id).await,
        Err(failure) => Err(failure),
    };
    file(acting, data).await
}

/// A client's data as a file.
pub(in super::super) async fn export_client(
    State(state): State<AppState>,
    Extension(exports): Extension<Exports>,
    Path(id): Path<String>,
    acting: Acting,
) -> Response {
    let noted = note_export(&state, &acting, Subject::Client(id.clone())).await;
    let data = match noted {
        Ok(()) => (exports.client)(state, id).await,
        Err(failure) => Err(failure),
    };
    file(acting, data).await
}

/// Proves who exports, and writes it down.
async fn note_export(state: &AppState, acting: &Acting, subject: Subject) -> Fallible<()> {
    let reason = callout_base::words::words("reason", acting.field("reason"))?;
    let person = people::find(&mut state.db.read().await?, subject.id()).await?;
    let is_open =
        |person: &Person| person.ended_at.is_none() && person.is_pro() == matches!(subject, Subject::Pro(_));
    if !person.as_ref().is_some_and(is_open) {
        return Err(Failure::not_found("There is no such account."));
    }
    acting.prove_again().await?;
    let (by, now) = (acting.by.clone(), state.clock.now());
    let entry = Entry::new(Act::PersonExported, subject).because(&reason);
    let noted = state
        .db
        .write(move |connection| Box::pin(async move { audit::note(connection, &by, &entry, now).await }));
    noted.await
}

async fn file(acting: Acting, data: Fallible<String>) -> Response {
    match data {
        Ok(text) => (
            [
                (header::CONTENT_TYPE, "application/json"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"callout-person.json\"",
                ),
                (header::CACHE_CONTROL, "no-store"),
            ],
            text,
        )
            .into_response(),
        Err(failure) => acting.refuse(failure).await,
    }
}

//! One booking: how it stands, whose it is, its money, what happened, and what an operator may do about it.

use leptos::prelude::*;
use pricing_core::{BasisPoints, Pence};

use super::super::acting::{Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::{disclosure, facts, history, section, state, table, text};
use super::super::visit::{Page, Visit};
use super::super::words::{pounds, when};
use super::events as told;
use crate::bookings::{NewStart, Stop, given_back};
use crate::domain::audit::{AuditRow, Subject};
use crate::domain::booking::Booking;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::operator::GRAVE_REFUND;
use crate::domain::status;
use crate::state::AppState;
use crate::store::events::Event;
use crate::store::ledger::{self, Posting};
use crate::store::masters::{self, Master};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, Refund};
use crate::store::{audit, bookings as rows, events};

/// Most events, acts or postings that are shown.
const AT_ONCE: i64 = 500;

const STARTS: &[(&str, &str)] = &[
    ("renewed", "Make a new code, which the client sees"),
    ("opened", "Let the pro begin without the code"),
];

/// What the page shows of a booking.
struct Known {
    booking: Booking,
    master: Option<Master>,
    events: Vec<Event>,
    payments: Vec<Payment>,
    refunds: Vec<Refund>,
    postings: Vec<Posting>,
    acts: Vec<AuditRow>,
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let known = Box::pin(read(&visit.state, visit.parameter("id"))).await?;
    let forms = forms(&visit, &known.booking);
    let title = format!("Booking {}", known.booking.id);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {job(&known.booking, known.master)}
                {money(known.payments, known.refunds, known.postings)}
                {section("What happened", events_table(known.events))}
            </div>
            <div class="stack">
                {client(known.booking)}
                {forms}
                {section("What operators did", history(known.acts))}
            </div>
        </div>
    };
    Ok(Page::new(title, body))
}

async fn read(state: &AppState, id: &str) -> Fallible<Known> {
    let booking = find(state, id).await?;
    let mut connection = state.db.read().await?;
    let master = match &booking.assigned_master_id {
        Some(master) => masters::find(&mut connection, master).await?,
        None => None,
    };
    let subject = Subject::Booking(booking.id.clone());
    Ok(Known {
        master,
        events: events::after(&mut connection, &booking.id, 0, AT_ONCE).await?,
        payments: payments::of_booking(&mut connection, &booking.id).await?,
        refunds: refunds::of_booking(&mut connection, &booking.id).await?,
        postings: ledger::of_booking(&mut connection, &booking.id, AT_ONCE).await?,
        acts: audit::of_subject(&mut connection, &subject, AT_ONCE).await?,
        booking,
    })
}

async fn find(state: &AppState, id: &str) -> Fallible<Booking> {
    let booking = rows::find(&mut state.db.read().await?, id).await?;
    booking.ok_or_else(|| Failure::not_found("There is no such booking."))
}

fn job(booking: &Booking, master: Option<Master>) -> AnyView {
    let window = match (booking.slot_start, booking.slot_end) {
        (Some(start), Some(end)) => format!("{} to {}", when(start), when(end)),
        _ => "No fixed time".to_owned(),
    };
    let pro = master.map_or_else(|| "Nobody yet".to_owned(), named);
    let mut pairs = vec![
        ("State", state(booking.status)),
        ("What", text(booking.readable_name.clone())),
        ("When", text(window)),
        ("Price", text(price(booking))),
        ("Pro", text(pro)),
        ("Made", text(when(booking.created_at))),
    ];
    if let Some(reason) = &booking.cancel_reason {
        pairs.push(("Cancelled because", text(told::plain(reason))));
    }
    if let Some(asked) = booking.stop_asked_at {
        let words = booking.stop_text.clone().unwrap_or_default();
        pairs.push(("Asked to stop", text(format!("{}: {words}", when(asked)))));
    }
    let description = booking.description.clone();
    let body = view! {
        {facts(pairs)}
        <p class="words">{description}</p>
    };
    section("Job", body)
}

fn named(master: Master) -> String {
    let names = [master.first_name, master.last_name, master.company_name];
    let names: Vec<String> = names.into_iter().flatten().collect();
    format!(
        "{}, {}, {}",
        names.join(" "),
        master.phone.unwrap_or_default(),
        master.email
    )
}

fn price(booking: &Booking) -> String {
    let how = if booking.payment_method == "cash" {
        "in cash"
    } else {
        "by card"
    };
    format!("{} {how}", pounds(booking.amount_pence))
}

fn client(booking: Booking) -> AnyView {
    let address = [
        Some(booking.address_line1),
        booking.address_line2,
        booking.city,
        Some(booking.postcode),
    ];
    let address: Vec<String> = address.into_iter().flatten().collect();
    section(
        "Client",
        facts(vec![
            ("Name", text(booking.customer_name)),
            ("Phone", text(booking.phone)),
            ("Email", text(booking.email.unwrap_or_else(|| "None".to_owned()))),
            ("Address", text(address.join(", "))),
        ]),
    )
}

fn money(payments: Vec<Payment>, refunds: Vec<Refund>, postings: Vec<Posting>) -> AnyView {
    let payments = payments.into_iter().map(|payment| {
        vec![
            text(when(payment.created_at)),
            text(told::plain(&payment.purpose)),
            text(told::plain(&payment.status)),
            text(pounds(payment.amount_pence)),
            text(pounds(payment.captured_pence)),
            text(pounds(payment.refunded_pence)),
        ]
    });
    let refunds = refunds.into_iter().map(|refund| {
        vec![
            text(refund.reference),
            text(told::plain(&refund.status)),
            text(pounds(refund.amount_pence)),
        ]
    });
    let postings = postings.into_iter().map(|posting| {
        vec![
            text(when(posting.at)),
            text(told::plain(&posting.kind)),
            text(posting.account),
            text(pounds(posting.amount_pence)),
        ]
    });
    let (payments, refunds) = (payments.collect(), refunds.collect());
    let body = view! {
        {table("Payments", &["Opened", "For", "State", "Amount", "Captured", "Refunded"], payments, "No card payments.")}
        {table("Refunds", &["Refund", "State", "Amount"], refunds, "No refunds.")}
        {table("Ledger", &["When", "What", "Account", "Amount"], postings.collect(), "Nothing in the ledger.")}
    };
    section("Money", body)
}

fn events_table(events: Vec<Event>) -> AnyView {
    let rows = events
        .into_iter()
        .map(|event| vec![text(when(event.at)), text(told::words(&event.kind))])
        .collect();
    table("Events", &["When", "What"], rows, "Nothing yet.")
}

fn forms(visit: &Visit, booking: &Booking) -> AnyView {
    let note = visit.entered::<NoteBooking>("");
    let note_fields = view! {
        {note.area("note", "Note").hint("For operators alone. Phones and emails in it are hidden.").view()}
        {note.hidden("id", booking.id.clone())}
    };
    let note_form = visit.form::<NoteBooking, _>(&note, Button::primary("Write it down"), note_fields);
    let start = booking.awaits_start().then(|| start_form(visit, booking));
    let stop = status::facts(booking.status)
        .is_at_work
        .then(|| stop_form(visit, booking));
    view! {
        {disclosure("Write a note", note.is_again(), note_form)}
        {start}
        {stop}
    }
    .into_any()
}

fn start_form(visit: &Visit, booking: &Booking) -> AnyView {
    let entered = visit.entered::<DecideStart>("");
    let fields = view! {
        {entered.choice("start", "What becomes of it", STARTS).view()}
        {entered.reason().view()}
        {entered.hidden("id", booking.id.clone())}
    };
    let form = visit.form::<DecideStart, _>(&entered, Button::primary("Decide"), fields);
    disclosure("Decide about the start code", entered.is_again(), form)
}

fn stop_form(visit: &Visit, booking: &Booking) -> AnyView {
    let entered = visit.entered::<StopJob>("");
    let form = visit.form::<StopJob, _>(
        &entered,
        Button::danger("Stop the job"),
        stop_fields(&entered, booking),
    );
    disclosure("Stop the job", entered.is_again(), form)
}

fn stop_fields(entered: &Entered, booking: &Booking) -> AnyView {
    let hint = if booking.payment_method == "cash" {
        "0: a job in cash is settled between client and pro.".to_owned()
    } else {
        format!(
            "0 to 100, of {}. They get the rest back.",
            pounds(booking.amount_pence)
        )
    };
    let factor = is_grave(booking, BasisPoints(0)).then(|| entered.second_factor().view());
    view! {
        {entered.text("share", "What the client pays, per cent").hint(hint).view()}
        {entered.area("reason", "Reason").hint("Client and pro read it, and the audit log keeps it.").view()}
        {factor}
        {entered.hidden("id", booking.id.clone())}
    }
    .into_any()
}

/// True when so much is given back that the second factor is asked for once more.
fn is_grave(booking: &Booking, share: BasisPoints) -> bool {
    let Pence(back) = given_back(booking, share);
    back > GRAVE_REFUND.0
}

/// Writes a note about a booking.
#[server(prefix = "/admin/do", endpoint = "bookings/note")]
pub(super) async fn note_booking(
    #[server(default)] id: String,
    #[server(default)] note: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let to = here(&id);
        acting.state.bookings.note(id, &note, acting.by).await?;
        Ok(Done::at(to, "The note is kept."))
    })
    .await
}

/// Makes another start code, or lets the pro begin without one.
#[server(prefix = "/admin/do", endpoint = "bookings/start")]
pub(super) async fn decide_start(
    #[server(default)] id: String,
    #[server(default)] start: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let (new, words) = match start.as_str() {
            "renewed" => (NewStart::Renewed, "The client’s page shows a new code."),
            "opened" => (NewStart::Opened, "The pro may begin without the code."),
            _ => return Err(Failure::field("start", "Choose one.")),
        };
        let to = here(&id);
        let _ = acting
            .state
            .bookings
            .new_start(id, new, &reason, acting.by)
            .await?;
        Ok(Done::at(to, words))
    })
    .await
}

/// Ends a job that has begun: the client pays a share of the price.
#[server(prefix = "/admin/do", endpoint = "bookings/stop")]
pub(super) async fn stop_job(
    #[server(default)] id: String,
    #[server(default)] share: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let share = share_of(&share)?;
        if is_grave(&find(&acting.state, &id).await?, share) {
            acting.prove_again().await?;
        }
        let (to, stop) = (here(&id), Stop { share, words: reason });
        let _ = acting.state.bookings.stop(id, stop, acting.by).await?;
        Ok(Done::at(to, "The job is stopped."))
    })
    .await
}

fn here(id: &str) -> String {
    format!("/admin/bookings/{id}")
}

fn share_of(text: &str) -> Fallible<BasisPoints> {
    let percent = text.trim().trim_end_matches('%').trim().parse::<u32>().ok();
    percent
        .filter(|percent| *percent <= 100)
        .map(|percent| BasisPoints(percent * 100))
        .ok_or_else(|| Failure::field("share", "Choose a whole number from 0 to 100."))
}

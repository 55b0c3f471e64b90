//! One booking: how it stands, whose it is, its money, what happened, and what an operator may do about it.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::parts::{facts, history, link, section, state, table, text};
use super::super::visit::{Page, Visit};
use super::super::words::{self, pounds, when};
use super::{
    assign, cancel, events as told, extra, hold, message, note, proposal, put_right, refund, start, stop,
    suggestion, work,
};
use callout_booking::matching::InvitationSeen;
use callout_booking::messages::Again;
use callout_domain::audit::{AuditRow, Subject};
use callout_domain::booking::Booking;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::new_work::State;
use callout_front::state::AppState;
use callout_money::refunds::Left;
use callout_store::changes::Change;
use callout_store::events::Event;
use callout_store::ledger::{self, Posting};
use callout_store::masters::{self, Master};
use callout_store::payments::{self, Payment};
use callout_store::proposals::Proposal;
use callout_store::put_rights::PutRight;
use callout_store::refunds::{self, Refund};
use callout_store::{audit, bookings, events, kept};

/// Most events, acts or postings that are shown.
const AT_ONCE: i64 = 500;

/// What the page shows of a booking.
struct Known {
    booking: Booking,
    master: Option<Master>,
    events: Vec<Event>,
    /// What pros have said of the work.
    said: work::Said,
    /// Visits that put it right, or the one that this is.
    put_rights: Vec<PutRight>,
    payments: Vec<Payment>,
    refunds: Vec<Refund>,
    postings: Vec<Posting>,
    acts: Vec<AuditRow>,
    left: Left,
    /// What cancelling it now would cost by the rules.
    cancellation: Option<Pence>,
    /// A pro's price that waits for the client.
    /// What waits for the client's answer.
    proposals: Vec<Proposal>,
    /// A change that waits.
    change: Option<Change>,
    /// The pro who has it once its client has paid.
    promised_to: Option<Master>,
    /// The only pro who is asked, or was.
    reserved_for: Option<Master>,
    /// The further work that the pro last suggested, and what was booked of it.
    suggested: Option<InvitationSeen>,
    /// What can be sent again.
    again: Vec<Again>,
    /// Whether an operator keeps it beyond its time.
    is_held: bool,
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let known = Box::pin(read(&visit.state, visit.parameter("id"))).await?;
    let forms = forms(&visit, &known);
    let title = format!("Booking {}", known.booking.id);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {job(&known.booking, known.master, known.promised_to, known.reserved_for)}
                {known.suggested.map(further_work)}
                {work::shown(&known.booking, &known.events, &known.said)}
                {put_right::shown(&known.booking, &known.put_rights)}
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
    let left = state.refunds.left(&booking).await?;
    let cancellation = match cancel::may_be_cancelled(&booking) {
        true => Some(state.bookings.cancellation(&booking).await?.fee_pence),
        false => None,
    };
    let mut proposals = state.matching.named_prices(&booking).await?;
    proposals.extend(state.matching.proposal(&booking).await?);
    let change = state.matching.open_change(&booking).await?;
    let again = Box::pin(state.messages.again(&booking)).await?;
    let suggested = state.matching.invitation(&booking).await?;
    let mut connection = state.db.read().await?;
    let master = match &booking.assigned_master_id {
        Some(master) => masters::find(&mut connection, master).await?,
        None => None,
    };
    let promised_to = match change.as_ref().and_then(Change::promised_to) {
        Some(master) => masters::find(&mut connection, master).await?,
        None => None,
    };
    let reserved_for = match &booking.reserved_for {
        Some(master) => masters::find(&mut connection, master).await?,
        None => None,
    };
    let subject = Subject::Booking(booking.id.clone());
    Ok(Known {
        master,
        promised_to,
        reserved_for,
        suggested,
        events: events::after(&mut connection, &booking.id, 0, AT_ONCE).await?,
        said: work::Said::of(&mut connection, &booking.id).await?,
        put_rights: put_right::of(&mut connection, &booking).await?,
        payments: payments::of_booking(&mut connection, &booking.id).await?,
        refunds: refunds::of_booking(&mut connection, &booking.id).await?,
        postings: ledger::of_booking(&mut connection, &booking.id, AT_ONCE).await?,
        is_held: kept::is_held(&mut connection, &booking.id).await?,
        acts: audit::of_subject(&mut connection, &subject, AT_ONCE).await?,
        booking,
        left,
        cancellation,
        proposals,
        change,
        again,
    })
}

pub(super) async fn find(state: &AppState, id: &str) -> Fallible<Booking> {
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    booking.ok_or_else(|| Failure::not_found("There is no such booking."))
}

/// What the pro suggested to the client once the job was done.
fn further_work(seen: InvitationSeen) -> AnyView {
    let became = match (seen.booked, seen.invitation.declined_at, seen.state) {
        (Some(booked), ..) => link(here(&booked.id), format!("Booked: {}", booked.id)),
        (None, Some(at), _) => text(format!("Declined, {}", when(at))),
        (None, None, State::Open) => text(format!("To be booked by {}", when(seen.invitation.until))),
        (None, None, _) => text("Not booked in time"),
    };
    let words = seen.invitation.text;
    let body = view! {
        {facts(vec![
            ("Suggested", text(when(seen.invitation.made_at))),
            ("Kind of work", text(seen.readable_name)),
            ("Became", became),
        ])}
        <p class="words">{words}</p>
    };
    section("Further work", body)
}

fn job(
    booking: &Booking,
    master: Option<Master>,
    promised_to: Option<Master>,
    reserved_for: Option<Master>,
) -> AnyView {
    let window = words::window(booking);
    let pro = match master {
        Some(master) => link(format!("/admin/pros/{}", master.id), named(master)),
        None => text("Nobody yet"),
    };
    let mut pairs = vec![
        ("State", state(booking.status)),
        ("What", text(booking.readable_name.clone())),
        ("When", text(window)),
        ("Price", text(price(booking))),
        ("Pro", pro),
        ("Made", text(when(booking.created_at))),
    ];
    if let Some(parent) = &booking.parent_id {
        pairs.push(("Puts right", link(here(parent), parent.clone())));
    }
    if let Some((pro, until)) = promised_to.zip(booking.payment_due_until) {
        let by = when(until);
        let waits_for = format!("The client’s payment by {by}; then {} has the job", named(pro));
        pairs.push(("Waits for", text(waits_for)));
    }
    if let Some(pro) = reserved_for {
        let only = link(format!("/admin/pros/{}", pro.id), named(pro));
        pairs.push(("Only asked", only));
    }
    if let Some(reason) = booking.cancel_reason {
        pairs.push(("Cancelled because", text(told::plain(reason.as_str()))));
    }
    if let Some(asked) = booking.stop_asked_at {
        let why = booking.stop_text.clone().unwrap_or_default();
        pairs.push(("Asked to stop", text(format!("{}: {why}", when(asked)))));
    }
    let description = booking.description.clone();
    let body = view! {
        {facts(pairs)}
        <p class="words">{description}</p>
    };
    section("Job", body)
}

pub(super) fn named(master: Master) -> String {
    let names = [master.first_name, master.last_name, master.company_name];
    let names: Vec<String> = names.into_iter().flatten().collect();
    format!(
        "{}, {}, {}",
        names.join(" "),
        master.phone.unwrap_or_default(),
        master.email
    )
}

pub(super) fn price(booking: &Booking) -> String {
    if booking.awaits_price() {
        return words::price(booking);
    }
    let how = if booking.is_in_cash() {
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
            (
                "Name",
                link(
                    format!("/admin/clients/{}", booking.client_id),
                    booking.customer_name,
                ),
            ),
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
            text(told::plain(payment.purpose.as_str())),
            text(told::plain(payment.status.as_str())),
            text(pounds(payment.amount_pence)),
            text(pounds(payment.captured_pence)),
            text(pounds(payment.refunded_pence)),
        ]
    });
    let refunds = refunds.into_iter().map(|refund| {
        vec![
            text(refund.reference),
            text(told::plain(refund.status.as_str())),
            text(pounds(refund.amount_pence)),
        ]
    });
    let postings = postings.into_iter().map(|posting| {
        vec![
            text(when(posting.at)),
            text(told::plain(posting.kind.as_str())),
            text(posting.account.to_string()),
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
        .map(|event| vec![text(when(event.at)), text(told::words(event.kind))])
        .collect();
    table("Events", &["When", "What"], rows, "Nothing yet.")
}

fn forms(visit: &Visit, known: &Known) -> AnyView {
    let booking = &known.booking;
    view! {
        {note::form(visit, booking)}
        {proposal::forms(visit, booking, &known.proposals)}
        {suggestion::form(visit, booking, known.change.as_ref())}
        {message::form(visit, booking, &known.again)}
        {start::form(visit, booking)}
        {extra::form(visit, booking)}
        {stop::form(visit, booking)}
        {assign::way(booking)}
        {cancel::form(visit, booking, known.cancellation)}
        {refund::form(visit, booking, known.left)}
        {hold::form(visit, booking, known.is_held)}
    }
    .into_any()
}

/// The page of a booking.
pub(super) fn here(id: &str) -> String {
    format!("/admin/bookings/{id}")
}

//! Readings: what became of what was read from clients' words, by type and by keyword or sign, which a super admin switches off here.

use leptos::prelude::*;
use pricing_core::PriceBook;

use super::acting::{Done, act};
use super::field::Button;
use super::kept::encode;
use super::parts::{badge, facts, history, section, table, text};
use super::prices;
use super::visit::{Page, Visit};
use super::words::day;
use callout_booking::prices::in_force;
use callout_booking::readings::Outcome;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::switched::{Switch, can_be_switched, is_off};
use callout_store::audit;

const HERE: &str = "/admin/readings";
/// Acts that are shown.
const AT_ONCE: i64 = 50;
/// What is counted, after the name.
const COUNTED: [&str; 6] = [
    "Bookings",
    "Price held",
    "Chosen instead",
    "Another price proposed",
    "Extra work",
    "Price disputed",
];

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let book = &visit.state.prices.current().await?;
    let outcomes = visit.state.readings.look(book).await?;
    let since = match outcomes.since {
        Some(since) => format!("Bookings that ended in the last 90 days. Since {}.", day(since)),
        None => "No booking has ended since readings began.".to_owned(),
    };
    let by_type = outcomes.by_type.into_iter();
    let by_type = by_type.map(|outcome| {
        let name = text(type_name(book, &outcome.tally.entry));
        row(name, &outcome, book)
    });
    let may_switch = visit.is_super_admin();
    let by_entry = outcomes.by_entry.into_iter().map(|outcome| {
        let mut cells = row(entry(&outcome, book), &outcome, book);
        cells.push(switch(&outcome, book, may_switch));
        cells
    });
    let by_type_columns: Vec<&str> = ["Type"].into_iter().chain(COUNTED).collect();
    let by_entry_columns: Vec<&str> = ["Read"].into_iter().chain(COUNTED).chain(["Switch"]).collect();
    let body = view! {
        <p class="muted">{since}</p>
        {section(
            "By type",
            table("Outcomes by type", &by_type_columns, by_type.collect(), "There are none."),
        )}
        {section(
            "By what was read",
            table("Outcomes by what was read", &by_entry_columns, by_entry.collect(), "There are none."),
        )}
    };
    Ok(Page::new("Readings", body))
}

/// The name of a type and what became of it, as cells of a table.
fn row(name: AnyView, outcome: &Outcome, book: &PriceBook) -> Vec<AnyView> {
    let mut cells = vec![name];
    cells.extend(counts(outcome, book).map(text));
    cells
}

/// In the order of [`COUNTED`].
fn counts(outcome: &Outcome, book: &PriceBook) -> [String; 6] {
    let tally = &outcome.tally;
    let held = match tally.priced {
        0 => "–".to_owned(),
        priced => format!("{} of {priced}", tally.held),
    };
    [
        tally.bookings.to_string(),
        held,
        instead(outcome, book),
        tally.proposed.to_string(),
        tally.extended.to_string(),
        tally.disputed.to_string(),
    ]
}

/// `3: 2 Toilet repair, 1 Handyman job`.
fn instead(outcome: &Outcome, book: &PriceBook) -> String {
    let types = outcome.instead.iter();
    let types: Vec<String> = types
        .map(|(code, bookings)| format!("{bookings} {}", type_name(book, code)))
        .collect();
    if types.is_empty() {
        return "0".to_owned();
    }
    format!("{}: {}", outcome.tally.overruled, types.join(", "))
}

fn type_name(book: &PriceBook, code: &str) -> String {
    let known = book.problem_type(code);
    known.map_or_else(|| code.to_owned(), |known| known.name.clone())
}

/// A keyword or sign with its kind, and whether it is off.
fn entry(outcome: &Outcome, book: &PriceBook) -> AnyView {
    let (word, kind) = (outcome.tally.entry.clone(), outcome.tally.kind.clone());
    let off = is_off(book, &outcome.id()).then(|| badge("Off", "warn"));
    view! { <span class="row">{word}" "<span class="muted small">{kind}</span>{off}</span> }.into_any()
}

/// Where a keyword or sign is switched; the link says to screen readers which.
fn switch(outcome: &Outcome, book: &PriceBook, may_switch: bool) -> AnyView {
    let id = outcome.id();
    if !may_switch || !can_be_switched(book, &id) {
        return text("–");
    }
    let (way, word) = (name(Switch::from(book, &id)), outcome.tally.entry.clone());
    let to = format!("{HERE}/{}", encode(&id));
    view! { <a href=to>{way}<span class="unseen">" "{word}</span></a> }.into_any()
}

const fn name(to: Switch) -> &'static str {
    match to {
        Switch::Off => "Turn off",
        Switch::On => "Turn on",
    }
}

/// A keyword or sign: what became of it, what its switch would change, and the form for that.
pub(super) async fn one(visit: Visit) -> Fallible<Page> {
    let id = visit.parameter("id").to_owned();
    let book = &visit.state.prices.current().await?;
    if !can_be_switched(book, &id) {
        return Err(Failure::not_found("There is no such keyword or sign."));
    }
    let to = Switch::from(book, &id);
    let switched = visit.state.prices.switched(&id, to).await?;
    let comparison = visit.state.prices.compare(&switched).await?;
    let outcomes = visit.state.readings.look(book).await?.by_entry;
    let outcome = outcomes.into_iter().find(|outcome| outcome.id() == id);
    let outcome = outcome.map(|outcome| {
        let counts = counts(&outcome, book).map(text);
        section(
            "In the last 90 days",
            facts(COUNTED.into_iter().zip(counts).collect()),
        )
    });
    let acts = audit::of_subject(&mut visit.state.db.read().await?, &in_force(), AT_ONCE).await?;
    let body = view! {
        {outcome}
        {prices::compared(&comparison)}
        {section(name(to), form(&visit, &id, to))}
        {section("On record", history(acts))}
    };
    Ok(Page::new(id, body))
}

fn form(visit: &Visit, id: &str, to: Switch) -> AnyView {
    let entered = visit.entered::<SwitchEntry>("");
    let (way, button) = match to {
        Switch::Off => ("off", Button::danger(name(to))),
        Switch::On => ("on", Button::primary(name(to))),
    };
    let fields = view! {
        <p>"This publishes a price book that differs in nothing else. Servers follow within 10 seconds."</p>
        {entered.reason().view()}
        {entered.second_factor().view()}
        {entered.hidden("id", id)}
        {entered.hidden("to", way)}
    };
    visit.form::<SwitchEntry, _>(&entered, button, fields)
}

/// Switches a keyword or sign off, or on again.
#[server(prefix = "/admin/do", endpoint = "readings/switch")]
pub(super) async fn switch_entry(
    #[server(default)] id: String,
    #[server(default)] to: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let (to, done) = match to.as_str() {
            "on" => (Switch::On, "It is read again."),
            _ => (Switch::Off, "It is not read any more."),
        };
        let prices = &acting.state.prices;
        Box::pin(prices.switch(&id, to, reason, acting.by)).await?;
        Ok(Done::at(HERE, format!("{id}: {done}")))
    })
    .await
}

//! Visits that came to nothing: pros who contest that they did not come, and clients who are not at home.

use leptos::prelude::*;
use pricing_core::{BasisPoints, Pence};

use super::acting::{Done, act};
use super::bookings::event_words;
use super::field::Button;
use super::parts::{disclosure, facts, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{self, when};
use callout_booking::bookings::given_back;
use callout_booking::visits::Outcome;
use callout_domain::booking::Booking;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::missed_visit::Kind;
use callout_domain::operator::GRAVE_REFUND;
use callout_front::state::AppState;
use callout_store::events::{self, Event};
use callout_store::masters::{self, Master};
use callout_store::missed_visits::{self, MissedVisit};
use callout_store::{Connection, bookings};

/// Where every form leads.
const HERE: &str = "/admin/visits";

/// How many of the last events of a job are shown.
const EVENTS: i64 = 30;

const NO_SHOW: &[(&str, &str)] = &[
    ("stands", "The pro did not come: the report stands"),
    ("overturned", "The visit was made"),
];

const NOT_HOME: &[(&str, &str)] = &[
    ("charged", "Nobody was at home: the booking is cancelled"),
    ("goes_on", "The visit is still going ahead"),
];

/// What is to be decided, with what there is to know of it.
struct Case {
    visit: MissedVisit,
    booking: Booking,
    master: Option<Master>,
    events: Vec<Event>,
    /// What the pro would be paid if the visit counts as made.
    worth: Pence,
    /// The most that the client may be asked to pay of the price.
    most: BasisPoints,
}

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let mut no_shows = Vec::new();
    let mut not_home = Vec::new();
    for missed in visit.state.visits.to_decide().await? {
        let case = Box::pin(read(&visit.state, missed)).await?;
        match case.visit.kind {
            Kind::NoShow => no_shows.push(no_show(&visit, case)),
            Kind::NotHome => not_home.push(nobody_home(&visit, case)),
        }
    }
    let body = view! {
        <div class="columns">
            {section("Contested no-shows", stack(no_shows))}
            {section("Clients not at home", stack(not_home))}
        </div>
    };
    Ok(Page::new("Visits", body))
}

async fn read(state: &AppState, visit: MissedVisit) -> Fallible<Case> {
    let mut connection = state.db.read().await?;
    let booking = booking_of(&mut connection, &visit).await?;
    let master = masters::find(&mut connection, &visit.master_id).await?;
    let before = booking.seq - EVENTS;
    let events = events::after(&mut connection, &booking.id, before, EVENTS).await?;
    drop(connection);
    Ok(Case {
        worth: state.visits.worth(&booking).await?,
        most: state.visits.most(&booking).await?,
        visit,
        booking,
        master,
        events,
    })
}

async fn booking_of(connection: &mut Connection, visit: &MissedVisit) -> Fallible<Booking> {
    let booking = bookings::find(connection, &visit.booking_id).await?;
    booking.ok_or_else(|| Failure::internal("a visit without its booking"))
}

fn stack(cases: Vec<AnyView>) -> AnyView {
    if cases.is_empty() {
        return text("There are none.");
    }
    view! { <div class="stack">{cases}</div> }.into_any()
}

fn no_show(visit: &Visit, case: Case) -> AnyView {
    let entered = visit.entered::<DecideNoShow>(&case.visit.id);
    let hint = if is_cash(&case.booking) {
        "A job in cash: nothing was charged, so the pro is paid nothing. Only the verdict counts.".to_owned()
    } else {
        format!(
            "If it was made, we pay the pro {}. The client keeps the refund either way.",
            case.worth
        )
    };
    let factor = (case.worth > GRAVE_REFUND).then(|| entered.second_factor().view());
    let fields = view! {
        {entered.choice("verdict", "What becomes of it", NO_SHOW).hint(hint).view()}
        {entered.area("reason", "Reason").hint("The pro reads it, and the audit log keeps it.").view()}
        {factor}
        {entered.hidden("id", case.visit.id.clone())}
    };
    let form = visit.form::<DecideNoShow, _>(&entered, Button::primary("Decide"), fields);
    view! {
        {about(case)}
        {disclosure("Decide about the visit", entered.is_again(), form)}
    }
    .into_any()
}

fn nobody_home(visit: &Visit, case: Case) -> AnyView {
    let entered = visit.entered::<DecideNotHome>(&case.visit.id);
    let hint = if is_cash(&case.booking) {
        "0: nothing of a job in cash passes through us.".to_owned()
    } else {
        format!(
            "0 to {}, of {}, where it is cancelled. They get the rest back.",
            case.most.0 / 100,
            words::pounds(case.booking.amount_pence)
        )
    };
    let factor = is_grave(&case.booking, BasisPoints(0)).then(|| {
        let hint = format!("Only where more than {GRAVE_REFUND} goes back.");
        entered.second_factor().hint(hint).optional().view()
    });
    let fields = view! {
        {entered.choice("verdict", "What becomes of it", NOT_HOME).view()}
        {entered.text("share", "What the client pays, per cent").hint(hint).optional().view()}
        {entered.area("reason", "Reason").hint("Client and pro read it, and the audit log keeps it.").view()}
        {factor}
        {entered.hidden("id", case.visit.id.clone())}
    };
    let form = visit.form::<DecideNotHome, _>(&entered, Button::primary("Decide"), fields);
    view! {
        {about(case)}
        {disclosure("Decide about the visit", entered.is_again(), form)}
    }
    .into_any()
}

/// What the pro says, and what happened to the job.
fn about(case: Case) -> AnyView {
    let Case {
        visit,
        booking,
        master,
        events,
        ..
    } = case;
    let window = words::window(&booking);
    let job = link(format!("/admin/bookings/{}", booking.id), booking.id);
    let mut pairs = vec![
        ("Job", job),
        ("Pro", text(words::pro(master))),
        ("Window", text(window)),
    ];
    if let Some(arrived) = visit.arrived_at {
        pairs.push(("At the door", text(when(arrived))));
    }
    pairs.extend([
        ("Told on", text(visit.reported_at.map(when).unwrap_or_default())),
        ("What the pro says", text(visit.text.unwrap_or_default())),
    ]);
    let events = events
        .into_iter()
        .map(|event| vec![text(when(event.at)), text(event_words(event.kind))]);
    let events = table(
        "What happened",
        &["When", "What"],
        events.collect(),
        "Nothing yet.",
    );
    view! {
        {facts(pairs)}
        {disclosure("What happened", false, events)}
    }
    .into_any()
}

fn is_cash(booking: &Booking) -> bool {
    booking.is_in_cash()
}

/// True when so much is given back that the second factor is asked for once more.
fn is_grave(booking: &Booking, share: BasisPoints) -> bool {
    given_back(booking, share) > GRAVE_REFUND
}

async fn booking_to_decide(state: &AppState, id: &str) -> Fallible<Booking> {
    let mut connection = state.db.read().await?;
    let visit = missed_visits::find(&mut connection, id).await?;
    let visit = visit.ok_or_else(|| Failure::not_found("There is no such report."))?;
    booking_of(&mut connection, &visit).await
}

/// Decides whether a visit that the pro is said to have missed was made.
#[server(prefix = "/admin/do", endpoint = "visits/no-show")]
pub(super) async fn decide_no_show(
    #[server(default)] id: String,
    #[server(default)] verdict: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let is_overturned = match verdict.as_str() {
            "overturned" => true,
            "stands" => false,
            _ => return Err(choose_one()),
        };
        let visits = &acting.state.visits;
        let booking = booking_to_decide(&acting.state, &id).await?;
        if is_overturned && visits.worth(&booking).await? > GRAVE_REFUND {
            acting.prove_again().await?;
        }
        let decided = visits
            .decide_no_show(&id, is_overturned, &reason, acting.by)
            .await?;
        let words = match (is_overturned, decided.amount_pence) {
            (false, _) => "The report stands, and the pro is told.".to_owned(),
            (true, 0) => "The visit counts as made, and the pro is told.".to_owned(),
            (true, pence) => format!("The visit counts as made: we pay the pro {}.", Pence(pence)),
        };
        Ok(Done::at(HERE, words))
    })
    .await
}

/// Decides about a client who was not at home.
#[server(prefix = "/admin/do", endpoint = "visits/not-home")]
pub(super) async fn decide_not_home(
    #[server(default)] id: String,
    #[server(default)] verdict: String,
    #[server(default)] share: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let outcome = match verdict.as_str() {
            "charged" => Outcome::Charged(share_of(&share)?),
            "goes_on" => Outcome::GoesOn,
            _ => return Err(choose_one()),
        };
        let booking = booking_to_decide(&acting.state, &id).await?;
        if let Outcome::Charged(share) = outcome
            && is_grave(&booking, share)
        {
            acting.prove_again().await?;
        }
        let visits = &acting.state.visits;
        let decided = visits.decide_not_home(&id, outcome, &reason, acting.by).await?;
        let words = match outcome {
            Outcome::GoesOn => "The visit is still going ahead, and both sides are told.".to_owned(),
            Outcome::Charged(_) => format!(
                "The booking is cancelled: the client pays {}.",
                Pence(decided.amount_pence)
            ),
        };
        Ok(Done::at(HERE, words))
    })
    .await
}

fn share_of(text: &str) -> Fallible<BasisPoints> {
    let percent = text.trim().trim_end_matches('%').trim().parse::<u32>().ok();
    percent
        .filter(|percent| *percent <= 100)
        .map(|percent| BasisPoints(percent * 100))
        .ok_or_else(|| Failure::field("share", "Choose a whole number, such as 35."))
}

fn choose_one() -> Failure {
    Failure::field("verdict", "Choose one.")
}

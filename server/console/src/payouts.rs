//! Payouts to pros: those that wait for an operator first, each with why, and what an operator decides about it.

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{badge, disclosure, facts, history, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{self, pounds, when};
use callout_domain::audit::{AuditRow, Subject};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::payout::{Origin, PayoutStatus, Reason, TransferStatus, Unsent, Verdict};
use callout_front::state::AppState;
use callout_store::masters::{self, Master};
use callout_store::payouts::{self, Job, Listed, Payout};
use callout_store::{audit, payout_accounts};

/// Payouts of each state that a page shows.
const AT_ONCE: i64 = 50;
/// Most acts that are shown.
const ACTS: i64 = 200;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let chosen = PayoutStatus::parse(visit.query("status"));
    let mut connection = visit.state.db.read().await?;
    let mut found = Vec::new();
    for &status in PayoutStatus::ALL {
        if chosen.is_none_or(|chosen| chosen == status) {
            found.extend(payouts::of_status(&mut connection, status, AT_ONCE).await?);
        }
    }
    drop(connection);
    let held = held(&visit).await?;
    let body = view! {
        {held}
        {filter(chosen)}
        {table("Payouts", &["Payout", "Asked for", "State", "Pro", "Amount"], found.into_iter().map(row).collect(), "There are none.")}
    };
    Ok(Page::new("Payouts", body))
}

/// Why no payout is sent, if that is so, and the form that lets them go.
async fn held(visit: &Visit) -> Fallible<Option<AnyView>> {
    let holds = visit.state.restore.holds().await?;
    let Some(first) = holds.first() else {
        return Ok(None);
    };
    let found: Vec<String> = holds.iter().map(|hold| hold.found.clone()).collect();
    let pairs = vec![
        ("Found at the provider", text(found.join(", "))),
        ("Found", text(when(first.found_at))),
        (
            "Compared",
            text(first.checked_at.map_or_else(
                || "not yet: run `callout restore check` on the server".to_owned(),
                when,
            )),
        ),
    ];
    let entered = visit.entered::<LetPayoutsGo>("");
    let form = visit.is_super_admin().then(|| {
        visit.form::<LetPayoutsGo, _>(
            &entered,
            Button::danger("Let payouts go"),
            entered.reason().view(),
        )
    });
    let body = view! {
        <p>"A backup was restored: the payment provider has what the database does not know. No payout is sent until a super admin has compared both."</p>
        {facts(pairs)}
        {form}
    };
    Ok(Some(section("Payouts are held", body)))
}

/// Lets payouts go that wait after a restore.
#[server(prefix = "/admin/do", endpoint = "payouts/let-go")]
pub(super) async fn let_payouts_go(#[server(default)] reason: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.restore.let_go(&reason, acting.by).await?;
        Ok(Done::at("/admin/payouts", "Payouts are sent again."))
    })
    .await
}

fn filter(chosen: Option<PayoutStatus>) -> AnyView {
    let options: Vec<AnyView> = PayoutStatus::ALL
        .iter()
        .map(|status| {
            let is_chosen = chosen == Some(*status);
            view! { <option value=status.as_str() selected=is_chosen>{state_words(*status)}</option> }
                .into_any()
        })
        .collect();
    view! {
        <form method="get" action="/admin/payouts" class="row">
            <div class="field">
                <label for="status">"State"</label>
                <select id="status" name="status"><option value="">"Any"</option>{options}</select>
            </div>
            <button type="submit" class="button quiet">"Show"</button>
        </form>
    }
    .into_any()
}

fn row(payout: Listed) -> Vec<AnyView> {
    vec![
        link(here(&payout.id), payout.id),
        text(when(payout.asked_at)),
        state(payout.status),
        text(words::name(payout.first_name, payout.last_name)),
        text(pounds(payout.amount_pence)),
    ]
}

const fn state_words(status: PayoutStatus) -> &'static str {
    match status {
        PayoutStatus::Review => "To be looked at",
        PayoutStatus::Held => "Held",
        PayoutStatus::Pending => "Being sent",
        PayoutStatus::Sent => "Sent",
        PayoutStatus::Failed => "Returned",
    }
}

fn state(status: PayoutStatus) -> AnyView {
    let tone = match status {
        PayoutStatus::Review | PayoutStatus::Held => "warn",
        PayoutStatus::Pending => "",
        PayoutStatus::Sent => "good",
        PayoutStatus::Failed => "bad",
    };
    badge(state_words(status), tone)
}

/// What the page shows of a payout.
struct Known {
    payout: Payout,
    master: Option<Master>,
    bank_changed_at: Option<i64>,
    jobs: Vec<Job>,
    acts: Vec<AuditRow>,
}

pub(super) async fn one(visit: Visit) -> Fallible<Page> {
    let known = Box::pin(read(&visit.state, visit.parameter("id"))).await?;
    let title = format!("Payout {}", known.payout.id);
    let form = form(&visit, &known.payout).await?;
    let body = view! {
        <div class="columns">
            <div class="stack">
                {section("Payout", about(known.payout, known.master, known.bank_changed_at))}
                {section("What it pays", jobs(known.jobs))}
            </div>
            <div class="stack">
                {form}
                {section("What operators did", history(known.acts))}
            </div>
        </div>
    };
    Ok(Page::new(title, body))
}

async fn read(state: &AppState, id: &str) -> Fallible<Known> {
    let mut connection = state.db.read().await?;
    let payout = payouts::find(&mut connection, id).await?;
    let payout = payout.ok_or_else(|| Failure::not_found("There is no such payout."))?;
    let account = payout_accounts::find(&mut connection, &payout.master_id, payout.provider).await?;
    let subject = Subject::Payout(payout.id.clone());
    Ok(Known {
        master: masters::find(&mut connection, &payout.master_id).await?,
        bank_changed_at: account.and_then(|account| account.bank_changed_at),
        jobs: payouts::jobs(&mut connection, id).await?,
        acts: audit::of_subject(&mut connection, &subject, ACTS).await?,
        payout,
    })
}

fn about(payout: Payout, master: Option<Master>, bank_changed_at: Option<i64>) -> AnyView {
    let asked = if payout.origin == Origin::Weekly {
        "each Friday’s payout"
    } else {
        "by the pro"
    };
    let mut pairs = vec![
        ("State", state(payout.status)),
        ("Pro", text(words::pro(master))),
        ("Amount", text(pounds(payout.amount_pence))),
        ("Sent of it", text(pounds(payout.sent_pence))),
        ("Asked for", text(format!("{}, {asked}", when(payout.asked_at)))),
        ("Sent through", text(payout.provider.as_str())),
        (
            "Bank details changed",
            text(bank_changed_at.map_or_else(|| "Unknown".to_owned(), when)),
        ),
    ];
    if !payout.reasons.0.is_empty() {
        let reasons: Vec<&str> = payout.reasons.0.into_iter().map(why).collect();
        pairs.push(("Looked at because", text(reasons.join(" "))));
    }
    facts(pairs)
}

const fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::First => "It is the pro’s first payout.",
        Reason::Large => "It is large.",
        Reason::DetailsChanged => "The bank details have changed in the last three days.",
        Reason::SharedPhone => "A client of one of its jobs has the pro’s phone.",
        Reason::SharedAddress => "One of its jobs was at the pro’s own address.",
        Reason::SharedCard => "A card that paid one of its jobs is the pro’s own, too.",
        Reason::BegunWithoutCode => "One of its jobs was begun without the client’s start code.",
        Reason::OtherProvider => "A part of it was paid through another provider.",
    }
}

fn jobs(jobs: Vec<Job>) -> AnyView {
    let rows = jobs.into_iter().map(|job| {
        let state = outcome(&job);
        let booking = job.booking_id.map_or_else(
            || text("No single job"),
            |id| link(format!("/admin/bookings/{id}"), id),
        );
        vec![
            booking,
            text(pounds(job.amount_pence)),
            text(state),
            text(job.reference),
        ]
    });
    table(
        "Jobs of this payout",
        &["Job", "Amount", "State", "Transfer"],
        rows.collect(),
        "Nothing.",
    )
}

fn outcome(job: &Job) -> String {
    match (job.status, Unsent::of(job.status, job.outcome.as_deref())) {
        (TransferStatus::Sent, _) if job.reversed_pence > 0 => {
            format!("Sent; {} of it taken back", pounds(job.reversed_pence))
        }
        (TransferStatus::Sent, _) => "Sent".to_owned(),
        (_, Some(Unsent::Disputed)) => "Kept back: the job is disputed".to_owned(),
        (_, Some(Unsent::Returned)) => "Back in the balance".to_owned(),
        (_, Some(Unsent::Refused(code))) => format!("Refused: {code}"),
        _ => "Not sent yet".to_owned(),
    }
}

/// What can be decided now; nothing for a payout that has ended.
async fn form(visit: &Visit, payout: &Payout) -> Fallible<Option<AnyView>> {
    let verdicts = visit.state.payouts.verdicts(payout).await?;
    let options: Vec<(&str, &str)> = verdicts
        .into_iter()
        .map(|verdict| (verdict.as_str(), verdict_words(verdict)))
        .collect();
    if options.is_empty() {
        return Ok(None);
    }
    let entered = visit.entered::<DecidePayout>("");
    let first = match &payout.approved_by {
        Some(first) if *first == visit.operator()?.id => {
            Some("You have approved it. Another super admin must approve it, too.")
        }
        Some(_) => Some("Another super admin has approved it. With your approval it is sent."),
        None => None,
    };
    let fields = view! {
        {first.map(|words| view! { <p class="muted">{words}</p> })}
        {entered.choice("verdict", "What becomes of it", &options).view()}
        {entered.reason().view()}
        {entered.hidden("id", payout.id.clone())}
    };
    let form = visit.form::<DecidePayout, _>(&entered, Button::primary("Decide"), fields);
    let waits = matches!(payout.status, PayoutStatus::Review | PayoutStatus::Held);
    Ok(Some(disclosure("Decide", waits || entered.is_again(), form)))
}

const fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Send => "Approve it: it is sent to the bank",
        Verdict::Hold => "Hold it for now",
        Verdict::Return => "Put it back into the pro’s balance",
    }
}

fn here(id: &str) -> String {
    format!("/admin/payouts/{id}")
}

/// Approves a payout, holds it, or puts it back into the balance.
#[server(prefix = "/admin/do", endpoint = "payouts/decide")]
pub(super) async fn decide_payout(
    #[server(default)] id: String,
    #[server(default)] verdict: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let verdict = Verdict::parse(&verdict).ok_or_else(|| Failure::field("verdict", "Choose one."))?;
        let payouts = &acting.state.payouts;
        let decided = payouts.decide(&id, verdict, &reason, acting.by).await?;
        let words = match verdict {
            Verdict::Send if decided.approved_by.is_some() => {
                "Your approval is kept. It is sent when another super admin approves it, too."
            }
            Verdict::Send => "The payout is approved and being sent.",
            Verdict::Hold => "The payout is held.",
            Verdict::Return => "The payout is back in the pro’s balance.",
        };
        Ok(Done::at(here(&id), words))
    })
    .await
}

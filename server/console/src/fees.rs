//! Money that did not come as it should: cash jobs that were not paid, what pros owe, refunds that were refused; and the tax report.

mod tax;

use leptos::prelude::*;
use pricing_core::Pence;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{disclosure, facts, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{self, when};
use callout_domain::amount;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::unpaid::Verdict;
use callout_money::debts::Decision;
use callout_store::pro_balances::{self, Owing};
use callout_store::refunds::{self, Refused};
use callout_store::unpaid_jobs::UnpaidJob;

pub(super) use tax::report as tax_report;

/// Debts or refunds that are shown.
const AT_ONCE: i64 = 50;

const VERDICTS: &[(&str, &str)] = &[
    (Verdict::Waived.as_str(), "The pro does not owe the fee"),
    (Verdict::Upheld.as_str(), "The pro owes the fee"),
];

/// Where every form leads.
const HERE: &str = "/admin/fees";

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let unpaid = visit.state.debts.to_decide().await?;
    let mut connection = visit.state.db.read().await?;
    let owing = pro_balances::owing(&mut connection, AT_ONCE).await?;
    let refused = refunds::refused_with_bookings(&mut connection, AT_ONCE).await?;
    drop(connection);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {section("Cash jobs that were not paid", unpaid_jobs(&visit, unpaid))}
                {section("What pros owe", debts(&visit, owing))}
            </div>
            <div class="stack">
                {section("Refunds that were refused", refused_refunds(&visit, refused))}
                {visit.is_super_admin().then(|| section("Tax report", tax::form(&visit)))}
            </div>
        </div>
    };
    Ok(Page::new("Fees", body))
}

fn unpaid_jobs(visit: &Visit, jobs: Vec<UnpaidJob>) -> AnyView {
    if jobs.is_empty() {
        return text("There are none.");
    }
    let jobs: Vec<AnyView> = jobs.into_iter().map(|job| unpaid_job(visit, job)).collect();
    view! { <div class="stack">{jobs}</div> }.into_any()
}

fn unpaid_job(visit: &Visit, job: UnpaidJob) -> AnyView {
    let entered = visit.entered::<DecideFee>(&job.booking_id);
    let fields = view! {
        {entered.choice("verdict", "What becomes of the fee", VERDICTS).view()}
        {entered.area("reason", "Reason").hint("The pro reads it, and the audit log keeps it.").view()}
        {entered.hidden("id", job.booking_id.clone())}
    };
    let form = visit.form::<DecideFee, _>(&entered, Button::primary("Decide"), fields);
    let booking = link(format!("/admin/bookings/{}", job.booking_id), job.booking_id);
    let pairs = vec![
        ("Job", booking),
        ("Told on", text(job.reported_at.map(when).unwrap_or_default())),
        ("What the pro says", text(job.text.unwrap_or_default())),
    ];
    view! {
        {facts(pairs)}
        {disclosure("Decide about the fee", entered.is_again(), form)}
    }
    .into_any()
}

/// Decides about the fee of a cash job that was not paid.
#[server(prefix = "/admin/do", endpoint = "fees/decide")]
pub(super) async fn decide_fee(
    #[server(default)] id: String,
    #[server(default)] verdict: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let verdict = Verdict::parse(&verdict).ok_or_else(|| Failure::field("verdict", "Choose one."))?;
        let decision = Decision {
            verdict,
            words: reason,
        };
        let _ = acting.state.debts.decide(&id, decision, acting.by).await?;
        let words = match verdict {
            Verdict::Waived => "The fee is waived, and the pro is told.",
            Verdict::Upheld => "The fee stands, and the pro is told.",
        };
        Ok(Done::at(HERE, words))
    })
    .await
}

/// Who owes how much; super admins may write it off.
fn debts(visit: &Visit, owing: Vec<Owing>) -> AnyView {
    let may_write_off = visit.is_super_admin();
    let rows = owing.into_iter().map(|pro| {
        let name = text(words::name(pro.first_name, pro.last_name));
        let owed = Pence(pro.owed_pence);
        let form = may_write_off.then(|| write_off_form(visit, pro.master_id, owed));
        vec![name, text(owed.to_string()), form.into_any()]
    });
    table(
        "Pros who owe us",
        &["Pro", "Owes", "Write off"],
        rows.collect(),
        "Nobody owes anything.",
    )
}

fn write_off_form(visit: &Visit, master_id: String, owed: Pence) -> AnyView {
    let entered = visit.entered::<WriteOffDebt>(&master_id);
    let amount = words::plain_pounds(owed);
    let fields = view! {
        {entered.pounds("amount", "How much").value(amount).hint(format!("At most {owed}.")).view()}
        {entered.reason().view()}
        {entered.hidden("master", master_id)}
    };
    let form = visit.form::<WriteOffDebt, _>(&entered, Button::danger("Write it off"), fields);
    disclosure("Write off", entered.is_again(), form)
}

/// Writes off what a pro owes.
#[server(prefix = "/admin/do", endpoint = "fees/write-off")]
pub(super) async fn write_off_debt(
    #[server(default)] master: String,
    #[server(default)] amount: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let amount = amount::read("amount", &amount)?;
        let debts = &acting.state.debts;
        let left = debts.write_off(&master, amount, &reason, acting.by).await?;
        Ok(Done::at(
            HERE,
            format!("{amount} is written off. The pro owes {left}."),
        ))
    })
    .await
}

fn refused_refunds(visit: &Visit, refused: Vec<Refused>) -> AnyView {
    let entered = visit.entered::<RetryRefunds>("");
    let form = (!refused.is_empty())
        .then(|| visit.form::<RetryRefunds, _>(&entered, Button::primary("Try them again"), ()));
    let rows = refused.into_iter().map(|refund| {
        vec![
            link(
                format!("/admin/bookings/{}", refund.booking_id),
                refund.booking_id,
            ),
            text(when(refund.updated_at)),
            text(Pence(refund.amount_pence).to_string()),
            text(refund.reference),
        ]
    });
    view! {
        {table("Refused refunds", &["Job", "Refused", "Amount", "Refund"], rows.collect(), "There are none.")}
        {form}
    }
    .into_any()
}

/// Tries every refused refund again.
#[server(prefix = "/admin/do", endpoint = "fees/retry-refunds")]
pub(super) async fn retry_refunds() -> Result<(), ServerFnError> {
    act(|acting| async move {
        let retried = acting.state.payments.retry_refused_refunds(acting.by).await?;
        let mut words = match retried.begun {
            1 => "1 refund is tried again.".to_owned(),
            begun => format!("{begun} refunds are tried again."),
        };
        if retried.left > 0 {
            words = format!(
                "{words} {} cannot be retried: too little of the payment is left, or a bank is deciding about it.",
                retried.left
            );
        }
        Ok(Done::at(HERE, words))
    })
    .await
}

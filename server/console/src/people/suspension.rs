//! Suspending a pro, and what becomes of it.

use leptos::prelude::*;

use super::super::acting::{Acting, Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::{badge, disclosure, facts, section, text};
use super::super::visit::Visit;
use super::super::words::when;
use super::links;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::pro::Pro;
use callout_domain::suspension::{Suspension, SuspensionReason};
use callout_people::suspensions::{Grounds, Verdict};

/// The suspensions of a pro, the newest first.
pub(super) fn known(suspensions: Vec<Suspension>) -> Option<AnyView> {
    if suspensions.is_empty() {
        return None;
    }
    let all: Vec<AnyView> = suspensions.into_iter().map(one).collect();
    Some(section("Suspension", view! { <div class="stack">{all}</div> }))
}

fn one(suspension: Suspension) -> AnyView {
    let standing = match (suspension.ended_at, suspension.decided_at) {
        (Some(at), _) => text(format!("Ended {}", when(at))),
        (None, Some(at)) => text(format!("Stays, decided {}", when(at))),
        (None, None) if suspension.has_open_appeal() => badge("Appeal to decide", "warn"),
        (None, None) => badge("Suspended", "bad"),
    };
    let mut pairs = vec![
        ("State", standing),
        ("Since", text(when(suspension.suspended_at))),
        ("Reason", text(suspension.reason.label())),
        ("What happened", text(suspension.words)),
    ];
    if suspension.ended_at.is_none() && suspension.decided_at.is_none() {
        let until = if suspension.held_until == Millis::MAX {
            "Until the appeal is decided".to_owned()
        } else {
            format!("Until {}", when(suspension.held_until))
        };
        pairs.push(("Balance held", text(until)));
    }
    if let (Some(appeal), Some(at)) = (suspension.appeal, suspension.appealed_at) {
        pairs.push(("Appeal", text(format!("{}: {appeal}", when(at)))));
    }
    if let Some(verdict) = suspension.verdict {
        pairs.push(("Decision", text(verdict)));
    }
    facts(pairs)
}

/// What can be done now; nothing about an account that is closed.
pub(super) fn forms(visit: &Visit, pro: &Pro, at_work: Vec<String>) -> Option<AnyView> {
    if pro.has_left {
        return None;
    }
    let Some(suspension) = &pro.suspension else {
        let suspend = visit.entered::<SuspendPro>("");
        return Some(suspend_form(visit, &suspend, pro, at_work));
    };
    let uphold = visit.entered::<UpholdSuspension>("");
    let reinstate = visit.entered::<ReinstatePro>("");
    let uphold = suspension
        .has_open_appeal()
        .then(|| uphold_form(visit, &uphold, pro));
    let forms = view! {
        {uphold}
        {reinstate_form(visit, &reinstate, pro)}
    };
    Some(forms.into_any())
}

fn suspend_form(visit: &Visit, entered: &Entered, pro: &Pro, at_work: Vec<String>) -> AnyView {
    let busy = (!at_work.is_empty()).then(|| {
        view! {
            <p>"They are at work. Stop these jobs first, or wait until they are done:"</p>
            {links(at_work)}
        }
    });
    // What was typed stays in reach, though it cannot be done yet.
    let form = (busy.is_none() || entered.is_again()).then(|| {
        let reasons: Vec<(&str, &str)> = SuspensionReason::ALL
            .iter()
            .map(|reason| (reason.as_str(), reason.label()))
            .collect();
        let fields = view! {
            <p>
                "They get no jobs, and those that have not begun go to other pros. The balance is held for 14 days, or until their \
                 appeal is decided. They read reason and words at once, and may appeal."
            </p>
            {entered.choice("code", "Reason", &reasons).view()}
            {entered.area("reason", "What happened").hint("The pro reads it, and the audit log keeps it. Name the facts.").view()}
            {entered.hidden("id", pro.id.clone())}
        };
        visit.form::<SuspendPro, _>(entered, Button::danger("Suspend"), fields)
    });
    let body = view! {
        {busy}
        {form}
    };
    disclosure("Suspend this pro", entered.is_again(), body)
}

fn uphold_form(visit: &Visit, entered: &Entered, pro: &Pro) -> AnyView {
    let fields = view! {
        <p>"They stay suspended, and can withdraw what they have earned."</p>
        {entered.area("reason", "Why it stays").hint("The pro reads it, and the audit log keeps it.").view()}
        {entered.hidden("id", pro.id.clone())}
    };
    let form = visit.form::<UpholdSuspension, _>(entered, Button::primary("Let it stand"), fields);
    disclosure("Let the suspension stand", entered.is_again(), form)
}

fn reinstate_form(visit: &Visit, entered: &Entered, pro: &Pro) -> AnyView {
    let fields = view! {
        {entered.area("reason", "Why they may work again").hint("The pro reads it, and the audit log keeps it.").view()}
        {entered.hidden("id", pro.id.clone())}
    };
    let form = visit.form::<ReinstatePro, _>(entered, Button::primary("Reinstate"), fields);
    disclosure("Reinstate this pro", entered.is_again(), form)
}

/// Suspends a pro.
#[server(prefix = "/admin/do", endpoint = "pros/suspend")]
pub(super) async fn suspend_pro(
    #[server(default)] id: String,
    #[server(default)] code: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let code = SuspensionReason::parse(&code).ok_or_else(|| Failure::field("code", "Choose one."))?;
        let grounds = Grounds {
            reason: code,
            words: reason,
        };
        acting.state.suspensions.suspend(&id, grounds, acting.by).await?;
        let words = "The pro is suspended, and has been written to.";
        Ok(Done::at(format!("/admin/pros/{id}"), words))
    })
    .await
}

/// Lets a suspended pro work again.
#[server(prefix = "/admin/do", endpoint = "pros/reinstate")]
pub(super) async fn reinstate_pro(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| decide(acting, id, reason, Verdict::Reinstate, "The pro may work again.")).await
}

/// Lets a suspension stand after an appeal.
#[server(prefix = "/admin/do", endpoint = "pros/uphold")]
pub(super) async fn uphold_suspension(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| decide(acting, id, reason, Verdict::Uphold, "The suspension stays.")).await
}

async fn decide(
    acting: Acting,
    id: String,
    reason: String,
    verdict: Verdict,
    words: &'static str,
) -> Fallible<Done> {
    acting
        .state
        .suspensions
        .decide(&id, verdict, &reason, acting.by)
        .await?;
    Ok(Done::at(format!("/admin/pros/{id}"), words))
}

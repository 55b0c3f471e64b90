//! An appeal against a decision: what is said, and what a super admin decides.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{disclosure, facts, section, text};
use super::super::visit::Visit;
use super::super::words::{pounds, when};
use super::here;
use super::one::{decision, verdict_fields};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::operator::GRAVE_REFUND;
use crate::store::disputes::{self as rows, Dispute};

/// What is said and decided; nothing where nobody appealed.
pub(super) fn said(dispute: &Dispute) -> Option<AnyView> {
    let appealed_at = dispute.appealed_at?;
    let by = dispute.appealed_by.clone().unwrap_or_default();
    let mut pairs = vec![("By", text(format!("The {by}, {}", when(appealed_at))))];
    if let Some(decided_at) = dispute.appeal_decided_at {
        let refund = dispute.appeal_refund_pence.unwrap_or_default();
        let more = if refund == 0 {
            "The decision stands".to_owned()
        } else {
            format!("{} more given back", pounds(refund))
        };
        pairs.push(("Decided", text(format!("{more}, {}", when(decided_at)))));
        pairs.push((
            "Because",
            text(dispute.appeal_verdict.clone().unwrap_or_default()),
        ));
    }
    let words = dispute.appeal.clone().unwrap_or_default();
    let body = view! {
        <p class="words">{words}</p>
        {facts(pairs)}
    };
    Some(section("Appeal", body))
}

/// For super admins, while an appeal waits; whoever decided the dispute reads who decides instead.
pub(super) async fn form(visit: &Visit, dispute: &Dispute, most: Pence) -> Fallible<Option<AnyView>> {
    let waits = dispute.appealed_at.is_some() && dispute.appeal_decided_at.is_none();
    if !waits {
        return Ok(None);
    }
    if !visit.is_super_admin() {
        return Ok(Some(muted("A super admin decides the appeal.")));
    }
    let operator = visit.operator()?.id.as_str();
    if visit.state.disputes.is_for_another(dispute, operator).await? {
        return Ok(Some(muted(
            "You decided this dispute: another super admin decides the appeal.",
        )));
    }
    let note = (dispute.decided_by.as_deref() == Some(operator)).then(|| {
        muted("You decided this dispute, too. There is no other super admin who could decide the appeal.")
    });
    let entered = visit.entered::<DecideAppeal>("");
    let fields = view! {
        {note}
        <p class="muted">"What is given back comes on top of the first decision. Nothing: that decision stands."</p>
        {verdict_fields(&entered, most)}
        {entered.hidden("id", dispute.id.clone())}
    };
    let form = visit.form::<DecideAppeal, _>(&entered, Button::primary("Decide"), fields);
    Ok(Some(disclosure("Decide the appeal", entered.is_again(), form)))
}

fn muted(words: &'static str) -> AnyView {
    view! { <p class="muted">{words}</p> }.into_any()
}

/// Decides an appeal.
#[server(prefix = "/admin/do", endpoint = "disputes/appeal")]
pub(super) async fn decide_appeal(
    #[server(default)] id: String,
    #[server(default)] refund: String,
    #[server(default)] amount: String,
    #[server(default)] borne_by: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let disputes = &acting.state.disputes;
        let dispute = rows::find(&mut acting.state.db.read().await?, &id).await?;
        let dispute = dispute.ok_or_else(|| Failure::not_found("There is no such dispute."))?;
        let most = disputes.refundable(&dispute).await?;
        let decision = decision([&refund, &amount, &borne_by], reason, most)?;
        if decision.refund > Some(GRAVE_REFUND) {
            acting.prove_again().await?;
        }
        let _ = Box::pin(disputes.decide_appeal(&id, decision, acting.by.clone())).await?;
        Ok(Done::at(
            here(&id),
            "The appeal is decided, and both sides are told.",
        ))
    })
    .await
}

//! An appeal against a decision: what is said, and what a super admin decides.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{disclosure, facts, section, text};
use super::super::visit::Visit;
use super::super::words::{pounds, when};
use super::here;
use super::one::{REFUNDS, bearer, given_back, most_of_it, verdict_fields};
use callout_domain::amount;
use callout_domain::appeal::Appellant;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::GRAVE_REFUND;
use callout_money::disputes::{AppealDecision, Outcome};
use callout_store::disputes::{self, Dispute};

/// The choice by which a pro wins their appeal.
const TO_PRO: (&str, &str) = (
    "made_good",
    "Nothing more: we give the pro back what was taken from them",
);

/// What is said and decided; nothing where nobody appealed.
pub(super) fn said(dispute: &Dispute) -> Option<AnyView> {
    let appealed_at = dispute.appealed_at?;
    let by = dispute.appealed_by.map_or("", Appellant::as_str);
    let mut pairs = vec![("By", text(format!("The {by}, {}", when(appealed_at))))];
    if let Some(decided_at) = dispute.appeal_decided_at {
        let refund = dispute.appeal_refund_pence.unwrap_or_default();
        let made_good = dispute.appeal_made_good_pence.unwrap_or_default();
        let more = match (refund, made_good) {
            (0, 0) => "The decision stands".to_owned(),
            (0, made_good) => format!("We give the pro {} back", pounds(made_good)),
            (refund, _) => format!("{} more given back", pounds(refund)),
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
    let to_pro = visit.state.disputes.most_made_good(dispute).await?;
    let (mut outcomes, mut amounts) = (REFUNDS.to_vec(), most_of_it(most));
    if to_pro > Pence::ZERO {
        outcomes.push(TO_PRO);
        amounts = format!("{amounts} To the pro, at most {to_pro}: what the first decision took from them.");
    }
    let entered = visit.entered::<DecideAppeal>("");
    let fields = view! {
        {note}
        <p class="muted">"Any refund is in addition to the first decision. If you choose nothing, that decision stands."</p>
        {verdict_fields(&entered, &outcomes, amounts, most.max(to_pro))}
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
        let dispute = disputes::find(&mut acting.state.db.read().await?, &id).await?;
        let dispute = dispute.ok_or_else(|| Failure::not_found("There is no such dispute."))?;
        let most = disputes.refundable(&dispute).await?;
        let (outcome, moved) = outcome(&refund, &amount, &borne_by, most)?;
        if moved > GRAVE_REFUND {
            acting.prove_again().await?;
        }
        let decision = AppealDecision {
            outcome,
            words: reason,
        };
        let _ = Box::pin(disputes.decide_appeal(&id, decision, acting.by.clone())).await?;
        Ok(Done::at(
            here(&id),
            "The appeal is decided, and both sides are told.",
        ))
    })
    .await
}

/// What was chosen, and how much it moves.
fn outcome(chosen: &str, amount: &str, borne_by: &str, most: Pence) -> Fallible<(Outcome, Pence)> {
    if chosen == TO_PRO.0 {
        let given = amount::read("amount", amount)?;
        return Ok((Outcome::MadeGood(given), given));
    }
    let refund = given_back(chosen, amount, most)?;
    let outcome = Outcome::MoreBack {
        refund: Some(refund),
        borne_by: bearer(borne_by, refund)?,
    };
    Ok((outcome, refund))
}

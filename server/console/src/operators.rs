//! Operators, for super admins.

use leptos::prelude::*;

use super::acting::{Done, act};
use super::field::Button;
use super::parts::{badge, disclosure, facts, history, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{pounds, when};
use callout_domain::audit::Subject;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::{Operator, OperatorRole};

const ROLES: &[(&str, &str)] = &[("admin", "Admin"), ("super_admin", "Super admin")];

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let rows = visit.state.operators.all().await?.into_iter().map(row).collect();
    let entered = visit.entered::<AddOperator>("");
    let fields = view! {
        {entered.input("email", "Email", "email").view()}
        {entered.choice("role", "Role", ROLES).value("admin").view()}
        {entered
            .input("password", "First password", "password")
            .hint("At least 12 characters, for 72 hours. It is replaced at the first sign-in. For somebody who never signed in, add them again.")
            .view()}
        {entered.reason().view()}
        {entered.second_factor().view()}
    };
    let add = visit.form::<AddOperator, _>(&entered, Button::primary("Add operator"), fields);
    let body = view! {
        {table("Operators", &["Email", "Role", "Second factor", "Access"], rows, "There are none.")}
        {disclosure("Add an operator", entered.is_again(), add)}
        {roles()}
    };
    Ok(Page::new("Operators", body))
}

/// What the roles may do.
fn roles() -> Option<AnyView> {
    let limits = OperatorRole::Admin.limits()?;
    let words = format!(
        "Admins do the day's work: they give back up to {} at a time and {} a day. \
         Operators and the audit log are for super admins.",
        pounds(limits.refund.0),
        pounds(limits.refunds_of_a_day.0)
    );
    Some(view! { <p class="muted">{words}</p> }.into_any())
}

fn row(operator: Operator) -> Vec<AnyView> {
    let factor = if operator.factor_secret.is_some() {
        badge("Set up", "good")
    } else {
        badge("Not set up", "warn")
    };
    let state = match operator.ended_at {
        Some(at) => text(format!("Ended {}", when(at))),
        None => text("Open"),
    };
    vec![
        link(format!("/admin/operators/{}", operator.id), operator.email),
        text(operator.role.label()),
        factor,
        state,
    ]
}

pub(super) async fn one(visit: Visit) -> Fallible<Page> {
    let operator = visit.state.operators.find(visit.parameter("id")).await?;
    let subject = Subject::Operator(operator.id.clone());
    let acts = callout_store::audit::of_subject(&mut visit.state.db.read().await?, &subject, 50).await?;
    let is_own = visit.operator()?.id == operator.id;
    let forms = match operator.ended_at {
        None if !is_own => forms(&visit, &operator),
        None => view! { <p class="muted">"Another super admin changes your role or ends your access."</p> }
            .into_any(),
        Some(at) => view! { <p class="muted">{format!("Access ended {}.", when(at))}</p> }.into_any(),
    };
    let body = view! {
        {section("Operator", facts(vec![
            ("Role", text(operator.role.label())),
            ("Since", text(when(operator.created_at))),
            ("One of two who decide", text(if operator.trusted_from > visit.state.clock.now() {
                format!("From {}", when(operator.trusted_from))
            } else {
                "Yes".to_owned()
            })),
            ("First password", text(match operator.first_password_until {
                Some(until) => format!("Until {}", when(until)),
                None => "Replaced".to_owned(),
            })),
        ]))}
        {forms}
        {section("On record", history(acts))}
    };
    Ok(Page::new(operator.email, body))
}

fn forms(visit: &Visit, operator: &Operator) -> AnyView {
    let id = operator.id.clone();
    let role = visit.entered::<ChangeRole>("");
    let role_fields = view! {
        {role.choice("role", "Role", ROLES).value(operator.role.as_str()).view()}
        {role.reason().view()}
        {role.second_factor().view()}
        {role.hidden("id", id.clone())}
    };
    let reset = visit.entered::<ResetFactor>("");
    let reset_fields = view! {
        <p>"They set up a new one at the next sign-in. Make sure that it is really them who asks."</p>
        {reset.reason().view()}
        {reset.second_factor().view()}
        {reset.hidden("email", operator.email.clone())}
    };
    let end = visit.entered::<EndOperator>("");
    let end_fields = view! {
        {end.reason().view()}
        {end.second_factor().view()}
        {end.hidden("id", id)}
    };
    let role_form = visit.form::<ChangeRole, _>(&role, Button::primary("Change role"), role_fields);
    let reset_form = visit.form::<ResetFactor, _>(&reset, Button::quiet("Reset second factor"), reset_fields);
    let end_form = visit.form::<EndOperator, _>(&end, Button::danger("End access"), end_fields);
    view! {
        {disclosure("Change the role", role.is_again(), role_form)}
        {disclosure("Reset the second factor", reset.is_again(), reset_form)}
        {disclosure("End the access", end.is_again(), end_form)}
    }
    .into_any()
}

/// Adds an operator.
#[server(prefix = "/admin/do", endpoint = "operators/add")]
pub(super) async fn add_operator(
    #[server(default)] email: String,
    #[server(default)] role: String,
    #[server(default)] password: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let role = role_of(&role)?;
        acting.prove_again().await?;
        let added = acting
            .state
            .operators
            .create(&email, role, password.into(), &reason, acting.by)
            .await?;
        let words = "Added. They set up their second factor at the first sign-in.";
        Ok(Done::at(format!("/admin/operators/{}", added.id), words))
    })
    .await
}

/// Gives an operator another role.
#[server(prefix = "/admin/do", endpoint = "operators/role")]
pub(super) async fn change_role(
    #[server(default)] id: String,
    #[server(default)] role: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let role = role_of(&role)?;
        acting.prove_again().await?;
        let operators = &acting.state.operators;
        operators.set_role(&id, role, &reason, acting.by).await?;
        Ok(Done::at(format!("/admin/operators/{id}"), "The role is changed."))
    })
    .await
}

/// Ends an operator's access.
#[server(prefix = "/admin/do", endpoint = "operators/end")]
pub(super) async fn end_operator(
    #[server(default)] id: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        acting.state.operators.end(&id, &reason, acting.by).await?;
        Ok(Done::at(
            format!("/admin/operators/{id}"),
            "The access has ended.",
        ))
    })
    .await
}

/// Lets an operator set up the second factor anew.
#[server(prefix = "/admin/do", endpoint = "operators/reset-factor")]
pub(super) async fn reset_factor(
    #[server(default)] email: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let back = acting.back().to_owned();
        let operators = &acting.state.operators;
        operators.reset_factor(&email, &reason, acting.by).await?;
        Ok(Done::at(
            back,
            "They set up a new second factor at the next sign-in.",
        ))
    })
    .await
}

fn role_of(name: &str) -> Fallible<OperatorRole> {
    OperatorRole::parse(name).ok_or_else(|| Failure::field("role", "Choose a role."))
}

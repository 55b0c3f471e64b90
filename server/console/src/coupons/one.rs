//! One coupon: its terms, its uses, and what can be changed about it.

use leptos::prelude::*;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::{disclosure, facts, history, section, text};
use super::super::visit::{Page, Visit};
use super::super::words::pounds;
use super::{here, limit_fields, off, runs, state, uses, warning};
use callout_booking::coupons::Used;
use callout_domain::audit::Subject;
use callout_domain::coupon::{NewLimits, Phase};
use callout_domain::failure::Fallible;
use callout_store::audit;

/// Most acts that are shown.
const AT_ONCE: i64 = 100;

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let used = visit.state.coupons.find(visit.parameter("code")).await?;
    let fee = visit.state.coupons.fee().await?;
    let subject = Subject::Coupon(used.coupon.terms.code.clone());
    let acts = audit::of_subject(&mut visit.state.db.read().await?, &subject, AT_ONCE).await?;
    let warning = warning(used.coupon.dearer(fee), fee);
    let warning = warning.map(|words| view! { <p class="problem">{words}</p> });
    let title = format!("Coupon {}", used.coupon.terms.code);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {warning}
                {terms(&visit, &used)}
                {section("What operators did", history(acts))}
            </div>
            <div class="stack">{forms(&visit, &used)}</div>
        </div>
    };
    Ok(Page::new(title, body))
}

fn terms(visit: &Visit, used: &Used) -> AnyView {
    let coupon = &used.coupon;
    let mut pairs = vec![
        ("State", state(used, visit.state.clock.now())),
        ("Takes off", text(off(coupon))),
        ("What clients read", text(coupon.terms.description.clone())),
        ("Uses", text(uses(used))),
        (
            "Uses by one person",
            text(coupon.terms.per_person_limit.to_string()),
        ),
        ("Runs", text(runs(coupon))),
    ];
    if let Some(minimum) = coupon.terms.minimum_order_pence {
        pairs.push(("Only for orders from", text(pounds(minimum.0))));
    }
    if coupon.terms.first_booking_only {
        pairs.push(("For", text("A person’s first booking alone")));
    }
    section("Terms", facts(pairs))
}

fn forms(visit: &Visit, used: &Used) -> AnyView {
    let coupon = &used.coupon;
    let change = visit.entered::<ChangeCoupon>("");
    let fields = view! {
        {limit_fields(&change, Some(coupon))}
        {change.reason().view()}
        {change.hidden("code", coupon.terms.code.clone())}
    };
    let change_form = visit.form::<ChangeCoupon, _>(&change, Button::primary("Change it"), fields);
    let end = visit.entered::<EndCoupon>("");
    let has_ended = coupon.phase(visit.state.clock.now()) == Phase::Ended;
    // Keep showing a form that was just refused: a colleague may have acted first.
    let end_form = (!has_ended || end.is_again()).then(|| {
        let fields = view! {
            <p>"From now on, quotes that use it are refused and the client is shown the price without it."</p>
            {end.reason().view()}
            {end.hidden("code", coupon.terms.code.clone())}
        };
        let form = visit.form::<EndCoupon, _>(&end, Button::danger("End it now"), fields);
        disclosure("End it now", end.is_again(), form)
    });
    view! {
        {disclosure("Change its limits", change.is_again(), change_form)}
        {end_form}
    }
    .into_any()
}

/// Changes the limits, the end and the listing of a coupon.
#[server(prefix = "/admin/do", endpoint = "coupons/change")]
pub(super) async fn change_coupon(
    #[server(default)] code: String,
    #[server(default)] each: String,
    #[server(default)] uses: String,
    #[server(default)] ends: String,
    #[server(default)] listed: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let limits = NewLimits {
            each: &each,
            uses: &uses,
            ends: &ends,
            listed: &listed,
        };
        acting
            .state
            .coupons
            .change(&code, limits, &reason, acting.by)
            .await?;
        Ok(Done::at(here(&code), "The coupon is changed."))
    })
    .await
}

/// Ends a coupon now.
#[server(prefix = "/admin/do", endpoint = "coupons/end")]
pub(super) async fn end_coupon(
    #[server(default)] code: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.coupons.end(&code, &reason, acting.by).await?;
        Ok(Done::at(here(&code), "The coupon has ended."))
    })
    .await
}

//! Coupons: those that there are, with their uses, and a new one.
#![expect(clippy::too_many_arguments, reason = "each is a field of a form")]

mod one;

use leptos::prelude::*;
use pricing_core::book::Discount;
use pricing_core::{BasisPoints, Pence};

use super::acting::{Done, act};
use super::entered::Entered;
use super::field::Button;
use super::parts::{badge, disclosure, link, table, text};
use super::visit::{Page, Visit};
use super::words::{percent, pounds, when};
use callout_booking::coupons::Used;
use callout_domain::clock::Millis;
use callout_domain::coupon::{Coupon, Dearer, NewCoupon, NewLimits, Phase};
use callout_domain::failure::Fallible;
use callout_domain::operator::OperatorRole;

pub(super) use one::page as one;

const KINDS: &[(&str, &str)] = &[("pounds", "Pounds"), ("percent", "Per cent")];
const COLUMNS: &[&str] = &["Code", "Takes off", "Uses", "Runs", "State"];

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let fee = visit.state.coupons.fee().await?;
    let now = visit.state.clock.now();
    let coupons = visit.state.coupons.all().await?;
    let rows = coupons.iter().map(|used| row(used, fee, now)).collect();
    let entered = visit.entered::<CreateCoupon>("");
    let form = visit.form::<CreateCoupon, _>(&entered, Button::primary("Offer it"), fields(&entered, fee));
    let body = view! {
        {table("Coupons", COLUMNS, rows, "There are none.")}
        {disclosure("Offer a new coupon", entered.is_again(), form)}
        {may_offer()}
    };
    Ok(Page::new("Coupons", body))
}

fn row(used: &Used, fee: BasisPoints, now: Millis) -> Vec<AnyView> {
    let coupon = &used.coupon;
    let dearer = (coupon.dearer(fee) != Dearer::Never).then(|| badge("Dearer than our fee", "warn"));
    let state = view! { <span class="row">{state(used, now)}{dearer}</span> };
    vec![
        link(here(&coupon.terms.code), coupon.terms.code.clone()),
        text(off(coupon)),
        text(uses(used)),
        text(runs(coupon)),
        state.into_any(),
    ]
}

/// Whether it can be used now.
fn state(used: &Used, now: Millis) -> AnyView {
    let is_used_up = (used.coupon.terms.total_limit).is_some_and(|limit| used.uses >= limit.into());
    match used.coupon.phase(now) {
        Phase::Ended => badge("Ended", ""),
        _ if is_used_up => badge("Used up", ""),
        Phase::Coming => badge("Not yet", "warn"),
        Phase::Open if used.coupon.is_listed => badge("Listed", "good"),
        Phase::Open => badge("By code alone", "good"),
    }
}

/// `£10 off`, `15% off, at most £30`.
fn off(coupon: &Coupon) -> String {
    let off = match coupon.terms.discount {
        Discount::Pence(pence) => format!("{pence} off"),
        Discount::Share(share) => format!("{} off", percent(share)),
    };
    match coupon.terms.cap_pence {
        Some(cap) => format!("{off}, at most {}", pounds(cap.0)),
        None => off,
    }
}

fn uses(used: &Used) -> String {
    match used.coupon.terms.total_limit {
        Some(limit) => format!("{} of {limit}", used.uses),
        None => format!("{}, no limit", used.uses),
    }
}

fn runs(coupon: &Coupon) -> String {
    let starts = when(coupon.starts_at);
    match coupon.ends_at {
        Some(end) => format!("{starts} to {}", when(end)),
        None => format!("From {starts}"),
    }
}

/// On which orders it takes off more than our fee, if there are such.
#[must_use]
pub fn warning(dearer: Dearer, fee: BasisPoints) -> Option<String> {
    let orders = match dearer {
        Dearer::Never => return None,
        Dearer::Always => "every order".to_owned(),
        Dearer::Below(Pence(price)) => format!("orders below {}", pounds(price)),
    };
    let fee = percent(fee);
    Some(format!(
        "It takes off more than our fee of {fee} on {orders}: the platform pays the rest itself."
    ))
}

fn fields(entered: &Entered, fee: BasisPoints) -> AnyView {
    let fee = percent(fee);
    view! {
        {entered.text("code", "Code").hint("4 to 32 letters and digits.").view()}
        {entered.text("description", "What it gives").hint("Clients read it, such as “£10 off your first booking”.").view()}
        {entered.choice("kind", "Takes off", KINDS).value("pounds").view()}
        {entered.text("amount", "How much").hint("Such as 10 or 7.50.").view()}
        {entered.pounds("cap", "At most").optional().view()}
        {entered.pounds("minimum", "Only for orders from").optional().view()}
        {entered.tick("first", "Only for a person’s first booking").view()}
        {entered.input("starts", "Starts", "datetime-local").hint("London time; empty: at once.").optional().view()}
        {limit_fields(entered, None)}
        {entered
            .tick("dearer", "It may take off more than our fee")
            .hint(format!("Our fee is {fee} of the price before the coupon. What a coupon takes off beyond it is the platform’s loss."))
            .view()}
    }
    .into_any()
}

/// The fields that can be changed later, too.
fn limit_fields(entered: &Entered, coupon: Option<&Coupon>) -> AnyView {
    let each = coupon.map_or(1, |coupon| coupon.terms.per_person_limit);
    let uses = coupon.and_then(|coupon| coupon.terms.total_limit);
    let ends = coupon
        .and_then(|coupon| coupon.ends_at)
        .and_then(callout_domain::time::london);
    let listed = if coupon.is_none_or(|coupon| coupon.is_listed) {
        "on"
    } else {
        ""
    };
    view! {
        {entered.text("each", "Uses by one person").value(each.to_string()).view()}
        {entered
            .text("uses", "Uses in all")
            .value(uses.map_or_else(String::new, |uses| uses.to_string()))
            .hint("Empty: as often as people like.")
            .optional()
            .view()}
        {entered
            .input("ends", "Ends", "datetime-local")
            .value(ends.map_or_else(String::new, |ends| ends.to_string()))
            .hint("London time; empty: no end is planned.")
            .optional()
            .view()}
        {entered
            .tick("listed", "Listed")
            .value(listed)
            .hint("Listed: its code is sent to every browser. Unlisted: only people you give the code to can use it.")
            .view()}
    }
    .into_any()
}

/// What admins may offer.
fn may_offer() -> Option<AnyView> {
    let limits = OperatorRole::Admin.limits()?;
    let words = format!(
        "Admins offer up to {} or {}, and {} uses. More is for super admins.",
        limits.coupon,
        percent(limits.coupon_share),
        limits.coupon_uses
    );
    Some(view! { <p class="muted">{words}</p> }.into_any())
}

/// Offers a new coupon.
#[server(prefix = "/admin/do", endpoint = "coupons/create")]
pub(super) async fn create_coupon(
    #[server(default)] code: String,
    #[server(default)] description: String,
    #[server(default)] kind: String,
    #[server(default)] amount: String,
    #[server(default)] cap: String,
    #[server(default)] minimum: String,
    #[server(default)] first: String,
    #[server(default)] starts: String,
    #[server(default)] dearer: String,
    #[server(default)] each: String,
    #[server(default)] uses: String,
    #[server(default)] ends: String,
    #[server(default)] listed: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let new = NewCoupon {
            code: &code,
            description: &description,
            kind: &kind,
            amount: &amount,
            cap: &cap,
            minimum: &minimum,
            first: &first,
            starts: &starts,
            dearer: &dearer,
            limits: NewLimits {
                each: &each,
                uses: &uses,
                ends: &ends,
                listed: &listed,
            },
        };
        let code = acting.state.coupons.create(new, acting.by).await?;
        let words = "The coupon has been created. Every server will accept it within ten seconds.";
        Ok(Done::at(here(&code), words))
    })
    .await
}

fn here(code: &str) -> String {
    format!("/admin/coupons/{code}")
}

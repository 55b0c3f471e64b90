//! Disputes: the open ones with the time that is left, and those that were decided last.

mod appeal;
pub mod one;
mod photos;

use leptos::prelude::*;

use super::parts::{badge, link, section, table, text};
use super::visit::{Page, Visit};
use super::words::{lasting, pounds, when};
use callout_domain::appeal::Appellant;
use callout_domain::clock::Millis;
use callout_domain::dispute::{self, DisputeStatus, Origin, Reason};
use callout_domain::failure::Fallible;
use callout_store::disputes::{self, Dispute};

pub(super) use one::page as one;
pub(super) use photos::photo;

/// Disputes of each table.
const AT_ONCE: i64 = 100;

pub(super) async fn list(visit: Visit) -> Fallible<Page> {
    let now = visit.state.clock.now();
    let appeals = visit.state.disputes.appeals().await?;
    let mut connection = visit.state.db.read().await?;
    let open = disputes::open(&mut connection, AT_ONCE).await?;
    let decided = disputes::decided(&mut connection, AT_ONCE).await?;
    let open = open.iter().map(|dispute| waiting(dispute, now)).collect();
    let decided = decided.into_iter().map(ended).collect();
    let appeals = appeals.into_iter().map(appealed).collect();
    let body = view! {
        {section("To be decided", table("Open disputes", &["Dispute", "Opened", "Left", "Why", "Pro"], open, "There are none."))}
        {section("Appeals", table("Appeals", &["Dispute", "Appealed", "By", "Given back so far"], appeals, "There are none."))}
        {section("Decided", table("Decided disputes", &["Dispute", "Decided", "Given back", "Why"], decided, "There are none."))}
    };
    Ok(Page::new("Disputes", body))
}

fn waiting(dispute: &Dispute, now: Millis) -> Vec<AnyView> {
    vec![
        link(here(&dispute.id), dispute.booking_id.clone()),
        text(when(dispute.opened_at)),
        left(dispute, now),
        text(reason(dispute.reason)),
        pro_said(dispute, now),
    ]
}

fn ended(dispute: Dispute) -> Vec<AnyView> {
    vec![
        link(here(&dispute.id), dispute.booking_id),
        text(dispute.decided_at.map(when).unwrap_or_default()),
        text(pounds(dispute.refund_pence.unwrap_or_default())),
        text(reason(dispute.reason)),
    ]
}

fn appealed(dispute: Dispute) -> Vec<AnyView> {
    vec![
        link(here(&dispute.id), dispute.booking_id),
        text(dispute.appealed_at.map(when).unwrap_or_default()),
        text(dispute.appealed_by.map_or("", Appellant::as_str)),
        text(pounds(dispute.refund_pence.unwrap_or_default())),
    ]
}

/// How long is left to decide; a bank takes its own time.
fn left(dispute: &Dispute, now: Millis) -> AnyView {
    if dispute.origin == Origin::Bank {
        return text("The bank decides");
    }
    match dispute::decide_by(dispute.opened_at).map(|until| until - now) {
        Some(left) if left > 0 => text(lasting(left)),
        _ => badge("Late", "bad"),
    }
}

fn pro_said(dispute: &Dispute, now: Millis) -> AnyView {
    let left = dispute::answer_by(dispute.opened_at) - now;
    match (dispute.origin, dispute.answered_at) {
        (Origin::Bank, _) => text("Not asked"),
        (Origin::Client, Some(_)) => text("Has answered"),
        (Origin::Client, None) if left > 0 && dispute.status == DisputeStatus::Open => {
            text(format!("Can answer for {}", lasting(left)))
        }
        (Origin::Client, None) => text("Has not answered"),
    }
}

const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NotDone => "Not done, or not finished",
        Reason::PoorWork => "Done badly",
        Reason::Damage => "Something was damaged",
        Reason::Price => "Another price than agreed",
        Reason::Other => "Something else",
        Reason::Chargeback => "The client’s bank took the payment back",
    }
}

fn here(id: &str) -> String {
    format!("/admin/disputes/{id}")
}

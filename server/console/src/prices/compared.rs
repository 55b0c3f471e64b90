//! What a book would change, and the form that publishes it.

use leptos::prelude::*;
use pricing_core::{Pence, PriceBook};

use super::super::entered::Entered;
use super::super::parts::{facts, section, table, text};
use super::super::plot::{self, Bar};
use super::super::visit::Visit;
use callout_booking::prices::Publishing;
use callout_domain::coupon::{Dearer, Phase};
use callout_domain::failure::Fallible;
use callout_domain::price_comparison::Comparison;

/// The steps of a comparison's spread.
const STEPS: [&str; 7] = [
    "Down by over 20%",
    "Down by 10 to 20%",
    "Down by up to 10%",
    "The same",
    "Up by up to 10%",
    "Up by 10 to 20%",
    "Up by over 20%",
];

/// What changes, in numbers and as a plot.
pub(in super::super) fn view(comparison: &Comparison) -> AnyView {
    let bars = STEPS.iter().zip(comparison.spread).map(|(name, count)| Bar {
        name: (*name).to_owned(),
        value: Some(count),
        words: count.to_string(),
    });
    let mut pairs = vec![
        (
            "Prices that change",
            text(format!("{} of {}", comparison.changed, comparison.both)),
        ),
        ("Median change of those", text(percent(comparison.median))),
        (
            "Largest",
            text(format!(
                "{} and +{}",
                percent(comparison.largest_fall),
                percent(comparison.largest_rise)
            )),
        ),
    ];
    if comparison.lost > 0 {
        let words = format!("{} requests that have one now", comparison.lost);
        pairs.push(("Would lose their price", text(words)));
    }
    if comparison.gained > 0 {
        let words = format!("{} requests that have none now", comparison.gained);
        pairs.push(("Would gain a price", text(words)));
    }
    let body = view! {
        {facts(pairs)}
        {plot::bars("Prices by their change", bars.collect())}
        {sums(comparison)}
    };
    section("Compared with the book in force", body)
}

fn sums(comparison: &Comparison) -> AnyView {
    let sums = &comparison.sums;
    let rows = [
        ("Prices", sums.prices),
        ("Platform’s fees", sums.fees),
        ("Late cancellations", sums.late_cancellations),
        ("Cancellations, pro on the way", sums.cancellations_en_route),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, (before, after))| {
            vec![
                text(name),
                text(before.to_string()),
                text(after.to_string()),
                text(signed(after - before)),
            ]
        })
        .collect();
    table(
        "Sums over these requests",
        &["Sum", "In force", "This book", "Change"],
        rows,
        "",
    )
}

fn signed(change: Pence) -> String {
    if change > Pence::ZERO {
        format!("+{change}")
    } else {
        change.to_string()
    }
}

/// `12.5%` of basis points.
fn percent(basis_points: i64) -> String {
    let (sign, size) = (
        if basis_points < 0 { "-" } else { "" },
        basis_points.unsigned_abs(),
    );
    format!("{sign}{}.{}%", size / 100, size % 100 / 10)
}

/// Names the coupons that may take off more than the book's fee: the platform pays for them.
pub(super) async fn dear_coupons(visit: &Visit, book: &PriceBook) -> Fallible<Option<AnyView>> {
    let now = visit.state.clock.now();
    let coupons = visit.state.coupons.all().await?;
    let codes: Vec<String> = coupons
        .into_iter()
        .map(|used| used.coupon)
        .filter(|coupon| coupon.phase(now) != Phase::Ended)
        .filter(|coupon| coupon.dearer(book.fee_basis_points) != Dearer::Never)
        .map(|coupon| coupon.terms.code)
        .collect();
    if codes.is_empty() {
        return Ok(None);
    }
    let words = format!(
        "These coupons may take off more than this book’s fee, at our cost: {}.",
        codes.join(", ")
    );
    Ok(Some(view! { <p>{words}</p> }.into_any()))
}

/// The fields of every form that publishes.
pub(super) fn publish_fields(entered: &Entered, comparison: &Comparison, version: &str) -> AnyView {
    let typed = comparison.is_large().then(|| {
        let hint = format!("Prices change by more than 20%. Type {version} to say that you mean it.");
        entered
            .text("typed_version", "Version of the book")
            .hint(hint)
            .view()
    });
    view! {
        {entered
            .input("at", "From when on", "datetime-local")
            .hint("London time; empty for now. Servers follow within 10 seconds.")
            .optional()
            .view()}
        {typed}
        {entered.reason().view()}
        {entered.second_factor().view()}
    }
    .into_any()
}

/// What those fields say.
pub(super) fn publishing(at: String, typed_version: String, reason: String) -> Publishing {
    Publishing {
        at,
        typed_version,
        reason,
    }
}

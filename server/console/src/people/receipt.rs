//! A pro's receipts that are kept sealed because somebody they name was erased; super admins open them one by one.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::super::words::when;
use super::AT_ONCE;
use callout_domain::failure::Fallible;
use callout_money::receipts::Content;
use callout_store::sealed_receipts;

/// The form that opens one; none where nothing is sealed, nor for admins.
pub(super) async fn form(visit: &Visit, master_id: &str) -> Fallible<Option<AnyView>> {
    if !visit.is_super_admin() {
        return Ok(None);
    }
    let numbers = sealed_receipts::numbers(&mut visit.state.db.read().await?, master_id, AT_ONCE).await?;
    let entered = visit.entered::<OpenReceipt>("");
    if numbers.is_empty() && !entered.is_again() {
        return Ok(None);
    }
    let numbers: Vec<String> = numbers.into_iter().map(written).collect();
    let words = format!(
        "Kept for the tax office because somebody named on them was erased, newest first: {}. A receipt is shown once, and opening it is recorded.",
        numbers.join(", ")
    );
    let fields = view! {
        <p>{words}</p>
        {entered.text("number", "Receipt number").view()}
        {entered.reason().view()}
        {entered.second_factor().view()}
        {entered.hidden("id", master_id.to_owned())}
    };
    let form = visit.form::<OpenReceipt, _>(&entered, Button::primary("Open"), fields);
    Ok(Some(disclosure(
        "Open a sealed receipt",
        entered.is_again(),
        form,
    )))
}

/// Opens a receipt that is kept of erased people.
#[server(prefix = "/admin/do", endpoint = "pros/open-receipt")]
pub(super) async fn open_receipt(
    #[server(default)] id: String,
    #[server(default)] number: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let receipts = &acting.state.receipts;
        let content = receipts.open_for(&id, &number, &reason, acting.by).await?;
        let done = Done::at(format!("/admin/pros/{id}"), "The receipt, shown once.");
        Ok(done.showing(lines(content)))
    })
    .await
}

/// A number as receipts print it.
fn written(number: i64) -> String {
    format!("{number:06}")
}

fn lines(content: Content) -> Vec<String> {
    let pounds = |pence: i64| Pence(pence).to_string();
    let seller = content.seller;
    let method = if content.in_cash {
        "Cash, to the pro"
    } else {
        "Card"
    };
    let mut lines = vec![
        format!("Receipt no.: {}", written(content.number)),
        format!("Booking: {}", content.booking_id),
        format!("Issued: {}", when(content.issued_at)),
        format!("Sold by: {}, {}", seller.name, seller.address.replace('\n', ", ")),
        format!("VAT number: {}", seller.vat_number.unwrap_or_default()),
        format!("Customer: {}", content.customer),
        format!("Address: {}", content.address.join(", ")),
        format!("Job: {}", content.job),
        format!("Visit: {}", content.visit),
    ];
    let priced = content.lines.into_iter();
    lines.extend(priced.map(|(label, pence)| format!("{label}: {}", pounds(pence))));
    lines.push(format!(
        "Total: {}, of which VAT: {}",
        pounds(content.total_pence),
        pounds(content.vat_pence)
    ));
    if content.refunded_pence > 0 {
        lines.push(format!("Refunded: {}", pounds(content.refunded_pence)));
    }
    lines.push(format!("Payment: {method}"));
    lines
}

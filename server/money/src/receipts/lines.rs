//! How the total of a receipt adds up.

use pricing_core::quote::LineKind;

use callout_domain::booking::Booking;
use callout_domain::change_order::Status;
use callout_outside::mail::words;
use callout_store::change_orders::ChangeOrder;

/// How the amount adds up: the lines of the price, or a budget as a whole, then what was added on site, thing by thing. Label and pence.
#[must_use]
pub fn lines(booking: &Booking, orders: &[ChangeOrder]) -> Vec<(String, i64)> {
    let mut listed = Vec::new();
    let mut added = Vec::new();
    for order in orders.iter().filter(|order| order.status() == Status::Approved) {
        for line in &order.lines.0 {
            added.push((format!("{}: {}", line.kind.label(), line.text), line.amount_pence));
        }
    }
    if !words::is_budget(booking) {
        let priced = booking.lines.0.iter();
        let priced = priced.filter(|line| line.kind != LineKind::Extra || added.is_empty());
        listed.extend(priced.map(|line| (line.label.clone(), line.amount.0)));
    } else if !added.is_empty() {
        let extra: i64 = added.iter().map(|(_, pence)| pence).sum();
        listed.push((words::BUDGET.to_owned(), booking.amount_pence - extra));
    }
    listed.extend(added);
    listed
}

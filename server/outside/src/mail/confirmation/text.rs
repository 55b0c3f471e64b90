//! The email's plain-text part, for readers without HTML.

use pricing_core::quote::QuoteLine;

use super::{Confirmation, LINK_NOTE, footer};
use crate::mail::{model_form, words};

pub(super) fn body(confirmation: &Confirmation<'_>, lines: &[QuoteLine]) -> String {
    let booking = confirmation.booking;
    let mut text = Paragraphs::default();
    text.add(&format!("{} ({})", confirmation.title(), booking.id));
    text.add(confirmation.lead());
    let description = if booking.description.is_empty() {
        String::new()
    } else {
        format!("\n\"{}\"", booking.description)
    };
    text.add(&format!(
        "What: {}{description}\nWhen: {}\nWhere: {}",
        booking.readable_name,
        words::when(booking),
        words::address(booking).join(", ")
    ));
    text.add(&price(confirmation, lines));
    text.add(&words::how_to_pay(booking));
    text.add(&format!("Open your booking: {}", confirmation.link()));
    if confirmation.guest_token.is_some() {
        text.add(LINK_NOTE);
        text.add(&format!("Signed in? Live status: {}", confirmation.status_link()));
    }
    text.add(&format!(
        "YOUR RIGHT TO CANCEL\n{}",
        model_form::sentence(booking)
    ));
    text.add(&format!("Cancellation terms: {}", confirmation.terms_link()));
    if model_form::applies(booking) {
        text.add(&model_form::HEADING.to_uppercase());
        text.add(model_form::HOW);
        text.add(&model_form::lines(booking, confirmation.trader).join("\n"));
    }
    text.add(&format!("-- \n{}", footer(confirmation.trader)));
    text.0
}

/// The lines add up to the total; a budget is shown on its own, beside the price we would have asked.
fn price(confirmation: &Confirmation<'_>, lines: &[QuoteLine]) -> String {
    let booking = confirmation.booking;
    if booking.awaits_price() {
        return "The price: pros name it, you choose.".to_owned();
    }
    let total = words::exact(booking.amount_pence);
    if words::is_budget(booking) {
        return format!("{}: {total}", words::total_label(booking));
    }
    let mut rows: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(place, line)| format!("{}: {}", line.label, words::line(place, line.amount.0)))
        .collect();
    rows.push(format!(
        "{} (incl. VAT & callout): {total}",
        words::total_label(booking)
    ));
    rows.join("\n")
}

#[derive(Default)]
struct Paragraphs(String);

impl Paragraphs {
    fn add(&mut self, paragraph: &str) {
        if !self.0.is_empty() {
            self.0.push_str("\n\n");
        }
        self.0.push_str(paragraph);
    }
}

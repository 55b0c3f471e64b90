//! A booking in words: when, where, how it is paid. Shared by emails and the receipt.

use pricing_core::{Pence, Urgency};

use callout_domain::booking::{Booking, PaymentMethod, QuoteMode};
use callout_domain::pounds::grouped;
use callout_domain::time;

/// `£97.50`, `£107`, `−£5`: pence only when needed.
pub fn amount(pence: i64) -> String {
    Pence(pence).to_string().replace('-', "−")
}

/// `£97.50`, `£107.00`, `−£5.00`: always with pence, for amounts in a column.
pub fn exact(pence: i64) -> String {
    let sign = if pence < 0 { "−" } else { "" };
    let (pounds, rest) = (pence.unsigned_abs() / 100, pence.unsigned_abs() % 100);
    format!("{sign}£{}.{rest:02}", grouped(pounds))
}

/// The same with its sign, for an amount added to the line above: `+£19.50`, `£0.00`.
pub fn signed(pence: i64) -> String {
    let plus = if pence > 0 { "+" } else { "" };
    format!("{plus}{}", exact(pence))
}

/// One of a price's lines: the first is the base, the others are added to it.
pub fn line(place: usize, pence: i64) -> String {
    if place == 0 { exact(pence) } else { signed(pence) }
}

/// The window: `Tuesday 24 November 2026, 11:00–13:00`; with how long the work takes, where a pro has said so.
pub fn when(booking: &Booking) -> String {
    match booking.visit_minutes {
        Some(minutes) => format!("{}, takes {}", window(booking), length(minutes)),
        None => window(booking),
    }
}

fn window(booking: &Booking) -> String {
    match (booking.slot_start, booking.slot_end) {
        (Some(start), Some(end)) => format!(
            "{}, {}–{}",
            time::day_in_words(start),
            time::clock_face(start),
            time::clock_face(end)
        ),
        _ if booking.urgency == Urgency::Emergency => "As soon as possible: emergency".to_owned(),
        _ => "To be agreed".to_owned(),
    }
}

/// The lines of the address.
pub fn address(booking: &Booking) -> Vec<String> {
    let town = match &booking.city {
        Some(city) => format!("{city} {}", booking.postcode),
        None => booking.postcode.clone(),
    };
    [
        Some(booking.address_line1.clone()),
        booking.address_line2.clone(),
        Some(town),
    ]
    .into_iter()
    .flatten()
    .filter(|line| !line.is_empty())
    .collect()
}

/// True when the client named the price.
pub fn is_budget(booking: &Booking) -> bool {
    booking.quote_mode == QuoteMode::Request && !booking.open_price
}

/// A length of work in words: '4 hours', '1 day', '3 days'.
pub fn length(minutes: i64) -> String {
    let hours = (minutes + 59) / 60;
    match (hours / 24, hours % 24) {
        (1, 0) => "1 day".to_owned(),
        (days, 0) if days > 1 => format!("{days} days"),
        _ => format!("{hours} hours"),
    }
}

/// The label of a price that the client named.
pub const BUDGET: &str = "Your budget";
/// The label of any other amount.
pub const TOTAL: &str = "Total";

/// The label of the amount.
pub fn total_label(booking: &Booking) -> &'static str {
    if is_budget(booking) { BUDGET } else { TOTAL }
}

/// How and when the client pays.
pub fn how_to_pay(booking: &Booking) -> String {
    let total = amount(booking.amount_pence);
    match (is_budget(booking), booking.payment_method) {
        (_, PaymentMethod::Cash) if booking.awaits_price() => {
            "Once you have chosen a price, you pay in cash when the job is done, or by card if it is above £500.".to_owned()
        }
        _ if booking.awaits_price() => {
            "Once you have chosen a price, we send you a link to pay by card. Nothing is held until then.".to_owned()
        }
        _ if booking.amount_pence == 0 => "There is nothing to pay.".to_owned(),
        (true, PaymentMethod::Cash) => {
            format!("When a pro accepts your budget of {total}, you pay in cash when the job is done.")
        }
        (true, PaymentMethod::Card) => {
            format!(
                "When a pro accepts your budget of {total}, we send you a link to pay by card. Nothing is held until then."
            )
        }
        (false, PaymentMethod::Cash) => format!("You pay {total} in cash when the job is done."),
        (false, PaymentMethod::Card) => format!(
            "{total} is held on your card. It is charged only when a pro accepts; if nobody does, the hold is released."
        ),
    }
}

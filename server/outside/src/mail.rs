//! Emails and texts, rendered: pure functions of their content. Sending them is the job of `notify`.

pub mod audit_head;
pub mod booking_links;
mod calendar;
mod chargebacks;
pub mod confirmation;
pub mod debts;
pub mod disputes;
pub mod documents;
pub mod fee_changes;
pub mod fee_invoices;
mod model_form;
pub mod money;
pub mod money_alerts;
pub mod news;
mod note;
pub mod one_time_code;
mod paper;
pub mod payment;
pub mod payouts;
pub mod support;
pub mod suspensions;
pub mod tax;
pub mod texts;
pub mod visits;
pub mod words;

use leptos::prelude::IntoView;

/// The HTML of a view. leptos separates adjacent texts with empty comments, for hydration in a browser; an email has no
/// use for them. A text never contains one: its `<` is escaped.
pub fn html(view: impl IntoView) -> String {
    view.to_html().replace("<!>", "")
}

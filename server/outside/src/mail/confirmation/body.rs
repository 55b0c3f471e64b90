//! The email's HTML.

use leptos::prelude::*;
use pricing_core::quote::QuoteLine;

use super::{Confirmation, LINK_NOTE, footer};
use crate::mail::paper::{self, BUTTON, CARD, H1, SMALL, row};
use crate::mail::{model_form, words};
use callout_domain::booking::Booking;

const H2: &str = "margin:0 0 6px;font-size:17px;line-height:1.3;font-weight:700;color:#12242c";
const P: &str = "margin:0 0 12px;color:#12242c";
const SUNK: &str = "padding:16px 20px;background:#efebe3;border:1px solid #e2dcd0;border-radius:14px";
const TABLE: &str = "width:100%;border-collapse:collapse";
const LABEL: &str = "padding:4px 12px 4px 0;font-size:15px;color:#12242c;text-align:left;vertical-align:top";
const VALUE: &str =
    "padding:4px 0;font-size:15px;color:#12242c;text-align:right;white-space:nowrap;vertical-align:top";
const RULE: &str = "margin:14px 0 10px;border:0;border-top:1.5px dashed #e2dcd0";
const SUM: &str =
    "padding:10px 12px 2px 0;border-top:1.5px solid #12242c;font-weight:700;text-align:left;color:#12242c";
const SUM_VALUE: &str = "padding:10px 0 2px;border-top:1.5px solid #12242c;font-size:20px;font-weight:750;text-align:right;color:#12242c";
const LINK: &str = "color:#0e5566;font-weight:600;text-decoration:underline";

/// The whole HTML document.
pub(super) fn html(confirmation: &Confirmation<'_>, lines: &[QuoteLine]) -> String {
    let booking = confirmation.booking;
    let preheader = format!("{}, {}", words::when(booking), words::address(booking).join(", "));
    paper::document(
        confirmation.title(),
        preheader,
        view! {
            {row(heading(confirmation), "0 4px 16px")}
            {row(docket(confirmation, lines), "0 0 18px")}
            {row(links(confirmation), "0 4px 18px")}
            {row(rights(confirmation), "0 4px 14px")}
            {model_form::applies(booking).then(|| row(form(booking, confirmation.trader), "0 0 22px"))}
            {row(view! { <p class="muted" style=SMALL>{footer(confirmation.trader)}</p> }, "0 4px")}
        },
    )
}

fn heading(confirmation: &Confirmation<'_>) -> impl IntoView + use<> {
    view! {
        <h1 class="ink" style=H1>{confirmation.title()}</h1>
        <p class="muted" style="margin:0;color:#55656c">{confirmation.lead()}</p>
    }
}

/// What, where, when, and how the price adds up: like the summary in the web app.
fn docket(confirmation: &Confirmation<'_>, lines: &[QuoteLine]) -> impl IntoView + use<> {
    let booking = confirmation.booking;
    let shown = if words::is_budget(booking) { &[] } else { lines };
    let rows: Vec<_> = shown
        .iter()
        .enumerate()
        .map(|(place, line)| {
            let (label, value) = (line.label.clone(), words::line(place, line.amount.0));
            view! { <tr><td class="ink" style=LABEL>{label}</td><td class="ink" style=VALUE>{value}</td></tr> }
        })
        .collect();
    let included = if words::is_budget(booking) {
        "the whole price"
    } else if booking.awaits_price() {
        "you choose"
    } else {
        "incl. VAT & callout"
    };
    let amount = if booking.awaits_price() {
        "Pros name it".to_owned()
    } else {
        words::amount(booking.amount_pence)
    };
    let description = (!booking.description.is_empty())
        .then(|| view! { <p class="muted" style=SMALL>"“"{booking.description.clone()}"”"</p> });
    let place: Vec<_> = words::address(booking)
        .into_iter()
        .map(|line| view! { {line}<br /> })
        .collect();
    view! {
        <div class="card" style=CARD>
            <h2 class="ink" style=H2>{booking.readable_name.clone()}</h2>
            {description}
            <p class="ink" style="margin:0 0 8px;font-weight:650;color:#12242c">{words::when(booking)}</p>
            <p class="muted" style="margin:0;font-size:15px;line-height:1.45;color:#55656c">{place}</p>
            <hr class="rule" style=RULE />
            <table style=TABLE>
                {rows}
                <tr>
                    <td class="ink sum" style=SUM>
                        {words::total_label(booking)}" "
                        <span class="muted" style="font-weight:400;font-size:14px;color:#55656c">"("{included}")"</span>
                    </td>
                    <td class="ink sum" style=SUM_VALUE>{amount}</td>
                </tr>
            </table>
            <p class="muted" style="margin:12px 0 0;font-size:14px;line-height:1.5;color:#55656c">{words::how_to_pay(booking)}</p>
        </div>
    }
}

fn links(confirmation: &Confirmation<'_>) -> impl IntoView + use<> {
    let status = confirmation.status_link();
    let note = confirmation.guest_token.is_some().then(|| {
        view! {
            <p class="muted" style="margin:10px 0 0;font-size:14px;line-height:1.5;color:#55656c">
                {LINK_NOTE}" Signed in on this device? "<a class="link" style=LINK href=status>"See the live status"</a>"."
            </p>
        }
    });
    view! {
        <a class="button" style=BUTTON href=confirmation.link()>"Open your booking"</a>
        {note}
    }
}

fn rights(confirmation: &Confirmation<'_>) -> impl IntoView + use<> {
    view! {
        <h2 class="ink" style=H2>"Your right to cancel"</h2>
        <p class="ink" style=P>{model_form::sentence(confirmation.booking)}</p>
        <p class="muted" style="margin:0;font-size:14px;color:#55656c">
            "The fee for cancelling, if any, is shown before you confirm: see the "
            <a class="link" style=LINK href=confirmation.terms_link()>"cancellation terms"</a>"."
        </p>
    }
}

fn form(booking: &Booking, trader: &str) -> impl IntoView + use<> {
    let lines: Vec<_> = model_form::lines(booking, trader)
        .into_iter()
        .map(|line| view! { <p class="ink" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:#12242c">{line}</p> })
        .collect();
    view! {
        <div class="sunk" style=SUNK>
            <h2 class="ink" style=H2>{model_form::HEADING}</h2>
            <p class="muted" style=SMALL>{model_form::HOW}</p>
            {lines}
        </div>
    }
}

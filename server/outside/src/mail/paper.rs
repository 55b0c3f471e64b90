//! The paper that emails are written on: tables and inline styles, which mail readers understand; those that support dark mode get its
//! colours.

use leptos::prelude::*;

/// Dark colours for readers that support them; the inline styles are light.
const DARK: &str = "\
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0d171c !important; }
  .card { background: #142229 !important; border-color: #24353d !important; }
  .sunk { background: #0f1b21 !important; border-color: #24353d !important; }
  .ink { color: #e9eff1 !important; }
  .muted { color: #9fb1b8 !important; }
  .good { color: #6fcf9a !important; }
  .link { color: #6fc7d6 !important; }
  .rule { border-color: #24353d !important; }
  .sum { border-color: #e9eff1 !important; }
  .button { background: #6fc7d6 !important; color: #06222a !important; }
}";

const PAPER: &str = "margin:0;padding:0;background:#f6f4ef;-webkit-text-size-adjust:100%";
const FONT: &str = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const COLUMN: &str = "width:100%;max-width:560px;margin:0 auto;border-collapse:separate;\
font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#12242c";
const MARK: &str = "width:32px;height:32px;border-radius:9px;background:#0e5566;color:#f0a36f;font-size:20px;line-height:32px;\
font-weight:800;text-align:center";
const NAME: &str = "padding-left:10px;font-size:19px;font-weight:700;letter-spacing:-.02em;color:#12242c";
/// A heading.
pub(super) const H1: &str =
    "margin:0 0 6px;font-size:28px;line-height:1.15;letter-spacing:-.02em;font-weight:750;color:#12242c";
/// Small print.
pub(super) const SMALL: &str = "margin:0 0 10px;font-size:14px;line-height:1.5;color:#55656c";
/// A card.
pub(super) const CARD: &str =
    "padding:18px 20px;background:#ffffff;border:1px solid #e2dcd0;border-radius:18px";
/// A link that looks like a button.
pub(super) const BUTTON: &str = "display:block;padding:16px 20px;border-radius:12px;background:#0e5566;color:#ffffff;font-weight:650;\
text-align:center;text-decoration:none";

/// A whole HTML document: the brand, then these rows. The preheader is the preview that a mailbox shows beside the subject.
pub(super) fn document(title: &str, preheader: String, rows: impl IntoView) -> String {
    let title = title.to_owned();
    let page = view! {
        <html lang="en-GB">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="supported-color-schemes" content="light dark" />
                <title>{title}</title>
                <style>{DARK}</style>
            </head>
            <body class="paper" style=PAPER>
                <div style="display:none;max-height:0;overflow:hidden">{preheader}</div>
                <div class="paper" style=format!("background:#f6f4ef;padding:24px 16px 40px;{FONT}")>
                    <table role="presentation" class="ink" style=COLUMN>
                        {row(brand(), "0 4px 22px")}
                        {rows}
                    </table>
                </div>
            </body>
        </html>
    };
    format!("<!doctype html>{}", super::html(page))
}

/// A row of the document.
pub(super) fn row(inside: impl IntoView, padding: &str) -> impl IntoView {
    view! { <tr><td style=format!("padding:{padding}")>{inside}</td></tr> }
}

fn brand() -> impl IntoView {
    view! {
        <table role="presentation" style="border-collapse:collapse">
            <tr><td style=MARK>"C"</td><td class="ink" style=NAME>"Callout"</td></tr>
        </table>
    }
}

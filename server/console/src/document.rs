//! The document around every page: head, navigation, what was done, and the content policy.

use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use leptos::prelude::*;
use leptos_axum::ResponseOptions;

use super::kept::{self, Kept};
use super::passkeys;
use super::visit::{Page, Visit};
use super::words::Refusal;
use callout_domain::operator::OperatorRole;
use callout_front::pages::{LOOK, mark};

/// The console's own styles, which follow the tokens that all server-rendered pages share.
const OWN_LOOK: &str = include_str!("look.css");

/// The navigation: address, name, and whether only super admins see it.
const PLACES: &[(&str, &str, bool)] = &[
    ("/admin", "Desk", false),
    ("/admin/bookings", "Bookings", false),
    ("/admin/documents", "Documents", false),
    ("/admin/people", "People", false),
    ("/admin/support", "Support", false),
    ("/admin/payouts", "Payouts", false),
    ("/admin/disputes", "Disputes", false),
    ("/admin/visits", "Visits", false),
    ("/admin/fees", "Fees", false),
    ("/admin/coupons", "Coupons", false),
    ("/admin/readings", "Readings", false),
    ("/admin/prices", "Prices", true),
    ("/admin/operators", "Operators", true),
    ("/admin/audit", "Audit log", true),
];

/// Answers with the styles.
pub(super) async fn look() -> Response {
    (
        [
            (header::CONTENT_TYPE, "text/css; charset=utf-8"),
            (header::CACHE_CONTROL, "private, max-age=300"),
        ],
        [LOOK, OWN_LOOK].concat(),
    )
        .into_response()
}

/// Sets the headers of a page: only scripts with this nonce, and nothing from elsewhere.
pub(super) fn protect(response: &ResponseOptions, nonce: &str) {
    if let Ok(policy) = HeaderValue::from_str(&policy(nonce)) {
        response.insert_header(header::CONTENT_SECURITY_POLICY, policy);
    }
    response.insert_header(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response.insert_header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

/// Head and body of a page.
pub(super) fn document(visit: Option<&Visit>, page: Page, nonce: &str) -> AnyView {
    let problem = visit.is_some_and(|visit| visit.kept.problem.is_some() || !visit.kept.errors.is_empty());
    let title = format!(
        "{}{} · Callout console",
        if problem { "Error: " } else { "" },
        page.title
    );
    let signed = visit.and_then(Visit::signed).filter(|signed| signed.is_proved);
    let navigation = signed.map(|signed| {
        let path = visit.map(|visit| visit.path.as_str()).unwrap_or_default();
        navigation(path, signed.operator.role, &signed.operator.email)
    });
    let notice = visit.and_then(|visit| visit.kept.notice.clone());
    let notice = notice.map(|words| view! { <p class="notice" role="status">{words}</p> });
    let shown = visit.map(|visit| visit.kept.shown.clone()).unwrap_or_default();
    let shown = (!shown.is_empty()).then(|| {
        let lines: Vec<_> = shown.into_iter().map(|line| view! { <li>{line}</li> }).collect();
        view! { <ul class="shown num">{lines}</ul> }
    });
    let general = visit.and_then(Visit::left_over).map(left_over);
    let refresh = page.refresh.map(|seconds| {
        let path = visit.map(|visit| visit.path.as_str()).unwrap_or_default();
        let content = format!("{seconds}; url={path}?{}=1", kept::BY_ITSELF);
        view! { <noscript><meta http-equiv="refresh" content=content /></noscript> }
    });
    let script = page
        .script
        .map(|address| view! { <script src=address nonce=nonce.to_owned() defer=""></script> });
    let takes_passkey = visit.is_some_and(|visit| visit.takes_passkey);
    let passkeys = (takes_passkey || page.has_passkeys).then(|| {
        let proves = takes_passkey.then_some(passkeys::PROVE);
        view! { <script src=passkeys::SCRIPT nonce=nonce.to_owned() defer="" data-proves=proves></script> }
    });
    let idle = signed.map(|_| {
        let script = view! { <script src="/admin/idle.js" nonce=nonce.to_owned() defer=""></script> };
        let banner = view! { <div id="idle" class="idle" role="alert" hidden=""><p></p><button type="button" class="button">"Stay signed in"</button></div> };
        (script, banner)
    });
    let (idle_script, idle_banner) = idle.unzip();
    let body_class = if navigation.is_some() { "desk" } else { "door" };
    view! {
        <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta name="robots" content="noindex" />
            <title>{title}</title>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="stylesheet" href="/admin/look.css" />
            {refresh}
            {script}
            {passkeys}
            {idle_script}
        </head>
        <body class=body_class>
            <a class="skip" href="#main">"Skip to the page"</a>
            {idle_banner}
            {navigation}
            <main id="main" tabindex="-1">
                <h1>{page.title}</h1>
                {notice}
                {general}
                {shown}
                {page.body}
            </main>
        </body>
    }
    .into_any()
}

/// Fields that people type, and would have to type again.
const TYPED: &[&str] = &[
    "amount",
    "share",
    "expires_on",
    "number",
    "answer",
    "note",
    "reason",
];

/// What is wrong apart from any form, and what was typed into one that is gone.
fn left_over(kept: &Kept) -> AnyView {
    let errors = kept.errors.values().cloned();
    let words: Vec<String> = kept.problem.iter().cloned().chain(errors).collect();
    let typed = kept.fields.iter();
    let typed: Vec<&str> = typed
        .filter(|(name, value)| TYPED.contains(&name.as_str()) && !value.is_empty())
        .map(|(_, value)| value.as_str())
        .collect();
    let typed = (!typed.is_empty()).then(|| format!("You wrote: “{}”", typed.join(", ")));
    let typed = typed.map(|words| view! { <p class="words">{words}</p> });
    view! { <div class="problem" role="alert"><p>{words.join(" ")}</p>{typed}{prices(kept)}</div> }.into_any()
}

/// A price book's text or numbers, to be copied from a form that is gone.
fn prices(kept: &Kept) -> Option<AnyView> {
    let lines: Vec<String> = kept
        .fields
        .iter()
        .filter_map(|(name, value)| match name.as_str() {
            "body" => Some(value.clone()),
            pointer if pointer.starts_with('/') => Some(format!("{pointer}: {value}")),
            _ => None,
        })
        .collect();
    let text = lines.join("\n");
    (!text.is_empty()).then(|| view! { <pre class="json" tabindex="0">{text}</pre> }.into_any())
}

fn navigation(path: &str, role: OperatorRole, email: &str) -> AnyView {
    let places: Vec<AnyView> = PLACES
        .iter()
        .filter(|(_, _, super_only)| !super_only || role == OperatorRole::SuperAdmin)
        .map(|(address, name, _)| {
            let is_here =
                path == *address || (*address != "/admin" && path.starts_with(&format!("{address}/")));
            let is_person = path.starts_with("/admin/pros/") || path.starts_with("/admin/clients/");
            let is_here = is_here || (is_person && *address == "/admin/people");
            let current = is_here.then_some("page");
            view! { <li><a href=*address aria-current=current>{*name}</a></li> }.into_any()
        })
        .collect();
    let (email, label) = (email.to_owned(), role.label());
    view! {
        <header class="side">
            <a class="brand" href="/admin">
                {mark()}
                "Callout"
                <span class="muted small">"console"</span>
            </a>
            <nav aria-label="Console"><ul>{places}</ul></nav>
            <p class="me small"><a href="/admin/account">{email}</a><span class="muted">{label}</span></p>
        </header>
    }
    .into_any()
}

/// Answers with a page that only says why it is not the one asked for.
pub(super) fn refusal(refusal: Refusal) -> Response {
    let (status, title, detail) = refusal.words();
    let main = view! {
        <p class="muted">{detail}</p>
        <p><a href="/admin">"Go to the console"</a></p>
    };
    plain(status, Page::new(title, main))
}

/// Answers a link on another site, for which the browser does not send the cookie: the page loads itself again, and then it does.
pub(super) fn again() -> Response {
    let mut page = Page::new(
        "One moment",
        view! { <p class="muted">"This page opens again by itself."</p> },
    );
    page.refresh = None;
    let mut response = plain(StatusCode::OK, page);
    response
        .headers_mut()
        .insert(header::REFRESH, HeaderValue::from_static("0"));
    response
}

fn plain(status: StatusCode, page: Page) -> Response {
    let document = document(None, page, "");
    let html = callout_outside::mail::html(document);
    let mut response = (
        status,
        format!("<!DOCTYPE html><html lang=\"en-GB\">{html}</html>"),
    )
        .into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
    );
    response
}

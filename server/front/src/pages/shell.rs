//! What all server-rendered pages share: the surrounding document, its headers, and the error page.

use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, StatusCode, header};
use leptos::prelude::*;
use sha2::{Digest as _, Sha256};

/// Styles of every page: the web app's tokens and components that are needed here.
pub const LOOK: &str = include_str!("look.css");

/// An error page.
#[derive(Debug, Clone, Copy)]
pub struct Problem {
    /// HTTP status.
    pub status: StatusCode,
    /// The heading.
    pub title: &'static str,
    /// What the reader can do about it.
    pub detail: &'static str,
}

/// Answers with an error page.
pub fn problem(problem: Problem, font: Option<&str>) -> Response {
    let main = view! {
        <main class="narrow">
            {brand()}
            <h1>{problem.title}</h1>
            <p class="muted">{problem.detail}</p>
            <p class="screen-only"><a class="button" href="/">"Go to Callout"</a></p>
        </main>
    };
    let mut response = page(problem.title, main, font);
    *response.status_mut() = problem.status;
    response
}

/// A complete page that may load only its own style, the typeface and the icon. `font` is the address of the web app's typeface.
pub(super) fn page(title: &str, main: impl IntoView + 'static, font: Option<&str>) -> Response {
    let style = match font {
        Some(path) => format!(
            "@font-face{{font-family:\"Figtree Variable\";font-weight:300 900;src:url(\"/{path}\") format(\"woff2\")}}\n{LOOK}"
        ),
        None => LOOK.to_owned(),
    };
    let policy = policy(&style);
    let document = view! {
        <html lang="en-GB">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <meta name="robots" content="noindex" />
                <title>{format!("{title} · Callout")}</title>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <style>{style}</style>
            </head>
            <body>{main}</body>
        </html>
    };
    let mut response = format!("<!doctype html>{}", callout_outside::mail::html(document)).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Allows only this exact style, by its hash.
fn policy(style: &str) -> HeaderValue {
    let hash = STANDARD.encode(Sha256::digest(style.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// The logo and the name.
pub(super) fn brand() -> impl IntoView {
    view! {
        <a class="brand" href="/">
            {mark()}
            "Callout"
        </a>
    }
}

/// The logo.
pub fn mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 28 28" fill="none" aria-hidden="true">
            <rect width="28" height="28" rx="8" fill="#0e5566" />
            <path d="M19.5 9.2a7 7 0 1 0 0 9.6" stroke="#d98a57" stroke-width="4.2" stroke-linecap="round" />
            <circle cx="20.4" cy="14" r="2.1" fill="#fff" />
        </svg>
    }
}

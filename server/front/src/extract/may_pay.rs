//! Who may pay. A sandbox that was not explicitly configured takes payments from this machine only: a request that arrives
//! through another host name, a proxy or another site's page cannot make a job free.

use axum::extract::FromRequestParts;
use callout_domain::failure::{Failure, FailureKind};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, Uri, header};

use crate::state::AppState;
use callout_domain::config::PaymentSettings;

/// Headers that proxies add.
pub const FORWARDING: [&str; 7] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
];

/// Proof that this request may pay; every handler that takes or moves money requires it.
#[derive(Debug, Clone, Copy)]
pub struct MayPay(());

impl FromRequestParts<AppState> for MayPay {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let settings = state.config.payment_settings().map_err(Failure::internal)?;
        let is_open = !matches!(settings, PaymentSettings::Sandbox { loopback_only: true });
        if is_open || is_from_here(&parts.headers, &parts.uri) {
            Ok(Self(()))
        } else {
            Err(Failure::new(
                FailureKind::Forbidden,
                "sandbox_local_only",
                "Test payments work on this computer only. Set a payment provider to take payments from elsewhere.",
            ))
        }
    }
}

/// True when the request's host is this machine, and no proxy header or `Origin` contradicts that. A local proxy may send its own
/// host name and no proxy header, but the browser's `Origin` still reveals the site.
#[must_use]
pub fn is_from_here(headers: &HeaderMap, uri: &Uri) -> bool {
    let texts = |name| {
        let values = headers.get_all(name).iter();
        values.map(|value| value.to_str().unwrap_or_default())
    };
    let mut hosts = texts(header::HOST)
        .chain(uri.authority().map(Authority::as_str))
        .peekable();
    hosts.peek().is_some()
        && hosts.all(is_loopback)
        && texts(header::ORIGIN).all(is_loopback_origin)
        && !FORWARDING.iter().any(|name| headers.contains_key(*name))
}

/// An origin is `<scheme>://<host>`, or `null` when the page hides it.
fn is_loopback_origin(origin: &str) -> bool {
    origin
        .split_once("://")
        .is_some_and(|(_, host)| is_loopback(host))
}

fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    let is_plain = !host.contains('@');
    is_plain
        && (name.eq_ignore_ascii_case("localhost")
            || name
                .parse::<std::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback()))
}

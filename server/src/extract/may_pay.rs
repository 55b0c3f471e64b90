//! Who may pay. The sandbox that nobody asked for outright takes payments from this machine only
//! (decisions.md 15): a request that came through another host name or a proxy can't make a job free.

use crate::domain::failure::{Failure, FailureKind};
use axum::extract::FromRequestParts;
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderMap, Uri, header};

use crate::config::PaymentSettings;
use crate::state::AppState;

/// Headers that proxies add.
const FORWARDING: [&str; 7] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
];

/// Proof that this request may pay; every handler that takes or moves money asks for it.
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

/// True when neither the host's name nor a proxy's header says that the request came from elsewhere.
fn is_from_here(headers: &HeaderMap, uri: &Uri) -> bool {
    let named = headers
        .get_all(header::HOST)
        .iter()
        .map(|value| value.to_str().unwrap_or_default());
    let mut hosts = named.chain(uri.authority().map(Authority::as_str));
    hosts.all(is_loopback) && !FORWARDING.iter().any(|name| headers.contains_key(*name))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_here() {
        for host in [
            "127.0.0.1:8080",
            "127.0.0.1",
            "localhost:3000",
            "LOCALHOST",
            "[::1]:8080",
            "127.9.9.9",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "callout.example",
            "localhost.evil.example",
            "127.0.0.1.nip.io",
            "10.0.0.1:8080",
            "",
            "x@localhost",
            "[::2]",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn a_proxy_is_not_here() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "localhost".parse().unwrap());
        assert!(is_from_here(&headers, &Uri::from_static("/api/payments/create")));
        for name in FORWARDING {
            let mut forwarded = headers.clone();
            forwarded.insert(name, "1.2.3.4".parse().unwrap());
            assert!(!is_from_here(&forwarded, &Uri::from_static("/")), "{name}");
        }
        headers.append(header::HOST, "evil.example".parse().unwrap());
        assert!(!is_from_here(&headers, &Uri::from_static("/")));
    }
}

//! Who is at the other end of the connection: the peer, or what a trusted proxy says of it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use http::request::Parts;

use crate::error::ApiError;
use crate::state::AppState;

/// The caller's network address.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The peer, or the address a configured proxy forwards for.
    pub ip: IpAddr,
    /// A keyed hash of it, the only form in which it is counted by or stored.
    pub key: String,
    /// True when a forwarding header came with the request.
    pub forwarded: bool,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        // Without a socket (tests that call the router directly) the caller is this machine.
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        let ip = behind_proxies(peer, &parts.headers, &state.config.trusted_proxies);
        let key = URL_SAFE_NO_PAD.encode(match ip {
            IpAddr::V4(ip) => state.keys.address.mac(&ip.octets()),
            IpAddr::V6(ip) => state.keys.address.mac(&ip.octets()),
        });
        let forwarded =
            parts.headers.contains_key("x-forwarded-for") || parts.headers.contains_key("forwarded");
        Ok(Self { ip, key, forwarded })
    }
}

/// The last address that a chain of trusted proxies vouches for.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    if !trusted.contains(&peer) {
        return peer;
    }
    let mut ip = peer;
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    let forwarded = forwarded.join(",");
    for hop in forwarded.rsplit(',') {
        if !trusted.contains(&ip) {
            break;
        }
        let Ok(next) = hop.trim().parse() else { break };
        ip = next;
    }
    ip
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn believes_only_configured_proxies() {
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "1.1.1.1, 2.2.2.2".parse().unwrap());
        let stranger: IpAddr = "9.9.9.9".parse().unwrap();
        assert_eq!(behind_proxies(stranger, &headers, &[proxy]), stranger);
        assert_eq!(
            behind_proxies(proxy, &headers, &[proxy]),
            "2.2.2.2".parse::<IpAddr>().unwrap()
        );
    }
}

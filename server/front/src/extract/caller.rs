//! The caller's network address: the peer's, or what a trusted proxy reports.

use callout_domain::failure::Failure;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::HeaderMap;
use http::request::Parts;

use crate::state::AppState;
use callout_base::limits::Address;

/// The caller's network address.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The peer's address, or the one that a configured proxy forwards for.
    pub ip: IpAddr,
    /// A keyed hash of it (for IPv6, of its /64), the only form that is counted or stored.
    pub key: String,
    /// The same for the /48 around an IPv6 address.
    pub network: Option<String>,
    /// True when the request has a forwarding header.
    pub forwarded: bool,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        // Without a socket (tests that call the router directly), the caller is this machine.
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        let ip = behind_proxies(peer, &parts.headers, &state.config.trusted_proxies);
        let key = state.keys.address.text(&counted(ip));
        let network = network(ip).map(|network| state.keys.address.text(&network));
        let forwarded =
            parts.headers.contains_key("x-forwarded-for") || parts.headers.contains_key("forwarded");
        Ok(Self {
            ip,
            key,
            network,
            forwarded,
        })
    }
}

impl Caller {
    /// The address in the form that limits count.
    #[must_use]
    pub fn address(&self) -> Address<'_> {
        Address {
            key: &self.key,
            network: self.network.as_deref(),
        }
    }
}

/// The unit that limits count: for IPv6 the /64, which usually belongs to one household or server.
#[must_use]
pub fn counted(ip: IpAddr) -> Vec<u8> {
    match ip {
        IpAddr::V4(ip) => ip.octets().to_vec(),
        IpAddr::V6(ip) => ip.octets().into_iter().take(8).collect(),
    }
}

/// The /48 around an IPv6 address, usually one site: anyone who rents a server can use as many of its /64s as they like.
#[must_use]
pub fn network(ip: IpAddr) -> Option<[u8; 6]> {
    match ip {
        IpAddr::V4(_) => None,
        IpAddr::V6(ip) => {
            let [a, b, c, d, e, f, ..] = ip.octets();
            Some([a, b, c, d, e, f])
        }
    }
}

/// The last address that a chain of trusted proxies vouches for. IPv4 addresses mapped to IPv6 become plain IPv4.
#[must_use]
pub fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let trusts = |ip: IpAddr| trusted.iter().any(|proxy| proxy.to_canonical() == ip);
    let mut ip = peer.to_canonical();
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    let forwarded = forwarded.join(",");
    for hop in forwarded.rsplit(',') {
        if !trusts(ip) {
            break;
        }
        let Ok(next) = hop.trim().parse::<IpAddr>() else {
            break;
        };
        ip = next.to_canonical();
    }
    ip
}

//! Which push services are sent to. An endpoint is an address that a stranger gives us and that our server then calls: only known
//! services over HTTPS are called, never an address inside our own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::Url;

/// The push services of the browsers; hosts below these count, too.
const KNOWN: [&str; 4] = [
    // Chrome, Edge on Android, and others
    "fcm.googleapis.com",
    // Firefox
    "push.services.mozilla.com",
    // Edge on Windows
    "notify.windows.com",
    // Safari
    "push.apple.com",
];

/// The list.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// Hosts called over HTTPS on its usual port.
    names: Vec<String>,
    /// Whole origins that the operator has named, called as they are.
    origins: Vec<String>,
}

impl Hosts {
    /// The known services and what the operator adds: a host name (`push.example`) or a whole origin (`http://127.0.0.1:9000`).
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn read(added: &[String]) -> Result<Self, String> {
        let mut hosts = Self {
            names: KNOWN.map(str::to_owned).to_vec(),
            origins: Vec::new(),
        };
        for entry in added
            .iter()
            .map(|entry| entry.trim())
            .filter(|entry| !entry.is_empty())
        {
            let unusable = || format!("CALLOUT_PUSH_HOSTS: '{entry}' is neither a host name nor an origin");
            if entry.contains("://") {
                let url = Url::parse(entry).map_err(|_| unusable())?;
                if !matches!(url.scheme(), "http" | "https") || !url.has_host() || url.path() != "/" {
                    return Err(unusable());
                }
                hosts.origins.push(url.origin().ascii_serialization());
            } else {
                let url = Url::parse(&format!("https://{entry}/")).map_err(|_| unusable())?;
                match url.domain() {
                    Some(name) if url.port().is_none() && url.path() == "/" => {
                        hosts.names.push(name.to_owned());
                    }
                    _ => return Err(unusable()),
                }
            }
        }
        Ok(hosts)
    }

    /// True for an endpoint that may be called.
    #[must_use]
    pub fn allow(&self, endpoint: &Url) -> bool {
        if self.origins.contains(&endpoint.origin().ascii_serialization()) {
            return true;
        }
        let Some(host) = endpoint.domain() else {
            return false;
        };
        let is_known = |name: &String| {
            host.strip_suffix(name.as_str())
                .is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        endpoint.scheme() == "https" && endpoint.port().is_none() && self.names.iter().any(is_known)
    }
}

/// Resolves names to public addresses alone: a known name that leads inside leads nowhere.
pub struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err("the name has no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// True for an address that anybody on the internet could be called at.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        // Shared by a provider's customers, protocol assignments, and benchmarks.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19));
    !is_special
}

/// Global unicast alone, and of that nothing that carries an IPv4 address or is for documents.
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    let [first, second, ..] = address.segments();
    let is_special = first == 0x2002 || (first == 0x2001 && (second == 0 || second == 0x0db8));
    (0x2000..0x4000).contains(&first) && !is_special
}

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
pub(super) struct Hosts {
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
    pub(super) fn read(added: &[String]) -> Result<Self, String> {
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
    pub(super) fn allow(&self, endpoint: &Url) -> bool {
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
pub(super) struct PublicOnly;

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

fn is_public(address: IpAddr) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(hosts: &Hosts, endpoint: &str) -> bool {
        hosts.allow(&Url::parse(endpoint).unwrap())
    }

    #[test]
    fn known_services_over_https_are_called_and_nothing_else() {
        let hosts = Hosts::read(&[]).unwrap();
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-ln2p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
        ] {
            assert!(allows(&hosts, good), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://evilfcm.googleapis.com/abc",
            "https://fcm.googleapis.com.evil.example/abc",
            "https://storage.googleapis.com/abc",
            "https://127.0.0.1/abc",
            "https://[::1]/abc",
            "https://localhost/abc",
        ] {
            assert!(!allows(&hosts, bad), "{bad}");
        }
    }

    #[test]
    fn an_operator_may_add_hosts_and_origins() {
        let added = ["push.example", " http://127.0.0.1:9000 ", ""].map(str::to_owned);
        let hosts = Hosts::read(&added).unwrap();
        assert!(allows(&hosts, "https://a.push.example/x") && allows(&hosts, "http://127.0.0.1:9000/x"));
        assert!(!allows(&hosts, "http://push.example/x") && !allows(&hosts, "http://127.0.0.1:9001/x"));
        assert!(!allows(&hosts, "https://127.0.0.1:9000/x"));
        for bad in [
            "push.example:444",
            "push.example/path",
            "ftp://push.example",
            "http://push.example/path",
            "10.0.0.1",
            "a b",
        ] {
            assert!(Hosts::read(&[bad.to_owned()]).is_err(), "{bad}");
        }
    }

    #[test]
    fn private_addresses_are_not_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "203.0.113.7",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "142.250.180.10",
            "100.63.0.1",
            "172.32.0.1",
            "2a00:1450:4009::a",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_leads_nowhere() {
        assert!(PublicOnly.resolve("localhost".parse().unwrap()).await.is_err());
    }
}

//! How many connections the server accepts, and how long one may stall.

use std::net::IpAddr;
use std::time::Duration;

use crate::config::Config;
use crate::permits::{AtOnce, Permit, Permits};

/// Files that the server may have open besides its connections: database, photos, outside services.
const OWN_FILES: usize = 200;
/// The number of open files assumed where the system does not report its limit.
const USUAL_FILES: usize = 1_024;
/// How long a peer may go without reading anything that is being written to it.
const WRITE_TIME_LIMIT: Duration = Duration::from_secs(30);

/// Connection limits.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Connections open at once, in total and from one network address.
    pub at_once: AtOnce,
    /// Proxies, exempt from the limit per address: their connections carry other people's requests.
    pub proxies: Vec<IpAddr>,
    /// How long a write may wait for the peer to read before the connection is closed.
    pub write_time_limit: Duration,
}

impl ConnectionLimits {
    /// The limits in these settings, capped by how many files the process may have open.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let at_once = AtOnce {
            total: open_files()
                .unwrap_or(USUAL_FILES)
                .saturating_sub(OWN_FILES)
                .max(1),
            each: config.unless_lifted(config.connections_address),
        };
        Self {
            at_once,
            proxies: config.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
            write_time_limit: WRITE_TIME_LIMIT,
        }
    }

    /// The permits of one listener.
    pub(super) fn permits(&self) -> Permits<IpAddr> {
        Permits::new(self.at_once)
    }

    /// A permit for a connection from `peer`; `None` when that peer has its share or all are taken.
    pub(super) fn admit(&self, permits: &Permits<IpAddr>, peer: IpAddr) -> Option<Permit<IpAddr>> {
        let peer = peer.to_canonical();
        permits.take((!self.proxies.contains(&peer)).then(|| counted(peer)))
    }
}

/// The unit that connections are counted by: for IPv6 the /64, which usually belongs to one household or server.
fn counted(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => ip,
        IpAddr::V6(ip) => IpAddr::V6((ip.to_bits() >> 64 << 64).into()),
    }
}

/// Raises the limit of open files as far as the system allows; shells often start processes with a far lower one.
pub fn raise_file_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: limit.maximum,
            ..limit
        };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!(%error, "cannot raise the limit of open files");
        }
    }
}

/// How many files the process may have open; `None` when unknown.
fn open_files() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit};
        // No limit is treated as the largest number.
        let soft = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        Some(usize::try_from(soft).unwrap_or(usize::MAX))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_does_not_block_proxies_or_others() {
        let limits = ConnectionLimits {
            at_once: AtOnce { total: 6, each: 2 },
            proxies: vec![ip("10.0.0.1")],
            write_time_limit: WRITE_TIME_LIMIT,
        };
        let permits = limits.permits();
        let admit = |peer| limits.admit(&permits, ip(peer));
        let one = [admit("1.1.1.1"), admit("::ffff:1.1.1.1")];
        assert!(one.iter().all(Option::is_some) && admit("1.1.1.1").is_none());
        let network = [admit("2001:db8::1"), admit("2001:db8::2")];
        assert!(network.iter().all(Option::is_some) && admit("2001:db8::3").is_none());
        assert!(admit("2001:db8:0:1::1").is_some());
        drop((one, network));
        let proxied: Vec<_> = (0..6).map(|_| admit("::ffff:10.0.0.1")).collect();
        assert!(proxied.iter().all(Option::is_some));
        assert!(
            admit("1.1.1.1").is_none(),
            "no more than there is room for in all"
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_soft_limit_is_raised_to_the_hard_one() {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let before = getrlimit(Resource::Nofile);
        setrlimit(
            Resource::Nofile,
            Rlimit {
                current: Some(512),
                ..before
            },
        )
        .unwrap();
        assert_eq!(open_files(), Some(512));
        raise_file_limit();
        assert_eq!(getrlimit(Resource::Nofile).current, before.maximum);
        setrlimit(Resource::Nofile, before).unwrap();
    }
}

//! How many connections the server accepts, and how long one may stall.

use std::net::IpAddr;
use std::time::Duration;

use callout_base::permits::{AtOnce, Permit, Permits};
use callout_domain::config::Config;

/// Files that the server may have open besides its connections: database, photos, outside services.
const OWN_FILES: usize = 200;
/// The number of open files assumed where the system does not report its limit.
const USUAL_FILES: usize = 1_024;
/// How long a peer may go without reading anything that is being written to it.
pub const WRITE_TIME_LIMIT: Duration = Duration::from_secs(30);

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
    #[must_use]
    pub fn permits(&self) -> Permits<IpAddr> {
        Permits::new(self.at_once)
    }

    /// A permit for a connection from `peer`; `None` when that peer has its share or all are taken.
    #[must_use]
    pub fn admit(&self, permits: &Permits<IpAddr>, peer: IpAddr) -> Option<Permit<IpAddr>> {
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
#[must_use]
pub fn open_files() -> Option<usize> {
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

//! How much one caller may do, as configured in the settings. Rates are counted here, in memory and by time window; the number of
//! things a caller may have open is counted in the database by the code that adds them.

pub use callout_domain::config::LimitSettings;

use std::sync::{Arc, Mutex};

use callout_domain::clock::{HOUR, MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::windows::Windows;

/// A /48 of IPv6 has this many times the limit of one address, because its 65,536 networks cost an attacker no more than one.
const NETWORK_SHARE: u32 = 8;

/// One limit: `most` calls in `window` milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The limit's name in the counters.
    pub name: &'static str,
    /// Number of calls.
    pub most: fn(&LimitSettings) -> u32,
    /// Length of the window, milliseconds.
    pub window: Millis,
}

/// A network address as limits see it: keyed hashes only.
#[derive(Debug, Clone, Copy)]
pub struct Address<'a> {
    /// Of the address; for IPv6, of its /64.
    pub key: &'a str,
    /// Of the /48 around an IPv6 address.
    pub network: Option<&'a str>,
}

/// New guests from one address.
pub const ENSURE_GUEST: Limit = Limit {
    name: "ensure_guest",
    most: |settings| settings.ensure_guest,
    window: HOUR,
};
/// Quotes from one address.
pub const QUOTES: Limit = Limit {
    name: "quotes",
    most: |settings| settings.quotes,
    window: MINUTE,
};
/// Uploads from one address.
pub const UPLOADS: Limit = Limit {
    name: "uploads",
    most: |settings| settings.uploads,
    window: HOUR,
};
/// Documents and pictures from one pro.
pub const PRO_UPLOADS: Limit = Limit {
    name: "pro_uploads",
    most: |settings| settings.pro_uploads,
    window: HOUR,
};

/// One-time codes for one identifier from one address.
pub const CODES_PAIR: Limit = Limit {
    name: "codes_pair",
    most: |settings| settings.codes_pair,
    window: HOUR,
};
/// One-time codes for one identifier.
pub const CODES_IDENTIFIER: Limit = Limit {
    name: "codes_identifier",
    most: |settings| settings.codes_identifier,
    window: HOUR,
};
/// One-time codes for one address.
pub const CODES_ADDRESS: Limit = Limit {
    name: "codes_address",
    most: |settings| settings.codes_address,
    window: HOUR,
};
/// One-time codes in total; beyond this, only known people are sent one.
pub const CODES_TOTAL: Limit = Limit {
    name: "codes_total",
    most: |settings| settings.codes_total,
    window: HOUR,
};
/// Password attempts for one identifier.
pub const LOGINS_IDENTIFIER: Limit = Limit {
    name: "logins_identifier",
    most: |settings| settings.logins_identifier,
    window: 15 * MINUTE,
};
/// Password attempts and registrations from one address.
pub const LOGINS_ADDRESS: Limit = Limit {
    name: "logins_address",
    most: |settings| settings.logins_address,
    window: 15 * MINUTE,
};
/// Forms that are kept for an operator who has not shown the second factor.
pub const UNPROVED_FORMS: Limit = Limit {
    name: "unproved_forms",
    most: |_| 20,
    window: 15 * MINUTE,
};
/// Answers to one address that reveal whether an account exists.
pub const WHO_IS_KNOWN: Limit = Limit {
    name: "who_is_known",
    most: |settings| settings.who_is_known,
    window: HOUR,
};
/// Tickets for one address: a page that reconnects every two seconds needs 30 a minute.
pub const TICKETS: Limit = Limit {
    name: "tickets",
    most: |settings| settings.tickets,
    window: MINUTE,
};

/// Requests for the links of one email's or phone's bookings.
pub const LINKS_IDENTIFIER: Limit = Limit {
    name: "links_identifier",
    most: |settings| settings.links_identifier,
    window: HOUR,
};
/// Requests for links from one address.
pub const LINKS_ADDRESS: Limit = Limit {
    name: "links_address",
    most: |settings| settings.links_address,
    window: HOUR,
};
/// Postcodes tried to unlock the entry notes of one booking.
pub const UNLOCKS: Limit = Limit {
    name: "unlocks",
    most: |settings| settings.unlocks,
    window: HOUR,
};
/// Messages to support from one address.
pub const SUPPORT: Limit = Limit {
    name: "support",
    most: |settings| settings.support,
    window: HOUR,
};

/// Chat messages of one person.
pub const CHAT_MESSAGES: Limit = Limit {
    name: "chat_messages",
    most: |settings| settings.chat_messages,
    window: MINUTE,
};

/// Copies of all data stored about one person.
pub const EXPORTS: Limit = Limit {
    name: "exports",
    most: |settings| settings.exports,
    window: HOUR,
};

/// Counts calls; can be switched off for load tests. Cheap to clone.
#[derive(Clone)]
pub struct Limits {
    settings: Option<LimitSettings>,
    windows: Arc<Mutex<Windows>>,
}

impl Limits {
    /// The counters; without settings there are no limits.
    #[must_use]
    pub fn new(settings: Option<LimitSettings>) -> Self {
        Self {
            settings,
            windows: Arc::default(),
        }
    }

    /// The configured numbers; `None` when there are no limits.
    #[must_use]
    pub fn settings(&self) -> Option<LimitSettings> {
        self.settings
    }

    /// Counts one call of `who` at `now`.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count(&self, limit: Limit, who: &str, now: Millis) -> Fallible<()> {
        self.add(limit, who, now, 1, 1)
    }

    /// Refuses when [`Limits::count`] would, without counting.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn check(&self, limit: Limit, who: &str, now: Millis) -> Fallible<()> {
        self.add(limit, who, now, 1, 0)
    }

    /// Counts one call from a network address, and from the /48 around it.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count_address(&self, limit: Limit, address: Address<'_>, now: Millis) -> Fallible<()> {
        let network = |calls| match address.network {
            Some(network) => self.add(limit, network, now, NETWORK_SHARE, calls),
            None => Ok(()),
        };
        // Checked first, so that calls refused to one household do not count against its neighbours.
        network(0)?;
        self.count(limit, address.key, now)?;
        network(1)
    }

    fn add(&self, limit: Limit, who: &str, now: Millis, share: u32, calls: u32) -> Fallible<()> {
        let Some(settings) = &self.settings else {
            return Ok(());
        };
        let most = (limit.most)(settings).saturating_mul(share);
        let mut windows = self.windows.lock().map_err(Failure::internal)?;
        let window = windows.of(limit.name, limit.window, who, now);
        if window.calls >= most {
            let left = window.began_at + limit.window - now;
            return Err(Failure::too_many(
                u64::try_from(left.div_euclid(1_000) + 1).unwrap_or(1),
            ));
        }
        window.calls += calls;
        Ok(())
    }
}

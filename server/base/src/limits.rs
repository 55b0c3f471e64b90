//! How much one caller may do, as configured in the settings. Rates are counted here, in memory and by time window; the number of
//! things a caller may have open is counted in the database by the code that adds them.

pub use callout_domain::config::LimitSettings;

use std::sync::{Arc, Mutex};

use callout_domain::clock::{DAY, HOUR, MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::one_time_code;
use callout_domain::windows::Windows;

/// A /48 of IPv6 has this many times the limit of one address, because its 65,536 networks cost an attacker no more than one.
const NETWORK_SHARE: u32 = 8;
/// The same for what costs money each time.
const NETWORK_SHARE_OF_TEXTS: u32 = 2;

/// One limit: `most` calls in `window` milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The limit's name in the counters.
    pub name: &'static str,
    /// Number of calls.
    pub most: fn(&LimitSettings) -> u32,
    /// Length of the window, milliseconds.
    pub window: Millis,
    /// How many times the number a /48 of IPv6 has.
    pub network_share: u32,
}

impl Limit {
    /// So many calls in a window of this length.
    #[must_use]
    pub const fn new(name: &'static str, most: fn(&LimitSettings) -> u32, window: Millis) -> Self {
        Self {
            name,
            most,
            window,
            network_share: NETWORK_SHARE,
        }
    }

    /// The same, counted apart, for calls that send a text.
    const fn of_texts(self, name: &'static str) -> Self {
        Self {
            name,
            network_share: NETWORK_SHARE_OF_TEXTS,
            ..self
        }
    }
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
pub const ENSURE_GUEST: Limit = Limit::new("ensure_guest", |settings| settings.ensure_guest, HOUR);
/// Quotes from one address.
pub const QUOTES: Limit = Limit::new("quotes", |settings| settings.quotes, MINUTE);
/// Forms with or without a file from one address.
pub const FORMS: Limit = Limit::new("forms", |settings| settings.forms, MINUTE);
/// Coupons tried from one address.
pub const COUPONS: Limit = Limit::new("coupons", |settings| settings.coupons, MINUTE);
/// Uploads from one address.
pub const UPLOADS: Limit = Limit::new("uploads", |settings| settings.uploads, HOUR);
/// Documents and pictures from one pro.
pub const PRO_UPLOADS: Limit = Limit::new("pro_uploads", |settings| settings.pro_uploads, HOUR);
/// The same from one address: several pros may work in one office.
pub const PRO_UPLOADS_ADDRESS: Limit = Limit::new(
    "pro_uploads_address",
    |settings| settings.pro_uploads_address,
    DAY,
);

/// One-time codes for one identifier from one address.
pub const CODES_PAIR: Limit = Limit::new("codes_pair", |settings| settings.codes_pair, HOUR);
/// One-time codes for one identifier that strange browsers ask for.
pub const CODES_IDENTIFIER: Limit =
    Limit::new("codes_identifier", |settings| settings.codes_identifier, HOUR);
/// One-time codes for one identifier that its own browsers ask for.
pub const CODES_KNOWN: Limit = Limit::new("codes_known", |settings| settings.codes_known, HOUR);
/// Tries of one code from one address.
pub const CODE_TRIES: Limit = Limit::new("code_tries", |_| 5, one_time_code::LIFE);
/// One-time codes for one address.
pub const CODES_ADDRESS: Limit = Limit::new("codes_address", |settings| settings.codes_address, HOUR);
/// One-time codes by text for one address.
pub const CODES_BY_TEXT: Limit = CODES_ADDRESS.of_texts("codes_by_text");
/// One-time codes in total; beyond this, only known people are sent one.
pub const CODES_TOTAL: Limit = Limit::new("codes_total", |settings| settings.codes_total, HOUR);
/// Wrong passwords for one identifier from one address or known browser.
pub const LOGINS_PAIR: Limit = Limit::new("logins_pair", |settings| settings.logins_pair, 15 * MINUTE);
/// Wrong passwords for one identifier, beyond which a try waits.
pub const LOGINS_IDENTIFIER: Limit =
    Limit::new("logins_identifier", |settings| settings.logins_identifier, HOUR);
/// Password attempts and registrations from one address.
pub const LOGINS_ADDRESS: Limit =
    Limit::new("logins_address", |settings| settings.logins_address, 15 * MINUTE);
/// Sign-ins with a passkey begun or finished from one address.
pub const PASSKEYS: Limit = Limit::new("passkeys", |settings| settings.passkeys, 15 * MINUTE);
/// Forms that are kept for an operator who has not shown the second factor.
pub const UNPROVED_FORMS: Limit = Limit::new("unproved_forms", |_| 20, 15 * MINUTE);
/// Answers to one address that reveal whether an account exists.
pub const WHO_IS_KNOWN: Limit = Limit::new("who_is_known", |settings| settings.who_is_known, HOUR);
/// Tickets for one address: a page that reconnects every two seconds needs 30 a minute.
pub const TICKETS: Limit = Limit::new("tickets", |settings| settings.tickets, MINUTE);
/// Subscriptions of browsers renewed from one address, counted apart from tickets.
pub const PUSH_RENEWALS: Limit = Limit {
    name: "push_renewals",
    ..TICKETS
};

/// Requests for the links of one email's or phone's bookings.
pub const LINKS_IDENTIFIER: Limit =
    Limit::new("links_identifier", |settings| settings.links_identifier, HOUR);
/// Requests for links from one address.
pub const LINKS_ADDRESS: Limit = Limit::new("links_address", |settings| settings.links_address, HOUR);
/// Requests for links by text from one address.
pub const LINKS_BY_TEXT: Limit = LINKS_ADDRESS.of_texts("links_by_text");
/// Postcodes tried to unlock the entry notes of one booking.
pub const UNLOCKS: Limit = Limit::new("unlocks", |settings| settings.unlocks, HOUR);
/// Messages to support from one address.
pub const SUPPORT: Limit = Limit::new("support", |settings| settings.support, HOUR);

/// Readings of pros' calendars by one address.
pub const CALENDARS: Limit = Limit::new("calendars", |settings| settings.calendars, MINUTE);

/// Chat messages of one person.
pub const CHAT_MESSAGES: Limit = Limit::new("chat_messages", |settings| settings.chat_messages, MINUTE);

/// Copies of all data stored about one person.
pub const EXPORTS: Limit = Limit::new("exports", |settings| settings.exports, HOUR);

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

    /// Counts one call of `who`, whom nobody refuses, and gives by how many the calls are beyond the limit now.
    ///
    /// # Errors
    /// 500 when the counters are broken.
    pub fn count_beyond(&self, limit: Limit, who: &str, now: Millis) -> Fallible<u32> {
        let Some(settings) = &self.settings else {
            return Ok(0);
        };
        let mut windows = self.windows.lock().map_err(Failure::internal)?;
        let window = windows.of(limit.name, limit.window, who, now);
        window.calls = window.calls.saturating_add(1);
        Ok(window.calls.saturating_sub((limit.most)(settings)))
    }

    /// Takes back one call that was counted: what it was counted for did not happen.
    ///
    /// # Errors
    /// 500 when the counters are broken.
    pub fn forgive(&self, limit: Limit, who: &str, now: Millis) -> Fallible<()> {
        let mut windows = self.windows.lock().map_err(Failure::internal)?;
        let window = windows.of(limit.name, limit.window, who, now);
        window.calls = window.calls.saturating_sub(1);
        Ok(())
    }

    /// Counts one call from a network address, and from the /48 around it.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count_address(&self, limit: Limit, address: Address<'_>, now: Millis) -> Fallible<()> {
        let network = |calls| match address.network {
            Some(network) => self.add(limit, network, now, limit.network_share, calls),
            None => Ok(()),
        };
        // Checked first, so that calls refused to one household do not count against its neighbours.
        network(0)?;
        self.count(limit, address.key, now)?;
        network(1)
    }

    /// Counts one call about something from a network address. A whole /48 of IPv6 counts as one, since for what is tried at one thing its
    /// neighbours need no more.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count_pair(&self, limit: Limit, what: &str, address: Address<'_>, now: Millis) -> Fallible<()> {
        let place = address.network.unwrap_or(address.key);
        self.count(limit, &format!("{what} {place}"), now)
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

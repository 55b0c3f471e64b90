//! What every handler can reach.

use std::sync::{Arc, OnceLock};

use crate::accounts::Accounts;
use crate::bookings::Bookings;
use crate::books::Books;
use crate::checkout::Checkout;
use crate::clock::Clock;
use crate::config::Config;
use crate::jobs::Jobs;
use crate::keys::Keys;
use crate::limits::Limits;
use crate::live::Bus;
use crate::notify::Notifier;
use crate::payments::Payments;
use crate::photos::Photos;
use crate::providers::sandbox::Sandbox;
use crate::quoting::Quoting;
use crate::sessions::Sessions;
use crate::store::Db;
use crate::tickets::Tickets;

/// Shared by every request; cloning it is cheap.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// The parts of the state.
pub struct Shared {
    /// The settings.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// The database.
    pub db: Db,
    /// The keys of the product.
    pub keys: Arc<Keys>,
    /// Sessions and their bearer tokens.
    pub sessions: Sessions,
    /// The price book in force and the places taken in slots.
    pub books: Books,
    /// The place of the photos.
    pub photos: Photos,
    /// Lets people in and out.
    pub accounts: Accounts,
    /// Rate limits.
    pub limits: Limits,
    /// Emails and texts.
    pub notifier: Notifier,
    /// What prices and signs.
    pub quoting: Quoting,
    /// What makes bookings of quotes.
    pub checkout: Checkout,
    /// What changes bookings.
    pub bookings: Bookings,
    /// Clients' money.
    pub payments: Payments,
    /// The sandbox's side of the browser; answers only while the sandbox is the provider.
    pub sandbox: Sandbox,
    /// Single-use tickets.
    pub tickets: Tickets,
    /// Who is reading events now.
    pub live: Bus,
    /// Where the web app keeps its typeface, for the server's own pages.
    pub web_font: OnceLock<String>,
    /// What must happen later, or again until it succeeds.
    pub jobs: Jobs,
}

impl AppState {
    /// Puts the parts together.
    #[must_use]
    pub fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// Path of the web app's typeface, if there is a web app.
    #[must_use]
    pub fn font(&self) -> Option<&str> {
        self.web_font.get().map(String::as_str)
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

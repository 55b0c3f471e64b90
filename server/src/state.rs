//! The state shared by all handlers.

use std::sync::{Arc, OnceLock};

use crate::accounts::Accounts;
use crate::booking_links::BookingLinks;
use crate::bookings::Bookings;
use crate::books::Books;
use crate::chat::Chat;
use crate::checkout::Checkout;
use crate::clock::Clock;
use crate::config::Config;
use crate::coupons::Coupons;
use crate::debts::Debts;
use crate::desk::Desk;
use crate::disputes::Disputes;
use crate::documents::Documents;
use crate::earnings::Earnings;
use crate::fee_invoices::FeeInvoices;
use crate::figures::Figures;
use crate::jobs::Jobs;
use crate::keys::Keys;
use crate::limits::Limits;
use crate::live::{Bus, Link};
use crate::matching::Matching;
use crate::messages::Messages;
use crate::notify::Notifier;
use crate::operators::Operators;
use crate::payments::Payments;
use crate::payouts::Payouts;
use crate::photos::Photos;
use crate::pictures::Pictures;
use crate::prices::Prices;
use crate::pros::Pros;
use crate::providers::sandbox::Sandbox;
use crate::quoting::Quoting;
use crate::readings::Readings;
use crate::receipts::Receipts;
use crate::refunds::Refunds;
use crate::reviews::Reviews;
use crate::sessions::Sessions;
use crate::store::Db;
use crate::support::Support;
use crate::suspensions::Suspensions;
use crate::tax::Tax;
use crate::tickets::Tickets;
use crate::visits::Visits;

/// Shared by every request. Cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

/// The parts of the state.
pub struct Shared {
    /// The settings.
    pub config: Config,
    /// The clock.
    pub clock: Clock,
    /// The database.
    pub db: Db,
    /// The keys derived from the secret.
    pub keys: Arc<Keys>,
    /// Sessions and their bearer tokens.
    pub sessions: Sessions,
    /// The price book in force and the places booked in each slot.
    pub books: Books,
    /// Where photos are stored.
    pub photos: Photos,
    /// Papers of pros.
    pub documents: Documents,
    /// Public pictures of pros.
    pub pictures: Pictures,
    /// Signs people in and erases them.
    pub accounts: Accounts,
    /// Profiles of pros.
    pub pros: Pros,
    /// Rate limits.
    pub limits: Limits,
    /// Emails and texts.
    pub notifier: Notifier,
    /// Prices requests and signs quotes.
    pub quoting: Quoting,
    /// Turns quotes into bookings.
    pub checkout: Checkout,
    /// Changes bookings.
    pub bookings: Bookings,
    /// Finds pros for bookings.
    pub matching: Matching,
    /// What client and pro say of each other.
    pub reviews: Reviews,
    /// What pros have earned.
    pub earnings: Earnings,
    /// Sends it to their banks.
    pub payouts: Payouts,
    /// Publishes price books.
    pub prices: Prices,
    /// What became of what was read from clients' words.
    pub readings: Readings,
    /// What they owe.
    pub debts: Debts,
    /// Visits that came to nothing.
    pub visits: Visits,
    /// Invoices for our fees.
    pub fee_invoices: FeeInvoices,
    /// What the tax office is told of pros.
    pub tax: Tax,
    /// Receipts that are kept of erased people.
    pub receipts: Receipts,
    /// Pros who may not work for now.
    pub suspensions: Suspensions,
    /// Jobs that went wrong.
    pub disputes: Disputes,
    /// Refunds that operators decide on.
    pub refunds: Refunds,
    /// Sends lost links again.
    pub booking_links: BookingLinks,
    /// Messages from the support page.
    pub support: Support,
    /// Coupons, for operators.
    pub coupons: Coupons,
    /// Chats of clients with their pros.
    pub chat: Chat,
    /// The people who run Callout.
    pub operators: Operators,
    /// Messages to people, and what they said about them.
    pub messages: Messages,
    /// What is going on right now, for operators.
    pub desk: Desk,
    /// What the landing page may say of us.
    pub figures: Figures,
    /// Payments and refunds.
    pub payments: Payments,
    /// The browser's side of the sandbox; answers only while the sandbox is the provider.
    pub sandbox: Sandbox,
    /// Single-use tickets.
    pub tickets: Tickets,
    /// Who is reading events.
    pub live: Bus,
    /// The connection to the other servers, if there are any.
    pub link: OnceLock<Link>,
    /// Address of the web app's typeface, for server-rendered pages.
    pub web_font: OnceLock<String>,
    /// Work to do later, or to retry until it succeeds.
    pub jobs: Jobs,
}

impl AppState {
    /// Builds the state.
    #[must_use]
    pub fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// Path of the web app's typeface, if a web app is built in.
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

//! The state shared by all handlers.

use std::sync::{Arc, OnceLock};

use crate::jobs::Jobs;
use callout_base::earnings::Earnings;
use callout_base::limits::Limits;
use callout_base::sessions::Sessions;
use callout_base::tickets::Tickets;
use callout_booking::booking_links::BookingLinks;
use callout_booking::bookings::Bookings;
use callout_booking::books::Books;
use callout_booking::chat::Chat;
use callout_booking::coupons::Coupons;
use callout_booking::figures::Figures;
use callout_booking::matching::Matching;
use callout_booking::messages::Messages;
use callout_booking::prices::Prices;
use callout_booking::quoting::Quoting;
use callout_booking::readings::Readings;
use callout_booking::reviews::Reviews;
use callout_booking::visits::Visits;
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::keys::Keys;
use callout_money::checkout::Checkout;
use callout_money::debts::Debts;
use callout_money::disputes::Disputes;
use callout_money::fee_invoices::FeeInvoices;
use callout_money::payments::Payments;
use callout_money::payouts::Payouts;
use callout_money::receipts::Receipts;
use callout_money::refunds::Refunds;
use callout_money::restore::Restore;
use callout_money::tax::Tax;
use callout_outside::live::{Bus, Link};
use callout_outside::notify::Notifier;
use callout_outside::providers::sandbox::Sandbox;
use callout_people::accounts::Accounts;
use callout_people::desk::Desk;
use callout_people::documents::Documents;
use callout_people::operators::Operators;
use callout_people::passkeys::Passkeys;
use callout_people::photos::Photos;
use callout_people::pictures::Pictures;
use callout_people::pros::Pros;
use callout_people::support::Support;
use callout_people::suspensions::Suspensions;
use callout_store::Db;

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
    /// What a restored backup has left out.
    pub restore: Restore,
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
    /// Passkeys of operators and pros.
    pub passkeys: Passkeys,
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

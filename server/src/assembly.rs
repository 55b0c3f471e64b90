//! Puts the parts of the server together.

mod news;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use self::news::{hear, subscribe};
use crate::secret;
use callout_base::audit;
use callout_base::earnings::Earnings;
use callout_base::files::{Files, ProFiles};
use callout_base::limits::Limits;
use callout_base::sessions::{Lifetimes, Sessions};
use callout_base::tickets::Tickets;
use callout_booking::booking_links::BookingLinks;
use callout_booking::bookings::Bookings;
use callout_booking::books;
use callout_booking::chat::Chat;
use callout_booking::confirmations::Confirmations;
use callout_booking::coupons::Coupons;
use callout_booking::figures::Figures;
use callout_booking::matching::Matching;
use callout_booking::messages::Messages;
use callout_booking::prices;
use callout_booking::prices::Prices;
use callout_booking::quoting::Quoting;
use callout_booking::readings::Readings;
use callout_booking::reviews::Reviews;
use callout_booking::visits::Visits;
use callout_db::private;
use callout_domain::clearing::Waits;
use callout_domain::clock::Clock;
use callout_domain::config::{Config, Switch};
use callout_domain::keys::Keys;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::passkey::RelyingParty;
use callout_front::jobs;
use callout_front::jobs::Jobs;
use callout_front::state::{AppState, Shared};
use callout_front::work::Services;
use callout_money::checkout::Checkout;
use callout_money::debts::Debts;
use callout_money::disputes::Disputes;
use callout_money::fee_invoices::{FeeInvoices, Issuer};
use callout_money::payment_notices::PaymentNotices;
use callout_money::payments::Payments;
use callout_money::payouts::Payouts;
use callout_money::receipts::Receipts;
use callout_money::refunds::Refunds;
use callout_money::restore::Restore;
use callout_money::tax::Tax;
use callout_outside::live;
use callout_outside::live::{Link, Servers};
use callout_outside::notify;
use callout_outside::providers;
use callout_outside::providers::sandbox::Sandbox;
use callout_people::accounts::{Accounts, Hasher};
use callout_people::demo::Demo;
use callout_people::desk::Desk;
use callout_people::documents::Documents;
use callout_people::keeping::Keeping;
use callout_people::operators::Operators;
use callout_people::passkeys::Passkeys;
use callout_people::photos::Photos;
use callout_people::pictures::Pictures;
use callout_people::pros::Pros;
use callout_people::support::Support;
use callout_people::suspensions::Suspensions;

/// Opens the database and builds the state.
///
/// # Errors
/// A sentence for the operator when a setting, the secret or the database is unusable.
pub async fn build_state(config: Config, clock: Clock) -> Result<AppState, String> {
    config.payment_settings()?;
    let demo_pros = config.demo_pros()?;
    private::close_what_is_written();
    private::folder(&config.data_dir)
        .map_err(|error| format!("data folder, {}: {error}", config.data_dir.display()))?;
    let keys = Arc::new(Keys::derive(&secret::load(&config)?));
    let db = callout_store::open_with(&config.database(), config.database_connections)
        .await
        .map_err(|error| error.to_string())?;
    prices::store_builtin(&db, &clock)
        .await
        .map_err(|error| error.to_string())?;
    callout_booking::gas_work::read_open(&db, &clock)
        .await
        .map_err(|error| error.to_string())?;
    let (seal_with, now) = (Arc::clone(&keys), clock.now());
    db.write(move |connection| Box::pin(async move { audit::seal(connection, &seal_with, now).await }))
        .await
        .map_err(|error| error.to_string())?;
    let (link, servers) = match config.bus()? {
        Some(url) => {
            let (link, servers) = Link::open(url, Arc::clone(&keys)).await?;
            (Some(link), servers)
        }
        None => (None, Servers::default()),
    };
    let live = live::Bus::among(servers);
    let books = books::Books::new(db.clone(), clock.clone());
    let coupons = Coupons {
        db: db.clone(),
        clock: clock.clone(),
        books: books.clone(),
    };
    coupons
        .ensure_built_in()
        .await
        .map_err(|error| error.to_string())?;
    let notifier = notify::Notifier::open(&config, &clock, &db)?;
    let push = notify::push::Push::open(&config, &clock, &keys)?;
    let waker = jobs::Waker::default();
    subscribe(&db, &live, &books, &waker);
    let lifetimes = Lifetimes {
        account: config.token_life(),
        guest: config.guest_token_life(),
    };
    let sessions = Sessions::new(db.clone(), clock.clone(), &keys, live.clone(), lifetimes);
    let limits = Limits::new((config.rate_limits == Switch::On).then_some(config.limits));
    let files = Files::open(&config)?;
    let photos = Photos::new(&config, files.clone(), db.clone(), clock.clone());
    let pro_files = ProFiles::new(files, db.clone(), clock.clone());
    let base = config.base_url().map_err(|error| error.to_string())?;
    let documents = Documents {
        db: db.clone(),
        clock: clock.clone(),
        photos: photos.clone(),
        files: pro_files.clone(),
        limits: limits.settings(),
        notifier: notifier.clone(),
        base: base.clone(),
    };
    let pictures = Pictures {
        db: db.clone(),
        clock: clock.clone(),
        photos: photos.clone(),
        files: pro_files.clone(),
    };
    let accounts = Accounts {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        sessions: sessions.clone(),
        hasher: Hasher::start()?,
        limits: limits.clone(),
        photos: photos.clone(),
        pro_files,
        notifier: notifier.clone(),
    };
    let operators = Operators {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        hasher: accounts.hasher.clone(),
        limits: limits.clone(),
    };
    let party = RelyingParty::of(&base);
    if party.is_none() {
        tracing::warn!("passkeys are off: CALLOUT_PUBLIC_URL has no name, or no https");
    }
    let passkeys = Passkeys::new(db.clone(), clock.clone(), limits.clone(), party.as_ref())
        .map_err(|error| error.to_string())?;
    let bookings = Bookings::new(db.clone(), clock.clone(), books.clone());
    let matching = Matching::new(
        db.clone(),
        clock.clone(),
        books.clone(),
        live.clone(),
        MatchingRules::from(&config.matching),
        config.matching.hold(),
        Waits::from(config.clearing),
        Arc::clone(&keys),
    );
    let matching = if demo_pros > 0 {
        matching.in_demonstration()
    } else {
        matching
    };
    let provider = providers::open(&config, &clock, &db, &keys)?;
    let payments = Payments::new(
        db.clone(),
        clock.clone(),
        Arc::clone(&keys),
        books.clone(),
        bookings.clone(),
        matching.clone(),
        Arc::clone(&provider.payments),
    );
    let quoting = Quoting::new(db.clone(), clock.clone(), Arc::clone(&keys), books.clone());
    let checkout = Checkout {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        books: books.clone(),
        quoting: quoting.clone(),
        payments: payments.clone(),
        limits: limits.settings(),
    };
    let support_email = config
        .support_email
        .clone()
        .filter(|email| !email.trim().is_empty());
    let booking_links = BookingLinks {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        limits: limits.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
    };
    let support = Support {
        db: db.clone(),
        clock: clock.clone(),
        limits: limits.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
        to: support_email.clone(),
    };
    let restore = Restore::new(db.clone(), clock.clone(), provider.records);
    let payouts = Payouts {
        db: db.clone(),
        clock: clock.clone(),
        restore: restore.clone(),
        provider: provider.payouts,
        notifier: notifier.clone(),
        base: base.clone(),
        support_email: support_email.clone(),
    };
    let prices = Prices {
        db: db.clone(),
        clock: clock.clone(),
        books: books.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
    };
    let readings = Readings {
        db: db.clone(),
        clock: clock.clone(),
    };
    let tax = Tax {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
    };
    let suspensions = Suspensions {
        db: db.clone(),
        clock: clock.clone(),
        matching: matching.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
        support_email: support_email.clone(),
    };
    let debts = Debts {
        db: db.clone(),
        clock: clock.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
        support_email: support_email.clone(),
    };
    let visits = Visits {
        db: db.clone(),
        clock: clock.clone(),
        books: books.clone(),
        waits: matching.waits(),
        notifier: notifier.clone(),
        base: base.clone(),
        support_email: support_email.clone(),
    };
    let fee_invoices = FeeInvoices {
        db: db.clone(),
        clock: clock.clone(),
        notifier: notifier.clone(),
        base: base.clone(),
        issuer: Issuer::of(&config)?,
    };
    let keeping = Keeping {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
        support_email: support_email.clone(),
        is_on: config.retention == Switch::On,
    };
    let disputes = Disputes {
        db: db.clone(),
        clock: clock.clone(),
        provider: provider.payments,
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
        base: base.clone(),
        support_email: support_email.clone(),
    };
    let payment_notices = PaymentNotices {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
        base: base.clone(),
        support_email,
    };
    let messages = Messages {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
        push,
        base: base.clone(),
        trader: config.trader.clone(),
    };
    let confirmations = Confirmations {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        notifier: notifier.clone(),
        base,
        trader: config.trader.clone(),
    };
    let chat = Chat {
        db: db.clone(),
        clock: clock.clone(),
        limits: limits.clone(),
        typists: live::Typists::among(live.servers().clone()),
    };
    let pros = Pros {
        db: db.clone(),
        clock: clock.clone(),
    };
    let earnings = Earnings {
        db: db.clone(),
        clock: clock.clone(),
    };
    let jobs = Jobs {
        db: db.clone(),
        clock: clock.clone(),
        demo: Demo {
            db: db.clone(),
            clock: clock.clone(),
            matching: matching.clone(),
            pros: pros.clone(),
            keys: Arc::clone(&keys),
            seats: usize::from(demo_pros),
            speed: config.demo.speed,
        },
        services: Services {
            matching: matching.clone(),
            payments: payments.clone(),
            confirmations,
            payment_notices,
            messages: messages.clone(),
            booking_links: booking_links.clone(),
            support: support.clone(),
            chat: chat.clone(),
            earnings: earnings.clone(),
            payouts: payouts.clone(),
            restore: restore.clone(),
            debts: debts.clone(),
            visits: visits.clone(),
            fee_invoices: fee_invoices.clone(),
            disputes: disputes.clone(),
            tax: tax.clone(),
            documents: documents.clone(),
            suspensions: suspensions.clone(),
            keeping: keeping.clone(),
            prices: prices.clone(),
            readings: readings.clone(),
        },
        photos: photos.clone(),
        documents: documents.clone(),
        sessions: sessions.clone(),
        waker,
        health: jobs::Health::default(),
        lease: jobs::Lease::of,
        housekeeping: Duration::from_secs(config.sweep_seconds),
    };
    let state = AppState::new(Shared {
        payments,
        quoting,
        checkout,
        bookings,
        matching,
        booking_links,
        support,
        coupons,
        chat,
        messages,
        operators,
        passkeys,
        figures: Figures::new(db.clone(), clock.clone()),
        desk: Desk::new(db.clone(), clock.clone()),
        pros,
        earnings,
        payouts,
        restore,
        prices,
        readings,
        tax,
        suspensions,
        debts,
        visits,
        fee_invoices,
        disputes,
        receipts: Receipts {
            db: db.clone(),
            clock: clock.clone(),
            keys: Arc::clone(&keys),
        },
        refunds: Refunds {
            db: db.clone(),
            clock: clock.clone(),
        },
        reviews: Reviews {
            db: db.clone(),
            clock: clock.clone(),
        },
        sandbox: Sandbox::new(db.clone(), clock.clone(), Arc::clone(&keys)),
        tickets: Tickets::new(db.clone(), clock.clone()),
        jobs,
        accounts,
        sessions,
        live,
        web_font: OnceLock::new(),
        books,
        photos,
        documents,
        pictures,
        notifier,
        limits,
        clock,
        db,
        keys,
        config,
        link: OnceLock::new(),
    });
    if let Some(link) = link {
        // Fails when it is set already, which nobody else does.
        let _ = state.link.set(link.start(hear(&state)).await?);
    }
    Ok(state)
}

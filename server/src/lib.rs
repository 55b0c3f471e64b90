//! The Callout server. Handlers (`api`) call the domain and the store; the store knows no HTTP; the domain knows neither.

use std::future::Future;
use std::sync::{Arc, OnceLock};

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use secrecy::SecretString;
use tokio::net::TcpListener;

pub mod accounts;
pub mod api;
pub mod bookings;
pub mod books;
pub mod checkout;
pub mod clock;
pub mod config;
pub mod confirmations;
pub mod domain;
pub mod error;
pub mod extract;
pub mod front;
pub mod jobs;
pub mod keys;
pub mod limits;
pub mod live;
pub mod mail;
pub mod notify;
pub mod pages;
pub mod payments;
pub mod photos;
pub mod providers;
pub mod quoting;
pub mod record;
pub mod router;
pub mod sessions;
pub mod state;
pub mod store;
pub mod telemetry;
pub mod tickets;
pub mod web;

use bookings::Bookings;
use checkout::Checkout;
use clock::Clock;
use config::{Config, Switch};
use confirmations::Confirmations;
use front::Front;
use keys::Keys;
use limits::Limits;
use payments::Payments;
use providers::sandbox::Sandbox;
use quoting::Quoting;
use sessions::{Lifetimes, Sessions};
use state::{AppState, Shared};
use store::{Db, Wake};
use tickets::Tickets;
use web::WebApp;

/// Bytes that a request's body may have; uploads set their own limit.
const JSON_LIMIT: usize = 64 * 1024;

/// Opens the database and puts the state together.
///
/// # Errors
/// A sentence for the operator: a setting, the secret or the database is not usable.
pub async fn build_state(config: Config, clock: Clock) -> Result<AppState, String> {
    config.payment_settings()?;
    std::fs::create_dir_all(&config.data_dir).map_err(|error| format!("data folder: {error}"))?;
    let keys = Arc::new(Keys::derive(&secret(&config)?));
    let db = Db::open(&config.database())
        .await
        .map_err(|error| error.to_string())?;
    let live = live::Bus::default();
    let books = books::Books::new(db.clone(), clock.clone());
    let notifier = notify::Notifier::open(&config, &clock)?;
    let job_waker = jobs::Waker::default();
    subscribe(&db, &live, &books, &job_waker);
    let bookings = Bookings::new(db.clone(), clock.clone(), books.clone());
    let payments = Payments::new(
        db.clone(),
        clock.clone(),
        Arc::clone(&keys),
        books.clone(),
        bookings.clone(),
        providers::open(&config, &clock, &db, &keys)?,
    );
    let limits = (config.rate_limits == Switch::On).then_some(config.limits);
    let quoting = Quoting::new(db.clone(), clock.clone(), Arc::clone(&keys), books.clone());
    let checkout = Checkout {
        db: db.clone(),
        clock: clock.clone(),
        keys: Arc::clone(&keys),
        books: books.clone(),
        quoting: quoting.clone(),
        payments: payments.clone(),
        limits,
    };
    let lifetimes = Lifetimes {
        account: config.token_life(),
        guest: config.guest_token_life(),
    };
    Ok(AppState::new(Shared {
        payments,
        quoting,
        checkout,
        bookings,
        sandbox: Sandbox::new(db.clone(), clock.clone(), Arc::clone(&keys)),
        confirmations: Confirmations {
            db: db.clone(),
            clock: clock.clone(),
            keys: Arc::clone(&keys),
            notifier: notifier.clone(),
            base: config.base_url().map_err(|error| error.to_string())?,
            trader: config.trader.clone(),
        },
        tickets: Tickets::new(db.clone(), clock.clone()),
        job_waker,
        sessions: Sessions::new(db.clone(), clock.clone(), &keys, live.clone(), lifetimes),
        live,
        web_font: OnceLock::new(),
        books,
        photos: photos::Photos::open(&config, db.clone(), clock.clone())?,
        notifier,
        hasher: accounts::hasher::Hasher::start()?,
        limits: Limits::new(limits),
        clock,
        db,
        keys,
        config,
    }))
}

/// Whoever shows or does something because of a commit is woken by it, never by hand.
fn subscribe(db: &Db, live: &live::Bus, books: &books::Books, job_waker: &jobs::Waker) {
    let (live, books, job_waker) = (live.clone(), books.clone(), job_waker.clone());
    db.subscribe(move |wake| match wake {
        Wake::Booking(_) => {}
        Wake::Person(id) => live.wake(id),
        Wake::Places(area) => books.places_changed(area),
        Wake::Jobs => job_waker.wake(),
    });
}

/// The whole application: API, web app, and what surrounds every request.
pub fn build_app(state: AppState, web: WebApp) -> Router {
    if let Some(font) = web.font() {
        // The same web app as before, if the application is built again.
        let _ = state.web_font.set(font.to_owned());
    }
    let pages: Router = Router::new().fallback(web::serve).with_state(web);
    let front = Front::new(&state.config);
    surround(router::router().with_state(state).fallback_service(pages), front)
}

/// Puts around every request what all of them need: the limit of bodies, and the front.
pub fn surround(app: Router, front: Front) -> Router {
    app.layer(DefaultBodyLimit::max(JSON_LIMIT))
        .layer(middleware::from_fn_with_state(front, front::around))
}

/// Serves until `shutdown` resolves, then lets the requests under way finish.
pub async fn run(listener: TcpListener, app: Router, shutdown: impl Future<Output = ()>) {
    front::serve(listener, app, shutdown).await;
}

/// The configured secret, or the one kept in the data folder, made on the first start.
fn secret(config: &Config) -> Result<SecretString, String> {
    use secrecy::ExposeSecret as _;
    if let Some(secret) = &config.jwt_secret {
        if secret.expose_secret().len() < 32 {
            return Err("CALLOUT_JWT_SECRET is too short: 32 characters or more".into());
        }
        return Ok(secret.clone());
    }
    let path = config.data_dir.join("jwt-secret");
    if let Ok(kept) = std::fs::read_to_string(&path) {
        return Ok(kept.trim().to_owned().into());
    }
    let made = clock::random_bytes::<32>().map_err(|error| error.to_string())?;
    let made = keys::sha256_text(&made);
    write_private(&path, &made).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(made.into())
}

#[cfg(unix)]
fn write_private(path: &std::path::Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(text.as_bytes())
}

#[cfg(not(unix))]
fn write_private(path: &std::path::Path, text: &str) -> std::io::Result<()> {
    std::fs::write(path, text)
}

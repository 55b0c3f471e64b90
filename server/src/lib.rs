//! The Callout server. Handlers (`api`) call the domain and the store; the store knows no HTTP; the domain knows neither.

use std::future::Future;
use std::sync::{Arc, OnceLock};

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use tokio::net::TcpListener;

pub mod accounts;
pub mod api;
pub mod books;
pub mod caller;
pub mod clock;
pub mod config;
pub mod domain;
pub mod error;
pub mod extract;
pub mod front;
pub mod jobs;
pub mod keys;
pub mod limits;
pub mod live;
pub mod notify;
pub mod pages;
pub mod payments;
pub mod photos;
pub mod private;
pub mod router;
pub mod secret;
pub mod session;
pub mod state;
pub mod store;
pub mod telemetry;
pub mod tickets;
pub mod web;

use clock::Clock;
use config::{Config, Switch};
use error::ApiError;
use front::Front;
use keys::Keys;
use limits::Limits;
use session::Tokens;
use state::{AppState, Shared};
use store::{Db, StoreError};
use web::WebApp;

/// Bytes that a request's body may have; uploads set their own limit.
const JSON_LIMIT: usize = 64 * 1024;

/// Opens the database and puts the state together.
///
/// # Errors
/// A sentence for the operator: a setting, the secret or the database is not usable.
pub async fn build_state(config: Config, clock: Clock) -> Result<AppState, String> {
    config.payment_settings()?;
    private::folder(&config.data_dir)
        .map_err(|error| format!("data folder, {}: {error}", config.data_dir.display()))?;
    let keys = Arc::new(Keys::derive(&secret::load(&config)?));
    let db = Db::open(&config.database())
        .await
        .map_err(|error| error.to_string())?;
    let_go_of_jobs(&db).await.map_err(|error| error.to_string())?;
    let live = live::Bus::default();
    Ok(AppState::new(Shared {
        payments: payments::provider(&config, &clock, &db, &keys)?,
        job_waker: jobs::Waker::default(),
        tokens: Tokens::new(&keys, live.clone()),
        live,
        web_font: OnceLock::new(),
        books: books::Books::default(),
        photos: photos::Photos::open(&config)?,
        notifier: notify::Notifier::open(&config, &clock)?,
        hasher: accounts::hasher::Hasher::start()?,
        limits: Limits::new((config.rate_limits == Switch::On).then_some(config.limits)),
        clock,
        db,
        keys,
        config,
    }))
}

/// A process that was killed held its jobs for minutes more. SQLite's file has one server, this one, which has begun none yet; on
/// PostgreSQL another server may be at them.
async fn let_go_of_jobs(db: &Db) -> Result<(), StoreError> {
    if db.is_postgres() {
        return Ok(());
    }
    db.write(|connection| Box::pin(store::jobs::clear_leases(connection)))
        .await
        .map(drop::<u64>)
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

/// A handler's answer.
pub type ApiResult<T> = Result<T, ApiError>;

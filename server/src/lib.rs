//! The Callout server. Handlers (`api`) call the domain and the store; the store knows nothing of HTTP, and the domain knows
//! neither.

use std::future::Future;

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use tokio::net::TcpListener;

pub mod accounts;
pub mod admin;
pub mod api;
mod assembly;
pub mod audit;
pub mod bank_disputes;
pub mod booking_links;
pub mod bookings;
pub mod books;
pub mod chat;
pub mod checkout;
pub mod confirmations;
pub mod console;
pub mod coupons;
pub mod debts;
pub mod demo;
pub mod desk;
pub mod disputes;
pub mod documents;
pub mod earnings;
pub mod extract;
pub mod fee_invoices;
pub mod figures;
pub mod files;
pub mod front;
pub mod frozen;
pub mod gas_work;
pub mod goodwill;
pub mod jobs;
pub mod limits;
pub mod matching;
pub mod messages;
pub mod operators;
pub mod pages;
pub mod payment_notices;
pub mod payments;
pub mod payouts;
pub mod permits;
pub mod photos;
pub mod pictures;
pub mod prices;
pub mod pros;
pub mod quoting;
pub mod readings;
pub mod receipts;
pub mod refunds;
pub mod reversals;
pub mod reviews;
pub mod router;
pub mod secret;
pub mod sessions;
pub mod state;
pub mod support;
pub mod suspensions;
pub mod tax;
pub mod telemetry;
pub mod tickets;
pub mod unsent;
pub mod visits;
pub mod web;
pub mod work;

pub use assembly::build_state;
pub use callout_db::private;
pub use callout_domain::{self as domain, clock, config, keys, problem as error};
pub use callout_outside::{live, mail, notify, providers};
pub use callout_store as store;
use front::{ConnectionLimits, Front};
use state::AppState;
use store::{Db, StoreError};
use web::WebApp;

/// Default limit of a request body in bytes; uploads set their own.
const JSON_LIMIT: usize = 64 * 1024;

/// Frees the jobs of a server that was killed, which would otherwise stay claimed until their lease ends. To be called by a server
/// before its own worker starts, never by a command that may run beside one. Only on SQLite, whose file one server has to itself;
/// on PostgreSQL another server may be working on them.
///
/// # Errors
/// When the database cannot be written.
pub async fn free_abandoned_jobs(db: &Db) -> Result<(), StoreError> {
    if db.is_postgres() {
        return Ok(());
    }
    db.write(|connection| Box::pin(store::jobs::clear_leases(connection)))
        .await
        .map(drop::<u64>)
}

/// The whole application: API, web app, and the layers around every request.
pub fn build_app(state: AppState, web: WebApp) -> Router {
    let web = match state.config.tiles() {
        Some(tiles) => web.on_tiles(tiles),
        None => web,
    };
    if let Some(font) = web.font() {
        // Fails when the application is built a second time; the web app is the same then.
        let _ = state.web_font.set(font.to_owned());
    }
    let pages: Router = Router::new().fallback(web::serve).with_state(web);
    let front = Front::new(&state.config);
    let routes = router::router().merge(console::router(&state));
    surround(routes.with_state(state).fallback_service(pages), front)
}

/// Adds the layers that every request needs: the body limit and the front.
pub fn surround(app: Router, front: Front) -> Router {
    app.layer(DefaultBodyLimit::max(JSON_LIMIT))
        .layer(middleware::from_fn_with_state(front, front::around))
}

/// Serves until `shutdown` resolves, then lets the requests under way finish.
pub async fn run(
    listener: TcpListener,
    app: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    front::serve(listener, app, limits, shutdown).await;
}

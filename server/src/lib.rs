//! The Callout server, put together from the crates of its floors: the API and the console, the web app, and the layers around every
//! request.

use std::future::Future;

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use serde::Serialize;
use tokio::net::TcpListener;

pub mod admin;
mod assembly;
pub mod restore;
pub mod secret;
pub mod web;

pub use assembly::build_state;
use callout_api::{clients, masters};
use callout_console::Exports;
use callout_domain::failure::{Failure, Fallible};
use callout_front::middleware::{ConnectionLimits, Front, around, serve};
use callout_front::state::AppState;
use callout_store::{Db, StoreError};
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
    db.write(|connection| Box::pin(callout_store::jobs::clear_leases(connection)))
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
    let routes = callout_api::router::router().merge(callout_console::router(&state, EXPORTS));
    surround(routes.with_state(state).fallback_service(pages), front)
}

/// What operators hand out of a person's data is what the person gets from the API.
const EXPORTS: Exports = Exports {
    pro: |state, id| Box::pin(async move { text(&masters::data::gather(&state, &id).await?) }),
    client: |state, id| Box::pin(async move { text(&clients::data::gather(&state, &id).await?) }),
};

fn text(data: &impl Serialize) -> Fallible<String> {
    serde_json::to_string_pretty(data).map_err(Failure::internal)
}

/// Adds the layers that every request needs: the body limit and the front.
pub fn surround(app: Router, front: Front) -> Router {
    app.layer(DefaultBodyLimit::max(JSON_LIMIT))
        .layer(middleware::from_fn_with_state(front, around))
}

/// Serves until `shutdown` resolves, then lets the requests under way finish.
pub async fn run(
    listener: TcpListener,
    app: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    serve(listener, app, limits, shutdown).await;
}

//! Signing out, for clients, guests and pros alike.

use axum::extract::State;
use http::StatusCode;

use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::AnySession;
use callout_front::state::AppState;

/// Ends the session of the token that comes with the call.
#[utoipa::path(
    post, path = "/api/logout", tag = "Clients",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn logout(State(state): State<AppState>, AnySession(session): AnySession) -> Fallible<StatusCode> {
    state.sessions.end(session).await?;
    Ok(StatusCode::NO_CONTENT)
}

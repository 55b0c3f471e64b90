//! Signing out, whoever one is.

use crate::domain::failure::Fallible;
use axum::extract::State;
use http::StatusCode;

use crate::error::Problem;
use crate::extract::AnySession;
use crate::sessions;
use crate::state::AppState;
use crate::store;

/// Ends the session of the token that comes with the call.
#[utoipa::path(
    post, path = "/api/logout", tag = "Clients",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn logout(State(state): State<AppState>, AnySession(session): AnySession) -> Fallible<StatusCode> {
    sessions::to_the_end(async move {
        let (ending, now) = (session.clone(), state.clock.now());
        state
            .db
            .write(move |connection| {
                Box::pin(async move { store::sessions::end(connection, &ending, now).await })
            })
            .await?;
        state.sessions.forget(&session);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

//! Asking to stop a job that has begun.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use crate::views::booking::BookingView;
use callout_domain::dispute::Statement;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Path, Query};
use callout_front::state::AppState;

/// Why the job should be stopped.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StopRequest {
    /// What happened; phones and emails are hidden.
    text: String,
}

/// Asks Callout to stop a job that has begun. An operator decides what it costs, 0 to 100% of the price. Asking again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/stop", tag = "Bookings", request_body = StopRequest,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_in_progress` when work has not begun, or has ended"),
        (status = 422, body = Problem))
)]
pub async fn ask(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<StopRequest>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let text = Statement::parse(&body.text, Vec::new())?.text;
    let asked = state.bookings.ask_to_stop(booking.id, text).await?;
    let view = viewer.view(&state.keys, &asked)?;
    Ok(axum::Json(search::complete(&state, &asked, view).await?))
}

//! The calendar file of a booking.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use callout_domain::failure::{Failure, Fallible};
use http::header;

use super::access::{self, Bearer, LinkQuery, Open};
use callout_domain::calendar_file::calendar_file;
use callout_domain::problem::Problem;
use callout_front::extract::{Path, Query};
use callout_front::state::AppState;

/// The booked window as a calendar file.
#[utoipa::path(
    get, path = "/api/bookings/{id}/calendar.ics", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, content_type = "text/calendar", body = String), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn file(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
) -> Fallible<Response> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let text = calendar_file(&viewer.sees(&booking), state.clock.now())
        .ok_or_else(|| Failure::internal("a booking outside the calendar"))?;
    let name = format!("attachment; filename=\"{}.ics\"", booking.id);
    Ok((
        [
            (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ],
        text,
    )
        .into_response())
}

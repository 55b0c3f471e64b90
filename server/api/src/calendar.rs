//! A pro's jobs, as their own calendar reads them again and again.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header;

use callout_base::limits;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Path};
use callout_front::state::AppState;

/// The jobs of the pro whose link this is, from 30 days back to 90 ahead, as a calendar. Clients are named in it only if the pro chose so.
#[utoipa::path(
    get, path = "/calendar/{file}", tag = "Masters",
    params(("file" = String, Path, description = "The link's token and `.ics`")),
    responses((status = 200, content_type = "text/calendar", body = String),
        (status = 404, body = Problem, description = "The link has ended, or never was"), (status = 429, body = Problem))
)]
pub async fn feed(
    State(state): State<AppState>,
    Path(file): Path<String>,
    caller: Caller,
) -> Fallible<Response> {
    state
        .limits
        .count_address(limits::CALENDARS, caller.address(), state.clock.now())?;
    let token = file.strip_suffix(".ics");
    let token = token.ok_or_else(|| Failure::not_found("There is nothing at this address."))?;
    let text = state.matching.calendar(token).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CACHE_CONTROL, "private, no-store"),
        (
            header::CONTENT_DISPOSITION,
            "inline; filename=\"callout-jobs.ics\"",
        ),
    ];
    Ok((headers, text).into_response())
}

//! The link by which the caller's own calendar reads their jobs, as a pro.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, Master as MasterCaller};
use callout_front::state::AppState;
use callout_store::calendar_links::CalendarLink;

/// Whether there is a link. The link itself is told once, when it is made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CalendarLink)]
pub struct CalendarLinkView {
    /// Whether names, addresses and phones of clients are in the calendar.
    shows_clients: bool,
    /// When the link was made, ISO 8601.
    made_at: String,
}

/// The caller's link.
#[derive(Serialize, ToSchema)]
pub struct OwnCalendar {
    /// The link that works; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<CalendarLinkView>,
}

/// A link to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCalendarLink {
    /// Whether names, addresses and phones of clients are to be in the calendar.
    shows_clients: bool,
}

/// A link that was made.
#[derive(Serialize, ToSchema)]
pub struct MadeCalendarLink {
    /// For the calendar app; whoever has it can read the pro's jobs.
    url: String,
    /// What it is.
    link: CalendarLinkView,
}

impl From<CalendarLink> for CalendarLinkView {
    fn from(link: CalendarLink) -> Self {
        Self {
            shows_clients: link.shows_clients,
            made_at: time::iso(link.made_at),
        }
    }
}

/// Whether the caller's calendar has a link.
#[utoipa::path(
    get, path = "/api/masters/me/calendar", tag = "Masters",
    responses((status = 200, body = OwnCalendar), (status = 401, body = Problem))
)]
pub async fn show(State(state): State<AppState>, caller: MasterCaller) -> Fallible<axum::Json<OwnCalendar>> {
    let link = state.matching.calendar_link(&caller.id).await?;
    let link = link.map(CalendarLinkView::from);
    Ok(axum::Json(OwnCalendar { link }))
}

/// Makes a new link to the caller's calendar; the one before stops working at once. It ends with a new password, too, and when the pro signs
/// out everywhere.
#[utoipa::path(
    post, path = "/api/masters/me/calendar", tag = "Masters", request_body = NewCalendarLink,
    responses((status = 201, body = MadeCalendarLink), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`fresh_code_required` for one that shows clients: enter a code by `channel` (`email`) in this session first"), (status = 422, body = Problem))
)]
pub async fn make(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<NewCalendarLink>,
) -> Fallible<(StatusCode, axum::Json<MadeCalendarLink>)> {
    if body.shows_clients {
        state.accounts.expect_fresh(&caller.clone().into()).await?;
    }
    let base = state.config.base_url().map_err(Failure::internal)?;
    let (token, link) = state
        .matching
        .new_calendar_link((&caller.id, &caller.session), body.shows_clients)
        .await?;
    let made = MadeCalendarLink {
        url: format!("{}/calendar/{token}.ics", base.as_str().trim_end_matches('/')),
        link: link.into(),
    };
    Ok((StatusCode::CREATED, axum::Json(made)))
}

/// Ends the link to the caller's calendar at once; the same again changes nothing.
#[utoipa::path(
    delete, path = "/api/masters/me/calendar", tag = "Masters",
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn end(State(state): State<AppState>, caller: MasterCaller) -> Fallible<StatusCode> {
    state.matching.end_calendar_link(&caller.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

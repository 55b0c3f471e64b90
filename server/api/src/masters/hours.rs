//! When and for what the caller works, as a pro: weekly hours, times away, clients they do not work for.

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::slot::{SlotView, slot};
use callout_booking::matching::DiarySeen;
use callout_domain::booking::Booking;
use callout_domain::failure::Fallible;
use callout_domain::matching::diary::AwayKind;
use callout_domain::matching::hours::Weekly;
use callout_domain::pounds::Pounds;
use callout_domain::pro::diary::{TimeAway, TimeAwayInput, WorkingHours, WorkingHoursInput, WorkingSpan};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, Master as MasterCaller, Path};
use callout_front::state::AppState;
use callout_store::diaries::{BlockedSeen, TimeAwayRow};

/// When and for what a pro works. Clients see nothing of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkingHours)]
pub struct WorkingHoursView {
    /// The hours of each day, Monday first; always, if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    weekly: Option<Vec<Vec<WorkingSpan>>>,
    /// Emergencies are welcome outside these hours, too.
    emergencies_any_time: bool,
    /// The least price of a job, pounds.
    #[serde(rename = "minimumGBP", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    minimum: Option<Pounds>,
    /// No push at night for jobs that can wait.
    quiet_at_night: bool,
    /// Days off and blocked times that are not over, the earliest first.
    times_away: Vec<TimeAwayView>,
    /// Clients the pro does not work for, the newest first.
    blocked_clients: Vec<BlockedClient>,
}

/// A time in which a pro does not work.
#[derive(Serialize, ToSchema)]
#[schema(as = TimeAway)]
pub struct TimeAwayView {
    /// The app's name for it.
    id: String,
    /// Whole days, or a time that is blocked.
    kind: AwayKind,
    /// When it begins, London time: `2026-12-24T00:00`.
    start: String,
    /// When it ends, London time.
    end: String,
    /// For the pro alone.
    note: String,
}

/// A client a pro does not work for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockedClient {
    /// The job that they are known by.
    booking_id: String,
    /// Their first name; absent once they are erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    /// What the job was.
    readable_name: String,
    /// When they were blocked, ISO 8601.
    blocked_at: String,
}

/// What became of a time away.
#[derive(Serialize, ToSchema)]
pub struct KeptAway {
    /// The pro's jobs for which no time is left beside it. They stay the pro's.
    jobs: Vec<JobMet>,
}

/// A job that a time away meets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobMet {
    /// The booking.
    booking_id: String,
    /// What it is.
    readable_name: String,
    /// The outward half of its postcode.
    district: String,
    /// Its window; absent in an emergency.
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<SlotView>,
}

impl From<DiarySeen> for WorkingHoursView {
    fn from(seen: DiarySeen) -> Self {
        Self {
            weekly: seen.hours.weekly.as_ref().map(weekly),
            emergencies_any_time: seen.hours.emergencies_any_time,
            minimum: seen.hours.minimum.map(Pounds),
            quiet_at_night: seen.hours.quiet_at_night,
            times_away: seen.away.into_iter().map(TimeAwayView::from).collect(),
            blocked_clients: seen.blocked.into_iter().map(BlockedClient::from).collect(),
        }
    }
}

fn weekly(weekly: &Weekly) -> Vec<Vec<WorkingSpan>> {
    let spans = weekly.0.iter().map(|spans| {
        let span = spans.iter().map(|span| WorkingSpan {
            from: span.from.to_string(),
            to: span.to.to_string(),
        });
        span.collect()
    });
    spans.collect()
}

impl From<TimeAwayRow> for TimeAwayView {
    fn from(row: TimeAwayRow) -> Self {
        let there = |at| time::london(at).map_or_else(String::new, |there| there.to_string());
        Self {
            start: there(row.starts_at),
            end: there(row.ends_at),
            id: row.id,
            kind: row.kind,
            note: row.note,
        }
    }
}

impl From<BlockedSeen> for BlockedClient {
    fn from(seen: BlockedSeen) -> Self {
        Self {
            first_name: seen.customer_name.split_whitespace().next().map(str::to_owned),
            booking_id: seen.booking_id,
            readable_name: seen.readable_name,
            blocked_at: time::iso(seen.blocked_at),
        }
    }
}

impl From<Booking> for JobMet {
    fn from(booking: Booking) -> Self {
        Self {
            district: booking.outward_code().to_owned(),
            slot: slot(&booking),
            booking_id: booking.id,
            readable_name: booking.readable_name,
        }
    }
}

/// When and for what the caller works.
#[utoipa::path(
    get, path = "/api/masters/me/hours", tag = "Masters",
    responses((status = 200, body = WorkingHoursView), (status = 401, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    caller: MasterCaller,
) -> Fallible<axum::Json<WorkingHoursView>> {
    Ok(axum::Json(state.matching.diary(&caller.id).await?.into()))
}

/// Says when and for what the caller works. It replaces what was said before; nothing given is always and everything.
#[utoipa::path(
    put, path = "/api/masters/me/hours", tag = "Masters", request_body = WorkingHoursInput,
    responses((status = 200, body = WorkingHoursView), (status = 401, body = Problem),
        (status = 422, body = Problem, description = "On `weekly`, `weekly.0` to `weekly.6`, `minimumGBP`"))
)]
pub async fn set(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<WorkingHoursInput>,
) -> Fallible<axum::Json<WorkingHoursView>> {
    let hours = WorkingHours::parse(&body)?;
    let seen = state.matching.set_hours(&caller.id, hours).await?;
    Ok(axum::Json(seen.into()))
}

/// Keeps a day off or a blocked time, in place of the one of this id. Jobs that are the caller's stay so: those for which no time is left
/// are told, so that the pro may withdraw or talk to the client.
#[utoipa::path(
    put, path = "/api/masters/me/times-away/{id}", tag = "Masters", request_body = TimeAwayInput,
    params(("id" = String, Path, description = "Made by the app: 8 to 40 letters, digits and hyphens")),
    responses((status = 200, body = KeptAway), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`too_many_times_away`"), (status = 422, body = Problem))
)]
pub async fn put_away(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
    Json(body): Json<TimeAwayInput>,
) -> Fallible<axum::Json<KeptAway>> {
    let away = TimeAway::parse(&body, state.clock.now())?;
    let jobs = state.matching.put_away(&caller.id, &id, away).await?;
    let jobs = jobs.into_iter().map(JobMet::from).collect();
    Ok(axum::Json(KeptAway { jobs }))
}

/// Deletes a day off or a blocked time; the same again changes nothing.
#[utoipa::path(
    delete, path = "/api/masters/me/times-away/{id}", tag = "Masters", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn delete_away(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<StatusCode> {
    state.matching.delete_away(&caller.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Does not offer the caller jobs of this booking's client any more. The client is not told.
#[utoipa::path(
    put, path = "/api/masters/me/blocked-clients/{bookingId}", tag = "Masters",
    params(("bookingId" = String, Path, description = "A job of the caller's that is over")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`job_not_over`, `too_many_blocked`"))
)]
pub async fn block(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<StatusCode> {
    state.matching.block_client(&caller.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes that back; the same again changes nothing.
#[utoipa::path(
    delete, path = "/api/masters/me/blocked-clients/{bookingId}", tag = "Masters", params(("bookingId" = String, Path)),
    responses((status = 204), (status = 401, body = Problem))
)]
pub async fn unblock(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<StatusCode> {
    state.matching.unblock_client(&caller.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Reading bookings: a single one, by guest link, the owner's list, and a booking's events.

use axum::extract::State;
use callout_domain::cursor;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use super::search;
use crate::masters::jobs;
use crate::views::booking::{self, BookingView, SharedBooking};
use crate::views::event::BookingEvent;
use crate::views::job::JobView;
use callout_booking::matching::Filter;
use callout_domain::clock::Millis;
use callout_domain::links::Kind;
use callout_domain::problem::Problem;
use callout_domain::status::Facts;
use callout_front::extract::{Client, Master, Path, Query, Signed};
use callout_front::state::AppState;

/// The booking, or the reduced view for a share link.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum SeenBooking {
    /// For its owner and the holder of its guest link.
    Whole(Box<BookingView>),
    /// For a share link.
    Shared(SharedBooking),
    /// For a pro whose job it is or may become.
    Job(Box<JobView>),
}

/// The booking for its owner or the holder of its guest link; for a share link (`share` or `t`) the share view; for a pro the job, if
/// it is theirs, was offered to them, or stands in the pool for them.
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query), ("share" = Option<String>, Query), ("t" = Option<String>, Query)),
    responses((status = 200, body = SeenBooking), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn one(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
) -> Fallible<axum::Json<SeenBooking>> {
    if let (Ok(master), true) = (&master, link.is_empty()) {
        let job = state.matching.seen_by(&master.id, &id).await?;
        let job = job.ok_or_else(access::not_found)?;
        let job = Box::pin(jobs::whole(&state, job)).await?;
        return Ok(axum::Json(SeenBooking::Job(Box::new(job))));
    }
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToShares).await?;
    Ok(axum::Json(match viewer {
        Viewer::Link(Kind::Share) => {
            let view = booking::for_share_link(&booking);
            SeenBooking::Shared(search::complete_shared(&state, &booking, view).await?)
        }
        viewer => {
            let view = viewer.view(&state.keys, &booking)?;
            SeenBooking::Whole(Box::new(search::complete(&state, &booking, view).await?))
        }
    }))
}

/// The booking of a guest link.
#[utoipa::path(
    get, path = "/api/b/{guestToken}", tag = "Bookings", params(("guestToken" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem))
)]
pub async fn by_guest_link(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, kind) = access::by_guest_token(&state, &token).await?;
    let view = booking::for_guest_link(&state.keys, kind, &booking)?;
    Ok(axum::Json(search::complete(&state, &booking, view).await?))
}

/// Which page of the list.
#[derive(Debug, Deserialize)]
pub struct Page {
    /// At most 100; 20 by default.
    limit: Option<i64>,
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Which jobs of a pro, or bookings of a client.
    filter: Option<JobFilter>,
    /// Must be the caller's, if it is sent.
    #[serde(alias = "masterID")]
    master_id: Option<String>,
}

/// Which jobs of a pro, or bookings of a client.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobFilter {
    /// To be done.
    #[default]
    Active,
    /// Done.
    Completed,
    /// Cancelled; of a pro's, after they were assigned.
    Cancelled,
    /// The pool: jobs that the pro may take; of a client's, those that no pro has yet.
    Pending,
}

/// A page of bookings, newest first.
#[derive(Serialize, ToSchema)]
pub struct BookingList {
    /// The bookings.
    items: Vec<BookingView>,
    /// Fetches the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// A page of a pro's jobs: those to be done by their visits, emergencies first; others newest first; of the pool, oldest first and all at once.
#[derive(Serialize, ToSchema)]
pub struct JobList {
    /// The jobs.
    items: Vec<JobView>,
    /// Fetches the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// The list of whoever asks.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum OwnList {
    /// For a client.
    Bookings(BookingList),
    /// For a pro.
    Jobs(JobList),
}

/// A client's bookings or a pro's jobs, newest first, by `filter`; a client's without those still waiting for payment. A pro's jobs to be
/// done come by their visits, emergencies first.
#[utoipa::path(
    get, path = "/api/bookings", tag = "Bookings",
    params(("limit" = Option<i64>, Query, description = "At most 100; 20 by default"),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the page before"),
        ("filter" = inline(Option<JobFilter>), Query, description = "For a pro `active` by default, for a client all"),
        ("master_id" = Option<String>, Query, description = "Must be the caller's, if it is sent; also as `masterID`")),
    responses((status = 200, body = OwnList), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    signed: Signed,
    Query(page): Query<Page>,
) -> Fallible<axum::Json<OwnList>> {
    let limit = cursor::limit(page.limit)?;
    let cursor = page.cursor.as_deref();
    Ok(axum::Json(match signed {
        Signed::Client(client) => {
            only_own(&client.id, page.master_id.as_deref())?;
            let (at, id) = cursor::read(cursor)?;
            OwnList::Bookings(bookings_of(&state, &client, page.filter, (at, &id), limit).await?)
        }
        Signed::Master(master) => {
            only_own(&master.id, page.master_id.as_deref())?;
            let filter = page.filter.unwrap_or_default();
            let after = cursor::read_either_way(cursor)?;
            OwnList::Jobs(Box::pin(jobs_of(&state, &master, filter, after, limit)).await?)
        }
    }))
}

/// Refuses a call that names another pro.
///
/// # Errors
/// 403 `forbidden`.
pub fn only_own(caller: &str, named: Option<&str>) -> Fallible<()> {
    match named.filter(|named| *named != caller) {
        None => Ok(()),
        Some(_) => Err(Failure::new(
            FailureKind::Forbidden,
            "forbidden",
            "You can only do this for yourself.",
        )),
    }
}

async fn bookings_of(
    state: &AppState,
    client: &Client,
    filter: Option<JobFilter>,
    before: (Millis, &str),
    limit: i64,
) -> Fallible<BookingList> {
    let which: fn(Facts) -> bool = match filter {
        None => |facts| facts.is_listed,
        Some(JobFilter::Active) => |facts| !facts.is_final,
        Some(JobFilter::Completed) => |facts| facts.is_done,
        Some(JobFilter::Cancelled) => |facts| facts.is_called_off,
        Some(JobFilter::Pending) => |facts| facts.is_matching,
    };
    let mut connection = state.db.read().await?;
    let mut rows =
        callout_store::bookings::of_client(&mut connection, &client.id, which, before, limit + 1).await?;
    drop(connection);
    let next_cursor = cursor::next(&mut rows, limit, |last| (last.created_at, last.id.clone()));
    let views: Vec<BookingView> = rows
        .iter()
        .map(|booking| booking::for_owner(&state.keys, booking))
        .collect::<Fallible<_>>()?;
    let items = search::complete_all(state, &rows, views).await?;
    Ok(BookingList { items, next_cursor })
}

async fn jobs_of(
    state: &AppState,
    master: &Master,
    filter: JobFilter,
    after: Option<(Millis, String)>,
    limit: i64,
) -> Fallible<JobList> {
    let filter = match filter {
        JobFilter::Active => Filter::Active,
        JobFilter::Completed => Filter::Completed,
        JobFilter::Cancelled => Filter::Cancelled,
        JobFilter::Pending => {
            let pool = Box::pin(state.matching.pool(&master.id)).await?;
            return Ok(JobList {
                items: pool.into_iter().map(JobView::from).collect(),
                next_cursor: None,
            });
        }
    };
    let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
    let mut jobs = state.matching.jobs(&master.id, filter, after, limit + 1).await?;
    let next_cursor = cursor::next(&mut jobs, limit, |last| {
        (filter.time_of(&last.booking), last.booking.id.clone())
    });
    Ok(JobList {
        items: jobs.into_iter().map(JobView::from).collect(),
        next_cursor,
    })
}

/// Where to start reading events.
#[derive(Debug, Deserialize)]
pub struct After {
    /// The last sequence number already seen.
    after: Option<i64>,
}

/// What happened to the booking, in order; for a share link statuses only.
#[utoipa::path(
    get, path = "/api/bookings/{id}/events", tag = "Bookings",
    params(("id" = String, Path), ("after" = Option<i64>, Query), ("token" = Option<String>, Query), ("share" = Option<String>, Query), ("t" = Option<String>, Query)),
    responses((status = 200, body = [BookingEvent]), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn events(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    Query(after): Query<After>,
    bearer: Bearer,
) -> Fallible<axum::Json<Vec<BookingEvent>>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToShares).await?;
    let mut connection = state.db.read().await?;
    let rows =
        callout_store::events::after(&mut connection, &booking.id, after.after.unwrap_or(0), EVENTS).await?;
    let is_share = viewer == Viewer::Link(Kind::Share);
    let open = rows.into_iter().filter(|row| !is_share || row.is_for_shares());
    let events = open.map(|mut event| {
        if is_share {
            // Amounts are none of their business, either.
            event.data = json!({});
        }
        BookingEvent::from(event)
    });
    Ok(axum::Json(events.collect()))
}

/// Events per answer; fetch the next ones with `after`.
const EVENTS: i64 = 500;

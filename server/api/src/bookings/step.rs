//! The steps that people take with a booking by naming its next status: the assigned pro, and a client who cancels.

use axum::extract::State;
use http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access;
use super::cancel;
use crate::idempotency_key;
use crate::masters::jobs;
use crate::views::job::JobView;
use crate::views::stepped::Stepped;
use callout_booking::matching::Taken;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::job_step::{Proof, Start, Step};
use callout_domain::problem::Problem;
use callout_domain::status::{self, BookingStatus, facts};
use callout_domain::time;
use callout_front::extract::{Json, JsonBytes, Master, Path, Signed};
use callout_front::state::AppState;
use callout_store::bookings;

/// Said of a withdrawal without a reason.
const NO_REASON: &str = "No reason given.";

/// The next step, with what it needs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextStep {
    /// The assigned pro: `en_route` (and within a minute `assigned`, to take it back), `in_progress`, `completed`, or `cancelled` to withdraw. The client: only `cancelled`.
    status: BookingStatus,
    /// To begin: the four digits that the client shows.
    start_code: Option<String>,
    /// To begin where the client cannot be reached.
    without_code: Option<WithoutCode>,
    /// To end: photos of the finished work, as `POST /uploads` answered.
    photos: Option<Vec<String>>,
    /// To end without a photo: why.
    cannot_photograph: Option<String>,
    /// When a step was taken that is sent later (ISO 8601). It is shown where it can be; what the step costs or earns goes by the server's time.
    happened_at: Option<String>,
}

/// How a pro shows that they are at the job although the client cannot be reached.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithoutCode {
    /// Why there is no code; the client reads it.
    reason: String,
    /// A photo from the door, as `POST /uploads` answered.
    photo_url: String,
    /// Where the pro is: at most 200 m from the job's postcode district, which is as much as is known of its place. Not kept.
    lat: f64,
    /// Degrees east.
    lng: f64,
}

impl NextStep {
    fn happened_at(&self) -> Fallible<Option<Millis>> {
        let instant = |text: &String| {
            time::of_iso(text).ok_or_else(|| Failure::field("happenedAt", "Give a time of ISO 8601."))
        };
        self.happened_at.as_ref().map(instant).transpose()
    }

    fn parse(self) -> Fallible<Step> {
        Ok(match self.status {
            BookingStatus::InProgress => Step::Begin(match (self.start_code, self.without_code) {
                (Some(code), _) => Some(Start::code(&code)?),
                (None, Some(out)) => Some(Start::out_of_reach(&out.reason, out.photo_url, out.lat, out.lng)?),
                (None, None) => None,
            }),
            BookingStatus::Completed => Step::Finish(match (self.photos, self.cannot_photograph) {
                (Some(photos), _) => Some(Proof::photos(photos)?),
                (None, Some(reason)) => Some(Proof::nothing(&reason)?),
                (None, None) => None,
            }),
            status => Step::To(status),
        })
    }
}

/// Why a pro withdraws.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Withdrawal {
    /// Kept for the operator.
    reason: String,
}

/// Moves a booking to its next status. A step that was taken before changes nothing. Work begins by the client's start code (or, where
/// the client cannot be reached, by a photo and a reason) and ends with photos. A pro's step with an `Idempotency-Key` is taken once, however
/// often and late it is sent: the booking keeps the key for as long as the step, and the same again answers with the job as it stands.
#[utoipa::path(
    put, path = "/api/bookings/{id}", tag = "Bookings", request_body = NextStep,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = Stepped), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`; `too_late` to take back that the pro has set off; `payment_due` while its payment is being checked; `start_code_locked`; `code_locked` for a start without the code while it is locked; `change_order_open`, `mismatch_open` while something waits for the client"),
        (status = 422, body = Problem, description = "`wrong_start_code` with `triesLeft`; `not_on_site`; `idempotency_key_reused` for another step; a field"))
)]
pub async fn put(
    State(state): State<AppState>,
    Path(id): Path<String>,
    signed: Signed,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<axum::Json<Stepped>> {
    let body: NextStep = bytes.parse()?;
    let leaves = facts(body.status).is_called_off;
    let stepped = match signed {
        Signed::Client(client) => {
            let booking = bookings::find(&mut state.db.read().await?, &id).await?;
            let own = booking.filter(|booking| booking.is_of(&client.id));
            let booking = own.ok_or_else(access::not_found)?;
            if !leaves {
                return Err(status::illegal(booking.status));
            }
            let cancelled = Box::pin(cancel::for_owner(&state, booking)).await?;
            Stepped::Booking(Box::new(cancelled))
        }
        Signed::Master(master) if leaves => {
            let left = state.matching.withdraw(&master.id, &id, NO_REASON).await?;
            Stepped::Job(Box::new(Box::pin(left_behind(&state, &master, left)).await?))
        }
        Signed::Master(master) => {
            let path = format!("/api/bookings/{id}");
            let taken = Taken {
                key: idempotency_key::read(&headers, &master.id, &path, &bytes)?,
                happened_at: body.happened_at()?,
                step: body.parse()?,
            };
            let advanced = state.matching.advance(&master.id, &id, taken).await?;
            Stepped::Job(Box::new(seen(&state, &master, &advanced.id).await?))
        }
    };
    Ok(axum::Json(stepped))
}

/// Takes the job back from its pro, who never sees it again; other pros are asked.
#[utoipa::path(
    post, path = "/api/bookings/{id}/withdraw", tag = "Bookings", request_body = Withdrawal,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`"), (status = 422, body = Problem))
)]
pub async fn withdraw(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<Withdrawal>,
) -> Fallible<axum::Json<JobView>> {
    let left = state.matching.withdraw(&master.id, &id, &body.reason).await?;
    Ok(axum::Json(Box::pin(left_behind(&state, &master, left)).await?))
}

/// The job of a pro after a call of theirs.
///
/// # Errors
/// 404 when it is none of their business.
pub async fn seen(state: &AppState, master: &Master, id: &str) -> Fallible<JobView> {
    let job = state.matching.seen_by(&master.id, id).await?;
    Box::pin(jobs::whole(state, job.ok_or_else(access::not_found)?)).await
}

/// The job as the pro may remember it who has just left it.
async fn left_behind(state: &AppState, master: &Master, booking: Booking) -> Fallible<JobView> {
    let job = Box::pin(state.matching.left_behind(&master.id, booking)).await?;
    Ok(JobView::from(job))
}

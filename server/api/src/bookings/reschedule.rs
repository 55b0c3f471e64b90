//! Moving a booking to another time, or suggesting that to its pro, and the pro's answer.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use crate::views::booking::{self, BookingView};
use crate::views::job::JobView;
use callout_booking::matching::{By, SuggestionVerdict, Time};
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::pros::Pros;
use callout_domain::time::{self, Window};
use callout_front::extract::{Client, Json, Master, MayPay, Path, Query};
use callout_front::state::AppState;
use callout_store::bookings;

/// A time to which a booking can be moved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingTime {
    /// `YYYY-MM-DD-N`.
    id: String,
    /// ISO 8601 with London's offset.
    start: String,
    /// ISO 8601 with London's offset.
    end: String,
    /// What the booking costs then, pence.
    amount_pence: i64,
    /// By how much that differs from what it costs now, pence.
    delta_pence: i64,
    /// Whether to recommend it.
    is_recommended: bool,
    /// How many pros there are for it; absent once a pro has the booking, who is asked then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pros: Option<Pros>,
}

/// The times to which a booking can be moved, each with its price: that of the book it was priced with, at the same level.
#[utoipa::path(
    get, path = "/api/bookings/{id}/times", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = [BookingTime]), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem, description = "`invalid_combination` in an emergency"))
)]
pub async fn times(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
) -> Fallible<axum::Json<Vec<BookingTime>>> {
    let (booking, _) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let now = booking.amount_pence;
    let view = |(Time { slot, window, amount }, pros)| BookingTime {
        pros,
        id: slot.id,
        start: time::iso(window.start),
        end: time::iso(window.end),
        amount_pence: amount.0,
        delta_pence: amount.0 - now,
        is_recommended: slot.is_recommended,
    };
    let times = state.matching.times(&booking).await?;
    let counted = if booking.facts().has_pro {
        None
    } else {
        let windows: Vec<Window> = times.iter().map(|time| time.window).collect();
        state.matching.pros_around_booking(&booking, &windows).await?
    };
    let mut pros = counted.into_iter().flatten();
    let seen = times.into_iter().map(|time| view((time, pros.next())));
    Ok(axum::Json(seen.collect()))
}

/// Another time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTime {
    /// A slot's id, `YYYY-MM-DD-N`.
    timeslot_id: String,
}

/// Moves the caller's booking: at once while no pro has it, unless the time is dearer by card (`payment_due`, 15 minutes; the old time
/// stands until then). Once a pro is assigned it is a suggestion (`suggested_time`) that the pro answers.
#[utoipa::path(
    patch, path = "/api/bookings/{id}/reschedule", tag = "Bookings", request_body = NewTime, params(("id" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`slot_gone`, `already_in_window`, `cash_limit`, `payment_due`, `pro_busy`, `too_late`, `illegal_transition`; `payment_required`: the card page is open"),
        (status = 422, body = Problem))
)]
pub async fn by_owner(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(id): Path<String>,
    client: Client,
    Json(body): Json<NewTime>,
) -> Fallible<axum::Json<BookingView>> {
    let booking = bookings::find(&mut state.db.read().await?, &id).await?;
    let booking = booking
        .filter(|booking| booking.is_of(&client.id))
        .ok_or_else(access::not_found)?;
    let moved = state.matching.reschedule(&booking, &body.timeslot_id, By::Owner);
    let moved = Box::pin(moved).await?;
    let view = booking::for_owner(&state.keys, &moved)?;
    Ok(axum::Json(search::complete(&state, &moved, view).await?))
}

/// The same by guest link, which may not choose a dearer time: `sign_in`.
#[utoipa::path(
    patch, path = "/api/public/bookings/{guestToken}/reschedule", tag = "Bookings", request_body = NewTime,
    params(("guestToken" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem),
        (status = 403, body = Problem, description = "`sign_in` for a dearer time; a share link"),
        (status = 409, body = Problem, description = "As for the owner"), (status = 422, body = Problem))
)]
pub async fn by_guest_link(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(token): Path<String>,
    Json(body): Json<NewTime>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, kind) = access::by_guest_token(&state, &token).await?;
    let moved = state
        .matching
        .reschedule(&booking, &body.timeslot_id, By::GuestLink);
    let moved = Box::pin(moved).await?;
    let view = booking::for_guest_link(&state.keys, kind, &moved)?;
    Ok(axum::Json(search::complete(&state, &moved, view).await?))
}

/// What the pro says to a suggested time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuggestionAction {
    /// The new time is fine.
    Accept,
    /// The old one stands.
    Decline,
}

/// The pro's answer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SuggestionAnswer {
    /// What the pro says.
    action: SuggestionAction,
}

/// Answers the time that the client of the caller's job suggests. A dearer one by card holds once the client has paid the rest.
#[utoipa::path(
    post, path = "/api/bookings/{id}/suggested-time", tag = "Bookings", request_body = SuggestionAnswer, params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem),
        (status = 403, body = Problem, description = "`not_eligible` when the pro is busy then"), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`no_suggestion`, `slot_gone`"), (status = 422, body = Problem))
)]
pub async fn answer(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<SuggestionAnswer>,
) -> Fallible<axum::Json<JobView>> {
    let verdict = match body.action {
        SuggestionAction::Accept => SuggestionVerdict::Accept,
        SuggestionAction::Decline => SuggestionVerdict::Decline,
    };
    Box::pin(state.matching.answer_suggestion(&master.id, &id, verdict)).await?;
    let job = state.matching.seen_by(&master.id, &id).await?;
    Ok(axum::Json(job.ok_or_else(access::not_found)?.into()))
}

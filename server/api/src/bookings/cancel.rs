//! Cancelling a booking: the quoted fee and the charged fee come from the same rule.

use axum::extract::State;
use callout_domain::failure::Fallible;
use pricing_core::cancellation::Cancellation;

use super::access::{self, Bearer, LinkQuery, Open};
use crate::views::booking::{self, BookingView};
use callout_domain::booking::Booking;
use callout_domain::problem::Problem;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_front::extract::Client;
use callout_front::extract::{Path, Query};
use callout_front::state::AppState;
use callout_money::payments::Cancelled;
use callout_store::bookings;

/// What cancelling the booking would cost now.
#[utoipa::path(
    get, path = "/api/bookings/{id}/cancellation", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 200, body = Cancellation), (status = 401, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn cost(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
) -> Fallible<axum::Json<Cancellation>> {
    let (booking, _) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    Ok(axum::Json(state.bookings.cancellation(&booking).await?))
}

/// Cancels the booking.
#[utoipa::path(
    patch, path = "/api/bookings/{id}/cancel", tag = "Bookings", params(("id" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn by_owner(
    State(state): State<AppState>,
    client: Client,
    Path(id): Path<String>,
) -> Fallible<axum::Json<BookingView>> {
    let booking = bookings::find(&mut state.db.read().await?, &id)
        .await?
        .filter(|booking| booking.is_of(&client.id))
        .ok_or_else(access::not_found)?;
    Ok(axum::Json(Box::pin(for_owner(&state, booking)).await?))
}

/// Cancels a booking for its owner.
///
/// # Errors
/// 409 `illegal_transition` when it can no longer be cancelled.
pub async fn for_owner(state: &AppState, booking: Booking) -> Fallible<BookingView> {
    let cancelled = Box::pin(cancel(state, booking)).await?;
    booking::for_owner(&state.keys, &cancelled)
}

/// Cancels the booking of a guest link.
#[utoipa::path(
    patch, path = "/api/bookings/guest/{guestToken}/cancel", tag = "Bookings", params(("guestToken" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn by_guest_link(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, kind) = access::by_guest_token(&state, &token).await?;
    let cancelled = Box::pin(cancel(&state, booking)).await?;
    Ok(axum::Json(booking::for_guest_link(
        &state.keys,
        kind,
        &cancelled,
    )?))
}

async fn cancel(state: &AppState, booking: Booking) -> Fallible<Booking> {
    // Refuse before asking the provider for anything.
    status::transition(booking.status, BookingStatus::Cancelled, Actor::Client)?;
    if booking.facts().awaits_payment {
        // The result does not matter: the code below reads the booking again.
        let (Cancelled::Yes | Cancelled::AlreadyPaid) = state.payments.cancel_intent(&booking.id).await?;
    }
    state.bookings.cancel(booking.id).await
}

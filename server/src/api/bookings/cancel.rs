//! Calling a booking off: what it costs is said first, and the same rule charges it.

use crate::domain::failure::Fallible;
use axum::extract::State;
use pricing_core::cancellation::{self, Cancellation, CancellationInput};
use pricing_core::{Pence, PriceBook};

use super::access::{self, Bearer, LinkQuery, Open};
use super::view::{self, BookingView};
use crate::clock::{MINUTE, Millis};
use crate::domain::booking::Booking;
use crate::domain::status::{self, Actor, BookingStatus};
use crate::error::Problem;
use crate::extract::Client;
use crate::extract::{Path, Query};
use crate::payments::{self, Cancelled};
use crate::state::AppState;
use crate::store::bookings::{self, Cancelling};

/// Why a cash booking costs nothing.
const CASH_REASON: &str = "You have not paid yet: cancelling costs nothing.";

/// What calling the booking off would cost now.
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
    let now = state.clock.now();
    let current = state.books.current().await?;
    Ok(axum::Json(fee(&current.book, &booking, now)?))
}

/// Calls the booking off.
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
    let cancelled = Box::pin(cancel(&state, booking)).await?;
    Ok(axum::Json(view::for_owner(&state.keys, &cancelled)?))
}

/// Calls the booking of a guest link off.
#[utoipa::path(
    patch, path = "/api/bookings/guest/{guestToken}/cancel", tag = "Bookings", params(("guestToken" = String, Path)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn by_guest_link(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Fallible<axum::Json<BookingView>> {
    let booking = access::by_guest_token(&state, &token).await?;
    let cancelled = Box::pin(cancel(&state, booking)).await?;
    Ok(axum::Json(view::for_guest_link(&cancelled)?))
}

/// The fee of cancelling at `now`.
fn fee(book: &PriceBook, booking: &Booking, now: Millis) -> Fallible<Cancellation> {
    if booking.status.has_ended() {
        return Err(status::illegal(booking.status));
    }
    let input = CancellationInput {
        amount: Pence(booking.amount_pence),
        status: booking.status,
        urgency: super::urgency(booking)?,
        minutes_since_booking: (now - booking.created_at).div_euclid(MINUTE),
        minutes_to_slot: booking.slot_start.map(|start| minutes_up(start - now)),
    };
    let mut cancellation = cancellation::cancellation(book, &input)?;
    if booking.payment_method == "cash" {
        // A cash booking cancels free and is recorded: nothing was paid that could be kept.
        cancellation.fee_pence = Pence::ZERO;
        cancellation.refund_pence = Pence::ZERO;
        cancellation.reason = CASH_REASON.to_owned();
    }
    Ok(cancellation)
}

/// "More than 24 hours" holds from the first millisecond above: part of a minute counts as one.
fn minutes_up(span: Millis) -> i64 {
    span.div_euclid(MINUTE) + i64::from(span.rem_euclid(MINUTE) > 0)
}

async fn cancel(state: &AppState, booking: Booking) -> Fallible<Booking> {
    // Refused before anything is asked of the provider.
    status::transition(booking.status, BookingStatus::Cancelled, Actor::Client)?;
    if booking.status == BookingStatus::Created {
        // Whether it was paid meanwhile or not, what follows reads the booking again.
        let (Cancelled::Yes | Cancelled::AlreadyPaid) = state.payments.cancel_intent(&booking.id).await?;
    }
    let now = state.clock.now();
    let current = state.books.current().await?;
    let id = booking.id;
    let cancelled = state
        .db
        .write(move |connection| {
            Box::pin(async move {
                let booking = bookings::find(connection, &id)
                    .await?
                    .ok_or_else(access::not_found)?;
                let step = status::transition(booking.status, BookingStatus::Cancelled, Actor::Client)?;
                let fee_pence = fee(&current.book, &booking, now)?.fee_pence.0;
                let why = Cancelling {
                    reason: "client",
                    fee_pence,
                };
                if !bookings::cancel(connection, &booking, step, why, now).await? {
                    return Err(status::illegal(booking.status));
                }
                payments::release_for_cancellation(connection, &id, fee_pence, now).await?;
                bookings::find(connection, &id)
                    .await?
                    .ok_or_else(access::not_found)
            })
        })
        .await?;
    Ok(cancelled)
}

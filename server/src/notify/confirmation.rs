//! The job that confirms a booking by email, once it is certain: paid, or to be paid later.

use http::StatusCode;

use crate::ApiResult;
use crate::clock::{DAY, Millis};
use crate::domain::links::{self, Kind};
use crate::domain::status::BookingStatus;
use crate::error::ApiError;
use crate::jobs::{self, Work};
use crate::pages::confirmation::Confirmation;
use crate::state::AppState;
use crate::store::Connection;
use crate::store::bookings::{self, Booking};

/// After this a confirmation that could not be handed in is of no use any more.
const GIVE_UP: Millis = 2 * DAY;

/// Enqueues the confirmation in the transaction in which the booking becomes `pending` for the first time; nothing for one
/// without an email.
///
/// # Errors
/// When the database fails.
pub async fn enqueue(connection: &mut Connection, booking: &Booking, now: Millis) -> ApiResult<()> {
    if booking.email.is_none() {
        return Ok(());
    }
    let work = Work::ConfirmationEmail {
        booking_id: booking.id.clone(),
    };
    let key = format!("confirmation-{}", booking.id);
    jobs::enqueue(connection, &work, Some(&key), now, now).await
}

/// Sends it; nothing for a booking that was called off meanwhile.
///
/// # Errors
/// 503 `not_sent` when it could not be handed over and trying again may help.
pub async fn send(state: &AppState, booking_id: &str) -> ApiResult<()> {
    let booking = bookings::find(&mut state.db.read().await?, booking_id).await?;
    let Some(booking) = booking.filter(|booking| booking.status != BookingStatus::Cancelled) else {
        return Ok(());
    };
    let Some(to) = booking.email.clone() else {
        return Ok(());
    };
    let now = state.clock.now();
    let confirmation = Confirmation {
        booking: &booking,
        base: &state.config.base_url().map_err(ApiError::internal)?,
        guest_token: links::token(&state.keys.link, Kind::Guest, &booking),
        trader: &state.config.trader,
    };
    let message = confirmation.message(to, now)?;
    match state.notifier.send(&message).await {
        Ok(()) => Ok(()),
        Err(error) if error.is_final() || now - booking.created_at > GIVE_UP => {
            tracing::warn!(booking = %booking.id, %error, "a confirmation is given up");
            Ok(())
        }
        Err(error) => Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "not_sent",
            error.to_string(),
        )),
    }
}

//! Matching: a client asks for it to start, which the server does by itself, and pros answer.

use crate::bookings::read::only_own;
use crate::views::accepted::Accepted;
use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pricing_core::Pence;

use callout_booking::matching::Wish;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::matching::proposal::NamedPrice;
use callout_domain::pounds::Pounds;
use callout_domain::problem::Problem;
use callout_domain::status::{BookingStatus, illegal};
use callout_domain::time;
use callout_front::extract::{Client, Json, Master, Path, Query};
use callout_front::state::AppState;
use callout_store::bookings;

/// The booking to find a pro for.
#[derive(Deserialize, ToSchema)]
pub struct StartMatching {
    /// Its id.
    booking_id: String,
}

/// Starts matching for the caller's booking, or finds it running. Safe to repeat.
#[utoipa::path(
    post, path = "/api/matching/start", tag = "Matching", request_body = StartMatching,
    params(("Idempotency-Key" = Option<String>, Header, description = "`match-{booking_id}`; every call is idempotent")),
    responses(
        (status = 202, body = Accepted), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`payment_required` for an unpaid card booking, `illegal_transition` for one that has ended")
    )
)]
pub async fn start(
    State(state): State<AppState>,
    client: Client,
    Json(body): Json<StartMatching>,
) -> Fallible<Accepted> {
    let mut booking = own(&state, &client, &body.booking_id).await?;
    if booking.facts().awaits_payment
        && let Some(payment) = &booking.payment_id
    {
        state.payments.settle_for_waiting(payment).await?;
        booking = own(&state, &client, &body.booking_id).await?;
    }
    let facts = booking.facts();
    if facts.awaits_payment {
        return Err(Failure::conflict(
            "payment_required",
            "Please pay for the booking first.",
        ));
    }
    if !facts.is_open {
        return Err(illegal(booking.status));
    }
    if facts.awaits_matching {
        state.bookings.start_matching(booking).await?;
    }
    Ok(Accepted::answer())
}

async fn own(state: &AppState, client: &Client, id: &str) -> Fallible<Booking> {
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    booking
        .filter(|booking| booking.is_of(&client.id))
        .ok_or_else(|| Failure::not_found("Booking not found."))
}

/// What a pro answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Takes the job.
    Accept,
    /// Does not want it at this price.
    Decline,
}

/// A pro's answer to an offer, or to a job of the pool.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OfferAnswer {
    /// What the pro answers.
    action: Answer,
    /// Must be the caller's, if it is sent.
    master_id: Option<String>,
    /// With `accept`: another price, by so many whole pounds more or less. The client must approve it.
    #[schema(value_type = Option<f64>)]
    price_delta: Option<Pounds>,
    /// With `accept`: the whole price in whole pounds, for a job whose price pros name.
    #[schema(value_type = Option<f64>)]
    price: Option<Pounds>,
    /// With `price`: how long the work takes, minutes.
    #[serde(rename = "lengthMinutes")]
    length_minutes: Option<i64>,
    /// Why; phones and emails are hidden.
    message: Option<String>,
    /// With `accept`: when the window begins that the pro was shown, as the offer gave it. An accept of a job that has been moved since is
    /// refused; without this field the job is taken as it stands.
    starts_at: Option<String>,
}

impl OfferAnswer {
    /// The price that the pro wants, if it is another one than the job has.
    fn wish(&self) -> Fallible<Option<Wish>> {
        if let Some(Pounds(price)) = self.price {
            let length = self.length_minutes.unwrap_or_default();
            let named = NamedPrice::parse(price, length, self.message.as_deref())?;
            return Ok(Some(Wish::Named(named)));
        }
        let delta = self.price_delta.filter(|delta| delta.0 != Pence::ZERO);
        Ok(delta.map(|Pounds(delta)| Wish::Other {
            delta,
            message: self.message.clone(),
        }))
    }
}

/// The pro who answers.
#[derive(Debug, Deserialize)]
pub struct Named {
    /// Must be the caller's, if it is sent.
    #[serde(rename = "masterID", alias = "master_id")]
    master_id: Option<String>,
}

/// Where the booking stands after the answer.
#[derive(Serialize, ToSchema)]
pub struct Responded {
    /// Its status.
    status: BookingStatus,
}

/// Answers an offer, or takes a job of the pool. The first who accepts wins; the winner may ask again.
#[utoipa::path(
    post, path = "/api/matching/respond/{bookingId}", tag = "Matching", request_body = OfferAnswer,
    params(("bookingId" = String, Path), ("masterID" = Option<String>, Query, description = "Must be the caller's, if it is sent")),
    responses(
        (status = 200, body = Responded), (status = 401, body = Problem),
        (status = 403, body = Problem, description = "`not_eligible`, with the `reason`; `forbidden` for another pro's id"),
        (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`already_taken`, `offer_expired`; `payment_due`: another price can't be proposed while a payment of the booking is due; `already_named`, `proposals_full` where pros name the price"),
        (status = 422, body = Problem, description = "`price_required` for a job whose price pros name")
    )
)]
pub async fn respond(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<Named>,
    master: Master,
    Json(body): Json<OfferAnswer>,
) -> Fallible<axum::Json<Responded>> {
    only_own(&master.id, body.master_id.as_deref())?;
    only_own(&master.id, query.master_id.as_deref())?;
    let status = match body.action {
        Answer::Accept => {
            let wish = body.wish()?;
            let seen_start = body.starts_at.as_deref().map(instant).transpose()?;
            state.matching.accept(&master.id, &id, wish, seen_start).await?
        }
        Answer::Decline => state.matching.decline(&master.id, &id).await?,
    };
    Ok(axum::Json(Responded { status }))
}

fn instant(text: &str) -> Fallible<Millis> {
    time::of_iso(text).ok_or_else(|| Failure::field("starts_at", "Give the time as the offer does."))
}

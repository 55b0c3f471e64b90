//! What the browser needs to take a card, and looking up a payment's booking.

pub mod create;

use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use crate::bookings::access::{self, Bearer, LinkQuery, Open};
use crate::bookings::search;
use crate::views::booking::{self, BookingView};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, MayPay, MaybeClient, Path, Query};
use callout_front::state::AppState;
use callout_store::{bookings, payments};

/// Which provider takes the card.
#[derive(Serialize, ToSchema)]
pub struct PaymentsConfig {
    /// `stripe` or `sandbox`.
    provider: &'static str,
    /// The provider's key for browsers.
    #[serde(rename = "publishableKey")]
    publishable_key: String,
}

/// Tells the browser which provider takes the card.
#[utoipa::path(get, path = "/api/payments/config", tag = "Payment", responses((status = 200, body = PaymentsConfig)))]
pub async fn config(State(state): State<AppState>) -> axum::Json<PaymentsConfig> {
    let config = state.payments.provider().browser_config();
    axum::Json(PaymentsConfig {
        provider: config.provider.as_str(),
        publishable_key: config.publishable_key,
    })
}

/// A booking to pay.
#[derive(Deserialize, ToSchema)]
pub struct PayBooking {
    /// The booking.
    booking_id: String,
    /// The client agrees that the card is kept until the visit, so that the hold can be renewed. Heeded for a visit more than three days
    /// away.
    #[serde(default, rename = "keepCard")]
    keep_card: bool,
}

/// A payment that a booking is waiting for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuePayment {
    /// Secret with which the browser pays.
    client_secret: String,
    /// The provider's intent.
    payment_intent_id: String,
    /// Amount to pay, pence.
    amount_pence: i64,
}

/// Opens the payment of a booking with `payment_due`. Repeating the call gives the same answer.
#[utoipa::path(
    post, path = "/api/create-payment", tag = "Payment", request_body = PayBooking,
    params(("token" = Option<String>, Query, description = "The guest link's token, in place of the owner's bearer token")),
    responses((status = 200, body = DuePayment), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem, description = "`nothing_due`"),
        (status = 422, body = Problem), (status = 502, body = Problem))
)]
pub async fn create_due(
    State(state): State<AppState>,
    _may_pay: MayPay,
    bearer: Bearer,
    Query(link): Query<LinkQuery>,
    Json(body): Json<PayBooking>,
) -> Fallible<axum::Json<DuePayment>> {
    let (booking, _) = access::see(&state, &body.booking_id, bearer, &link, Open::ToGuests).await?;
    let intent = state.payments.open_due(&booking, body.keep_card).await?;
    Ok(axum::Json(DuePayment {
        client_secret: intent.client_secret,
        payment_intent_id: intent.payment_intent_id,
        amount_pence: intent.amount_pence,
    }))
}

/// Proof that the caller may see a payment's booking without a bearer token.
#[derive(Deserialize)]
pub struct BySecret {
    /// The intent's secret, as the provider's redirect carries it.
    client_secret: Option<String>,
}

/// The booking of a payment, for the person who made it. While the booking waits for its payment, the provider is asked at most
/// once a second, so the status leaves `created` as soon as the card is accepted.
#[utoipa::path(
    get, path = "/api/payments/bookings/by-intent/{intent}", tag = "Payment",
    params(
        ("intent" = String, Path),
        ("client_secret" = Option<String>, Query, description = "The intent's secret, in place of the owner's bearer token")
    ),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn by_intent(
    State(state): State<AppState>,
    bearer: Result<MaybeClient, Failure>,
    Path(intent): Path<String>,
    Query(query): Query<BySecret>,
) -> Fallible<axum::Json<BookingView>> {
    let client = match (bearer, &query.client_secret) {
        (Ok(MaybeClient(client)), _) => client,
        (Err(error), None) => return Err(error),
        (Err(error), Some(_)) => {
            error.log();
            None
        }
    };
    if client.is_none() && query.client_secret.is_none() {
        return Err(Failure::unauthorised());
    }
    let mut connection = state.db.read().await?;
    let payment = payments::find(&mut connection, &intent)
        .await?
        .ok_or_else(not_found)?;
    let booking = bookings::find(&mut connection, &payment.booking_id)
        .await?
        .ok_or_else(not_found)?;
    drop(connection);
    let is_owner = client.is_some_and(|client| booking.is_of(&client.id));
    // The stored secret is empty once the person is erased; an empty secret must not match.
    let knows_secret = query
        .client_secret
        .filter(|secret| !secret.is_empty())
        .is_some_and(|secret| bool::from(secret.as_bytes().ct_eq(payment.client_secret.as_bytes())));
    if !is_owner && !knows_secret {
        return Err(not_found());
    }
    let booking = if booking.waits_for_payment() {
        state.payments.settle_for_waiting(&payment.id).await?;
        bookings::find(&mut state.db.read().await?, &payment.booking_id)
            .await?
            .ok_or_else(not_found)?
    } else {
        booking
    };
    // No links: they are the owner's, and this secret travels in URLs.
    let view = if is_owner {
        booking::for_owner(&state.keys, &booking)?
    } else {
        booking::without_links(&booking)?
    };
    Ok(axum::Json(search::complete(&state, &booking, view).await?))
}

fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}

//! Paying by card: redeems the quote as a booking that waits for its payment, and opens the payment intent.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tracing::Span;
use utoipa::ToSchema;

use crate::idempotency_key;
use callout_base::telemetry;
use callout_domain::address::AddressInput;
use callout_domain::booking::Booking;
use callout_domain::clock::SECOND;
use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::links::{self, Kind};
use callout_domain::object::object;
use callout_domain::problem::Problem;
use callout_domain::redemption::Pay;
use callout_front::extract::{Caller, Client, JsonBytes, MayPay};
use callout_front::state::AppState;
use callout_money::checkout::{Buyer, Job, Redeemed, budget_only};
use callout_money::payments::Intent;
use callout_store::bookings;

const PATH: &str = "/api/payments/create";

/// A quote to pay by card.
#[derive(Deserialize, ToSchema)]
pub struct CreatePayment {
    /// The quote.
    #[serde(rename = "quoteId")]
    quote_id: String,
    /// Its signature.
    signature: String,
    /// Address and contact.
    #[serde(deserialize_with = "object")]
    address: AddressInput,
    /// From `POST /api/uploads`.
    #[serde(default)]
    photo_url: Option<String>,
    /// The token of an invitation to further work: its pro alone is asked, for 24 hours.
    #[serde(default)]
    invitation: Option<String>,
    /// Where the receipt goes when the address has no email.
    #[serde(default, rename = "receiptEmail")]
    receipt_email: Option<String>,
    /// The client agrees that the card is kept until the visit, so that the hold can be renewed. Heeded for a visit more than three days
    /// away.
    #[serde(default, rename = "keepCard")]
    keep_card: bool,
}

/// A booking that waits for its payment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentToMake {
    /// The booking.
    booking_id: String,
    /// Secret with which the browser pays; absent when there is nothing to pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    /// The provider's intent; absent when there is nothing to pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_intent_id: Option<String>,
    /// Amount to pay, pence.
    amount_pence: i64,
    /// Deadline, Unix seconds.
    pay_by_epoch_sec: i64,
    /// The guest link.
    guest_token: String,
    /// The share link.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_token: Option<String>,
}

/// Redeems a quote by card. Repeating the call before paying gives the same answer.
#[utoipa::path(
    post, path = "/api/payments/create", tag = "Payment", request_body = CreatePayment,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = PaymentToMake), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem, description = "`quote_used`, `already_paid`, `already_booked`, `price_changed`, `slot_gone`, `coupon_unavailable`, `already_in_window`; by an invitation `invitation_used`, `invitation_over`, `pro_unavailable`, `card_needed`, `pro_cannot`"),
        (status = 410, body = Problem, description = "`quote_expired`"),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 502, body = Problem))
)]
pub async fn create(
    State(state): State<AppState>,
    _may_pay: MayPay,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<PaymentToMake>)> {
    let request: CreatePayment = bytes.parse()?;
    let key = idempotency_key::read(&headers, &client.id, PATH, &bytes)?;
    let quote = state
        .checkout
        .open_quote(&client.id, &request.quote_id, &request.signature)?;
    if quote.is_budget_only() {
        return Err(budget_only());
    }
    let photo = request.photo_url.as_deref();
    let buyer = Buyer {
        id: &client.id,
        is_guest: client.is_guest,
        address_key: &caller.key,
    };
    let mut wanted = state
        .checkout
        .redemption(buyer, quote, &request.address, photo, Pay::Card)?;
    wanted = Box::pin(state.matching.invited(request.invitation.as_deref(), wanted)).await?;
    let receipt_email = request
        .receipt_email
        .as_deref()
        .filter(|email| !email.trim().is_empty())
        .map(contact::email)
        .transpose()
        .map_err(|error| Failure::field("receiptEmail", error.detail))?;
    wanted.address.email = wanted.address.email.or(receipt_email);
    let job = Job {
        redemption: wanted,
        key,
        remember,
    };
    let booking = match state.checkout.redeem(job).await? {
        Redeemed::Booking(booking) => {
            metrics::counter!(telemetry::BOOKINGS, "mode" => "card").increment(1);
            *booking
        }
        Redeemed::Before(body) => remembered(&state, &body).await?,
    };
    Span::current().record("booking", &booking.id);
    let intent = state.checkout.open_intent(&booking, request.keep_card).await?;
    Ok((StatusCode::CREATED, axum::Json(answer(&state, &booking, intent)?)))
}

/// Rebuilds the answer from the booking, so that its secrets are not stored twice.
fn remember(booking: &Booking) -> Fallible<String> {
    Ok(json!({ "bookingId": booking.id }).to_string())
}

async fn remembered(state: &AppState, body: &str) -> Fallible<Booking> {
    let body: Value = serde_json::from_str(body).map_err(Failure::internal)?;
    let id = body.get("bookingId").and_then(Value::as_str).unwrap_or_default();
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    booking.ok_or_else(|| Failure::internal("a remembered booking is not there"))
}

fn answer(state: &AppState, booking: &Booking, intent: Option<Intent>) -> Fallible<PaymentToMake> {
    let link = |kind| links::token(&state.keys.link, kind, booking);
    let (client_secret, payment_intent_id) = intent
        .map(|intent| (intent.client_secret, intent.payment_intent_id))
        .unzip();
    Ok(PaymentToMake {
        booking_id: booking.id.clone(),
        client_secret,
        payment_intent_id,
        amount_pence: booking.amount_pence,
        pay_by_epoch_sec: booking.pay_by.unwrap_or(booking.created_at).div_euclid(SECOND),
        guest_token: link(Kind::Guest).ok_or_else(|| Failure::internal("a booking without a guest link"))?,
        share_token: link(Kind::Share),
    })
}

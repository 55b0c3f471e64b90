//! Booking without a card: cash after the work, or a budget request.

use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use http::{HeaderMap, StatusCode};
use pricing_core::budget::{self, BudgetMode};
use pricing_core::{Pence, PriceBook};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tracing::Span;
use utoipa::ToSchema;

use crate::idempotency_key;
use crate::views::booking::{self, BookingView};
use callout_base::telemetry;
use callout_domain::address::AddressInput;
use callout_domain::booking::Booking;
use callout_domain::links::{self, Kind};
use callout_domain::matching::proposal::too_soon;
use callout_domain::object::object;
use callout_domain::problem::Problem;
use callout_domain::quote::Content;
use callout_domain::redemption::Pay;
use callout_front::extract::Caller;
use callout_front::extract::Client;
use callout_front::extract::JsonBytes;
use callout_front::state::AppState;
use callout_money::checkout::{Buyer, Job, Redeemed, budget_only};
use callout_store::bookings;

const PATH: &str = "/api/bookings";
/// The message for an unusable budget.
const BUDGET_MESSAGE: &str = "Please enter your budget.";

/// How the client pays.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum BookingMode {
    /// Pays the quote's amount in cash after the work.
    Cash,
    /// Names a budget that a pro may accept.
    Request,
}

/// How a budget is paid.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BudgetMethod {
    /// By card, once a pro accepts.
    #[default]
    Card,
    /// In cash, after the work.
    Cash,
}

/// A quote to redeem without a card.
#[derive(Deserialize, ToSchema)]
pub struct CreateBooking {
    /// The quote.
    #[serde(rename = "quoteId")]
    quote_id: String,
    /// Its signature.
    signature: String,
    /// Cash or budget.
    mode: BookingMode,
    /// REQUEST only, without `proposed_price`: pros name the price, and the client chooses.
    #[serde(default)]
    open_price: bool,
    /// The budget in whole pounds, 1 to 100,000; REQUEST only.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    proposed_price: Option<Value>,
    /// REQUEST only; by card if omitted.
    #[serde(default)]
    payment_method: Option<BudgetMethod>,
    /// Address and contact.
    #[serde(deserialize_with = "object")]
    address: AddressInput,
    /// From `POST /api/uploads`.
    #[serde(default)]
    photo_url: Option<String>,
    /// The token of an invitation to further work: its pro alone is asked, for 24 hours.
    #[serde(default)]
    invitation: Option<String>,
}

/// The booking as its owner sees it, with its links.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Booked {
    /// Newly made, or made earlier by the same redemption.
    Booking(Box<BookingView>),
    /// The earlier answer to this idempotency key.
    Before(Value),
}

/// Redeems a quote with cash or a budget.
#[utoipa::path(
    post, path = "/api/bookings", tag = "Bookings", request_body = CreateBooking,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = BookingView), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`quote_used`, `already_paid`, `already_booked`, `price_changed`, `slot_gone`, `coupon_unavailable`, `already_in_window`, `cash_limit`; by an invitation `invitation_used`, `invitation_over`, `pro_unavailable`, `card_needed`, `pro_cannot`"),
        (status = 410, body = Problem, description = "`quote_expired`"),
        (status = 422, body = Problem, description = "`budget_only` where there is no price, or no time for pros to name one"),
        (status = 429, body = Problem))
)]
pub async fn create(
    State(state): State<AppState>,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<Booked>)> {
    let request: CreateBooking = bytes.parse()?;
    let key = idempotency_key::read(&headers, &client.id, PATH, &bytes)?;
    let quote = state
        .checkout
        .open_quote(&client.id, &request.quote_id, &request.signature)?;
    let current = state.books.current().await?;
    let pay = pay(&current.book, &request, &quote)?;
    if pay.is_named() && !state.matching.can_name_price(&quote) {
        return Err(too_soon());
    }
    let photo = request.photo_url.as_deref();
    let buyer = Buyer {
        id: &client.id,
        is_guest: client.is_guest,
        address_key: &caller.key,
    };
    let redemption = state
        .checkout
        .redemption(buyer, quote, &request.address, photo, pay)?;
    let redemption = Box::pin(state.matching.invited(request.invitation.as_deref(), redemption)).await?;
    let job = Job {
        redemption,
        key,
        remember,
    };
    let body = match state.checkout.redeem(job).await? {
        Redeemed::Booking(booking) => {
            let mode = match pay {
                Pay::Card | Pay::Cash => "cash",
                Pay::Budget { .. } => "budget",
                Pay::Named { .. } => "open_price",
            };
            metrics::counter!(telemetry::BOOKINGS, "mode" => mode).increment(1);
            Span::current().record("booking", &booking.id);
            Booked::Booking(Box::new(booking::for_owner(&state.keys, &booking)?))
        }
        Redeemed::Before(body) => Booked::Before(with_links(&state, &body).await?),
    };
    Ok((StatusCode::CREATED, axum::Json(body)))
}

/// Checks that the quote can be paid this way, and how.
fn pay(book: &PriceBook, request: &CreateBooking, quote: &Content) -> Fallible<Pay> {
    match request.mode {
        BookingMode::Cash if request.open_price => Err(not_to_be_named()),
        BookingMode::Cash if quote.is_budget_only() => Err(budget_only()),
        BookingMode::Cash => Ok(Pay::Cash),
        BookingMode::Request if quote.wanted.coupon.is_some() => {
            let mut error = Failure::field("couponCode", "A coupon cannot be used with your own budget.");
            error.code = "coupon_with_budget";
            Err(error)
        }
        BookingMode::Request if request.open_price => named(book, request, quote),
        BookingMode::Request => {
            let refused = || Failure::field("proposed_price", BUDGET_MESSAGE);
            let amount = request
                .proposed_price
                .as_ref()
                .and_then(whole_pounds)
                .ok_or_else(refused)?;
            let judged = budget::budget(book, Pence(quote.amount), Some(amount)).map_err(|_| refused())?;
            let in_cash = matches!(request.payment_method, Some(BudgetMethod::Cash));
            Ok(Pay::Budget {
                amount,
                in_cash,
                is_manual: judged.mode == BudgetMode::Manual,
            })
        }
    }
}

/// The price is the pros' to name.
fn named(book: &PriceBook, request: &CreateBooking, quote: &Content) -> Fallible<Pay> {
    if !quote.is_open_to_prices(book) {
        let detail = "There is an instant price for this job.";
        return Err(Failure::unprocessable("invalid_combination", detail));
    }
    if request
        .proposed_price
        .as_ref()
        .is_some_and(|price| !price.is_null())
    {
        return Err(not_to_be_named());
    }
    let in_cash = matches!(request.payment_method, Some(BudgetMethod::Cash));
    Ok(Pay::Named { in_cash })
}

fn not_to_be_named() -> Failure {
    let detail = "Pros name a price only for a REQUEST without a budget.";
    Failure::unprocessable("invalid_combination", detail)
}

/// A whole number of pounds: `100.0` is one, `"100"` and `99.5` are not.
fn whole_pounds(value: &Value) -> Option<Pence> {
    let text = value.as_number()?.to_string();
    let pounds = text.strip_suffix(".0").unwrap_or(&text).parse::<i64>().ok()?;
    Some(Pence(pounds.checked_mul(100)?))
}

/// The answer without its links, which are added again when it is replayed.
fn remember(booking: &Booking) -> Fallible<String> {
    serde_json::to_string(&booking::without_links(booking)?).map_err(Failure::internal)
}

async fn with_links(state: &AppState, body: &str) -> Fallible<Value> {
    let mut body: Value = serde_json::from_str(body).map_err(Failure::internal)?;
    let id = body.get("id").and_then(Value::as_str).unwrap_or_default();
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    if let (Some(booking), Some(fields)) = (booking, body.as_object_mut()) {
        for (name, kind) in [("guest_token", Kind::Guest), ("share_token", Kind::Share)] {
            if let Some(token) = links::token(&state.keys.link, kind, &booking) {
                fields.insert(name.to_owned(), json!(token));
            }
        }
    }
    Ok(body)
}

//! The receipt page, rendered by the server. It is opened with a ticket that is exchanged for a cookie limited to this path, so
//! the address can be bookmarked, reloaded and printed without containing a secret.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};

use super::bookings::access::{self, Viewer};
use callout_base::tickets::Grant;
use callout_domain::booking::Booking;
use callout_domain::clock::{MINUTE, Millis, SECOND};
use callout_domain::links::Kind;
use callout_front::extract::{Path, Query};
use callout_front::pages::{
    self,
    receipt::{Receipt, Sold},
};
use callout_front::state::AppState;
use callout_store::{change_orders, events, from_json, masters, payments, receipts};

/// The cookie's name.
const COOKIE: &str = "callout_receipt";
/// How long the cookie is valid.
const LIFE: Millis = 15 * MINUTE;

/// How the receipt is opened.
#[derive(Deserialize)]
pub struct ReceiptQuery {
    /// A ticket.
    t: Option<String>,
}

/// What the cookie carries, signed.
#[derive(Serialize, Deserialize)]
struct Pass {
    booking: String,
    grant: Grant,
    until: Millis,
}

/// A booking's receipt as a page to read and print. `?t=` takes a ticket of the owner or of the guest link's holder.
#[utoipa::path(
    get, path = "/booking/{id}/receipt", tag = "Pages",
    params(("id" = String, Path), ("t" = Option<String>, Query, description = "a ticket")),
    responses((status = 200, content_type = "text/html", body = String), (status = 303, description = "the ticket became a cookie"),
        (status = 401, content_type = "text/html", body = String), (status = 404, content_type = "text/html", body = String))
)]
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(query): Query<ReceiptQuery>,
    headers: HeaderMap,
) -> Response {
    let opened = match query.t {
        Some(ticket) => Box::pin(enter(&state, &id, &ticket, &headers)).await,
        None => Box::pin(show(&state, &id, &headers)).await,
    };
    opened.unwrap_or_else(|error| refuse(&state, &error))
}

/// Exchanges the ticket for a cookie. A used ticket does not matter if the caller already has the cookie.
async fn enter(state: &AppState, id: &str, ticket: &str, headers: &HeaderMap) -> Fallible<Response> {
    let Some(grant) = state.tickets.take(ticket).await? else {
        let booking = by_cookie(state, id, headers).await?;
        return Ok(to_clean_address(&booking, None));
    };
    let booking = see(state, id, &grant).await?;
    let pass = Pass {
        booking: booking.id.clone(),
        grant,
        until: state.clock.now() + LIFE,
    };
    let cookie = cookie(state, &pass)?;
    Ok(to_clean_address(&booking, Some(cookie)))
}

async fn show(state: &AppState, id: &str, headers: &HeaderMap) -> Fallible<Response> {
    let booking = with_receipt(by_cookie(state, id, headers).await?)?;
    let mut connection = state.db.read().await?;
    let payments = payments::of_booking(&mut connection, &booking.id).await?;
    let orders = change_orders::of_booking(&mut connection, &booking.id).await?;
    let issued = receipts::find(&mut connection, &booking.id).await?;
    let sold = match (issued, &booking.assigned_master_id) {
        (Some(issued), _) => Some(Sold {
            seller: from_json(&issued.seller)?,
            number: Some(issued.number),
            at: issued.issued_at,
        }),
        (None, Some(master)) => masters::find(&mut connection, master).await?.map(|master| Sold {
            seller: receipts::seller(&master),
            number: None,
            at: state.clock.now(),
        }),
        (None, None) => None,
    };
    let fee = events::cancellation_fee(&mut connection, &booking).await?;
    drop(connection);
    let trader = state.config.trader.clone();
    let receipt = Receipt::new(booking, &orders, &payments, fee, sold, trader, state.clock.now())?;
    Ok(receipt.page(state.font()))
}

/// A visit that puts something right has none.
fn with_receipt(booking: Booking) -> Fallible<Booking> {
    Some(booking)
        .filter(|booking| booking.parent_id.is_none())
        .ok_or_else(|| Failure::not_found("There is no receipt: this visit was free."))
}

async fn by_cookie(state: &AppState, id: &str, headers: &HeaderMap) -> Fallible<Booking> {
    let pass = pass(state, headers).ok_or_else(Failure::unauthorised)?;
    if pass.booking != id || pass.until <= state.clock.now() {
        return Err(Failure::unauthorised());
    }
    see(state, id, &pass.grant).await
}

/// The booking, for its owner and the holder of its guest link.
async fn see(state: &AppState, id: &str, grant: &Grant) -> Fallible<Booking> {
    match access::see_by_grant(state, id, grant).await? {
        (_, Viewer::Link(Kind::Share)) => Err(access::not_found()),
        (booking, viewer) => Ok(viewer.sees(&booking).into_owned()),
    }
}

fn to_clean_address(booking: &Booking, cookie: Option<HeaderValue>) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    // Safe in a path: the id of an existing booking has only letters, digits and a dash.
    if let Ok(address) = HeaderValue::from_str(&path(&booking.id)) {
        headers.insert(header::LOCATION, address);
    }
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

fn path(id: &str) -> String {
    format!("/booking/{id}/receipt")
}

fn cookie(state: &AppState, pass: &Pass) -> Fallible<HeaderValue> {
    let body = URL_SAFE_NO_PAD.encode(serde_json::to_vec(pass).map_err(Failure::internal)?);
    let tag = URL_SAFE_NO_PAD.encode(state.keys.page.mac(body.as_bytes()));
    let is_https = state
        .config
        .public_url
        .as_ref()
        .is_some_and(|url| url.scheme() == "https");
    let secure = if is_https { "; Secure" } else { "" };
    let (path, life) = (path(&pass.booking), LIFE / SECOND);
    let cookie =
        format!("{COOKIE}={body}.{tag}; Path={path}; Max-Age={life}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).map_err(Failure::internal)
}

/// The contents of a cookie that we signed.
fn pass(state: &AppState, headers: &HeaderMap) -> Option<Pass> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'));
    let (body, tag) = cookies
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)?
        .1
        .split_once('.')?;
    let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
    if !state.keys.page.verify(body.as_bytes(), &tag) {
        return None;
    }
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(body).ok()?).ok()
}

/// The error as an HTML page.
fn refuse(state: &AppState, error: &Failure) -> Response {
    error.log();
    let (title, detail) = match error.kind {
        FailureKind::Unauthorised => (
            "Open it from your booking",
            "This page shows a receipt only to whoever booked. Open your booking and choose Receipt there.",
        ),
        FailureKind::NotFound => (
            "Booking not found",
            "There is no such booking, or it is not yours to see.",
        ),
        _ => (
            "Something went wrong",
            "We could not make the receipt just now. Please try again in a moment.",
        ),
    };
    let status = match error.kind {
        FailureKind::Unauthorised => StatusCode::UNAUTHORIZED,
        FailureKind::NotFound => StatusCode::NOT_FOUND,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    pages::problem(
        pages::Problem {
            status,
            title,
            detail,
        },
        state.font(),
    )
}

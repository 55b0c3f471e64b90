//! 'Send me a new link', for whoever lost the link of a booking.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::accepted::Accepted;
use callout_domain::failure::Fallible;
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Json};
use callout_front::state::AppState;

/// What the booking was made with. Give one of the two.
#[derive(Deserialize, ToSchema)]
pub struct LinkRequest {
    /// Email.
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
}

/// Sends the links of the bookings made with an email or phone, or whose owner has proved it, to exactly there: those to be done, those that
/// no pro took, and those done up to 90 days ago. The answer is the same for known and unknown. 3 an hour for an email or phone, 10 for an address.
#[utoipa::path(
    post, path = "/api/bookings/link", tag = "Bookings", request_body = LinkRequest,
    responses((status = 202, body = Accepted), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn send(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<LinkRequest>,
) -> Fallible<Accepted> {
    let identifier = Identifier::parse(body.email.as_deref(), body.phone.as_deref())?;
    state.booking_links.ask(caller.address(), &identifier).await?;
    Ok(Accepted::answer())
}

//! The form on the support page.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::accepted::Accepted;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::support::Enquiry;
use callout_front::extract::{Caller, Json};
use callout_front::state::AppState;

/// A message to us.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportRequest {
    /// Who writes.
    name: String,
    /// Where to answer.
    email: String,
    /// What is the matter.
    message: String,
    /// The booking it is about, as typed. Nobody is told whether there is one.
    booking_id: Option<String>,
}

/// Keeps a message and passes it on to whoever answers them. The same message on the same day is kept once. 5 an hour for an address.
#[utoipa::path(
    post, path = "/api/support", tag = "About", request_body = SupportRequest,
    responses((status = 202, body = Accepted), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn write(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<SupportRequest>,
) -> Fallible<Accepted> {
    let enquiry = Enquiry {
        name: &body.name,
        email: &body.email,
        message: &body.message,
        booking_id: body.booking_id.as_deref(),
    };
    state.support.take(caller.address(), enquiry).await?;
    Ok(Accepted::answer())
}

//! Changing how to get in, and the second address line.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use super::search;
use crate::views::booking::BookingView;
use callout_booking::bookings::Details;
use callout_domain::address;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::links;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Path, Query};
use callout_front::state::AppState;

/// What to change: a field left out stays as it is, an empty text clears it. Any other field is refused.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingChange {
    /// Door code, floor, pets.
    entry_info: Option<String>,
    /// Owner only.
    address_line2: Option<String>,
}

impl BookingChange {
    fn parse(&self) -> Fallible<Details> {
        let entry_info = self.entry_info.as_deref().map(address::entry_info).transpose();
        let address_line2 = self.address_line2.as_deref().map(address::line2).transpose();
        Ok(Details {
            entry_info: entry_info.map_err(|message| Failure::field("entry_info", message))?,
            address_line2: address_line2.map_err(|message| Failure::field("address_line2", message))?,
        })
    }
}

/// Changes a booking that has not ended: its owner both fields, the guest link's holder the entry notes alone. The same texts again
/// change nothing.
#[utoipa::path(
    patch, path = "/api/bookings/{id}", tag = "Bookings", request_body = BookingChange,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem),
        (status = 403, body = Problem, description = "A share link; `address_line2` by a guest link; notes that the link still hides"),
        (status = 404, body = Problem), (status = 409, body = Problem, description = "`booking_ended`"), (status = 422, body = Problem))
)]
pub async fn change(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<BookingChange>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let wanted = body.parse()?;
    if let Viewer::Link(kind) = viewer {
        if wanted.address_line2.is_some() {
            return Err(not_by_link("Only whoever booked can change the address."));
        }
        if links::hides_entry_info(kind, &booking) {
            return Err(not_by_link("Type the postcode of the booking first."));
        }
    }
    let changed = state.bookings.change_details(booking.id, wanted).await?;
    let view = viewer.view(&state.keys, &changed)?;
    Ok(axum::Json(search::complete(&state, &changed, view).await?))
}

fn not_by_link(detail: &str) -> Failure {
    Failure::new(FailureKind::Forbidden, "forbidden", detail)
}

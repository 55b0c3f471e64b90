//! The share link: making a new one ends the old one, and it can be revoked.

use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::access;
use callout_domain::booking::Booking;
use callout_domain::links::{self, Kind};
use callout_domain::problem::Problem;
use callout_front::extract::Client;
use callout_front::extract::Path;
use callout_front::state::AppState;
use callout_store::bookings;

/// The new share link.
#[derive(Serialize, ToSchema)]
pub struct ShareLink {
    /// For `?t=` of the status page.
    share_token: String,
}

/// Makes a new share link; the old one stops working.
#[utoipa::path(
    post, path = "/api/bookings/{id}/share", tag = "Bookings", params(("id" = String, Path)),
    responses((status = 201, body = ShareLink), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn renew(
    State(state): State<AppState>,
    client: Client,
    Path(id): Path<String>,
) -> Fallible<(StatusCode, axum::Json<ShareLink>)> {
    let booking = set_generation(&state, &client, &id, |generation| generation.saturating_abs() + 1).await?;
    let share_token = links::token(&state.keys.link, Kind::Share, &booking)
        .ok_or_else(|| Failure::internal("a new share link has no token"))?;
    Ok((StatusCode::CREATED, axum::Json(ShareLink { share_token })))
}

/// Revokes the share link.
#[utoipa::path(
    delete, path = "/api/bookings/{id}/share", tag = "Bookings", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn end(
    State(state): State<AppState>,
    client: Client,
    Path(id): Path<String>,
) -> Fallible<StatusCode> {
    // A negative generation means revoked; its absolute value keeps counting, so the next link is still new.
    set_generation(&state, &client, &id, |generation| -generation.saturating_abs()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_generation(
    state: &AppState,
    client: &Client,
    id: &str,
    next: fn(i64) -> i64,
) -> Fallible<Booking> {
    let (id, owner) = (id.to_owned(), client.id.clone());
    state
        .db
        .write(move |connection| {
            Box::pin(async move {
                let mut booking = bookings::find(connection, &id)
                    .await?
                    .filter(|booking| booking.is_of(&owner))
                    .ok_or_else(access::not_found)?;
                let old = booking.share_generation;
                let new = next(old);
                if !bookings::set_share_generation(connection, &id, old, new).await? {
                    return Err(Failure::conflict(
                        "try_again",
                        "The link was changed at the same time. Please try again.",
                    ));
                }
                booking.share_generation = new;
                Ok(booking)
            })
        })
        .await
}

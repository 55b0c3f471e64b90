//! What client and pro say of each other once the job is done.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use crate::views::review::ReviewView;
use callout_booking::reviews::Reviewer;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::review::Opinion;
use callout_front::extract::{Json, Master, Path, Query};
use callout_front::state::AppState;

/// What somebody thinks of the other side.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewReview {
    /// Stars.
    rating: i64,
    /// Optional; phones and emails are hidden.
    text: Option<String>,
}

/// The client's review of the pro or, called by the assigned pro, the pro's of the client, which only operators read. Once a side,
/// within 7 days of completion; hidden until both sides have written or that time is over. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/review", tag = "Bookings", request_body = NewReview,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 201, body = ReviewView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_completed`, `review_closed`, `already_reviewed`"),
        (status = 422, body = Problem))
)]
pub async fn write(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
    Json(body): Json<NewReview>,
) -> Fallible<(StatusCode, axum::Json<ReviewView>)> {
    let reviewer = match master {
        Ok(master) if link.is_empty() => Reviewer::Pro(master.id),
        _ => {
            let _ = Box::pin(access::see(&state, &id, bearer, &link, Open::ToGuests)).await?;
            Reviewer::Client
        }
    };
    let opinion = Opinion::parse(body.rating, body.text.as_deref())?;
    let review = state.reviews.write(&id, reviewer, opinion).await?;
    Ok((StatusCode::CREATED, axum::Json(review.into())))
}

//! What clients say of a pro, for everybody.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::cursor;
use crate::domain::failure::Fallible;
use crate::domain::time;
use crate::error::Problem;
use crate::extract::{Path, Query};
use crate::state::AppState;

/// Which page of the list.
#[derive(Debug, Deserialize)]
pub struct Page {
    /// At most 100; 20 by default.
    limit: Option<i64>,
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
}

/// What a client says of a pro.
#[derive(Serialize, ToSchema)]
pub struct PublicReview {
    /// Stars, 1 to 5; absent while the pro has fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
    /// What the client wrote; phones and emails are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When it was written, ISO 8601.
    created_at: String,
}

/// A page of reviews, newest first.
#[derive(Serialize, ToSchema)]
pub struct ReviewList {
    /// The reviews.
    items: Vec<PublicReview>,
    /// Fetches the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// What clients say of a pro, newest first: of completed jobs only, each once both sides have written or 7 days have passed.
#[utoipa::path(
    get, path = "/api/masters/{id}/reviews", tag = "Masters",
    params(("id" = String, Path), ("limit" = Option<i64>, Query, description = "At most 100; 20 by default"),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the page before")),
    responses((status = 200, body = ReviewList), (status = 404, body = Problem), (status = 422, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Fallible<axum::Json<ReviewList>> {
    let limit = cursor::limit(page.limit)?;
    let (at, last) = cursor::read(page.cursor.as_deref())?;
    let pro = Box::pin(state.pros.published(&id)).await?;
    let (mut rows, are_rated) = state.reviews.of_master(&pro.id, (at, &last), limit + 1).await?;
    let next_cursor = cursor::next(&mut rows, limit, |last| (last.written_at, last.id.clone()));
    let items = rows
        .into_iter()
        .map(|review| PublicReview {
            rating: are_rated.then_some(review.rating),
            text: Some(review.text).filter(|text| !text.is_empty()),
            created_at: time::iso(review.written_at),
        })
        .collect();
    Ok(axum::Json(ReviewList { items, next_cursor }))
}

//! What clients say of a pro, for everybody, and what the pro answers.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_booking::reviews::After;
use callout_domain::cursor;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, Master, Path, Query};
use callout_front::state::AppState;
use callout_store::reviews::Review;

/// Above every rating.
const ABOVE_ALL: i64 = 6;

/// What comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The newest.
    #[default]
    Date,
    /// The best; the newest as long as stars are not shown.
    Rating,
}

/// Which page of the list.
#[derive(Debug, Deserialize)]
pub struct Page {
    /// What comes first.
    #[serde(default)]
    sort: Sort,
    /// At most 100; 20 by default.
    limit: Option<i64>,
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
}

impl Page {
    /// The review that it begins after. Where the best come first, the stars precede the id in a cursor.
    fn after(&self) -> Fallible<After> {
        let (written_at, last) = cursor::read(self.cursor.as_deref())?;
        let (rating, id) = match (self.sort, last.split_once(' ')) {
            (Sort::Rating, Some((rating, id))) => (rating.parse().ok(), id.to_owned()),
            (Sort::Rating, None) if self.cursor.is_none() => (Some(ABOVE_ALL), last),
            _ => (None, last),
        };
        Ok(After {
            rating,
            written_at,
            id,
        })
    }
}

/// What a client says of a pro.
#[derive(Serialize, ToSchema)]
pub struct PublicReview {
    /// Its id.
    id: String,
    /// Stars, 1 to 5; absent while the pro has fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
    /// What the client wrote; phones and emails are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When it was written, ISO 8601.
    created_at: String,
    /// What the pro answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<ReviewReply>,
}

/// What a pro answers to a review.
#[derive(Serialize, ToSchema)]
pub struct ReviewReply {
    /// The answer; phones and emails are hidden.
    text: String,
    /// When it was written, ISO 8601.
    created_at: String,
}

impl PublicReview {
    fn new(review: Review, are_rated: bool) -> Self {
        let reply = review.reply.zip(review.replied_at).map(|(text, at)| ReviewReply {
            text,
            created_at: time::iso(at),
        });
        Self {
            id: review.id,
            rating: are_rated.then_some(review.rating),
            text: Some(review.text).filter(|text| !text.is_empty()),
            created_at: time::iso(review.written_at),
            reply,
        }
    }
}

/// A page of reviews.
#[derive(Serialize, ToSchema)]
pub struct ReviewList {
    /// The reviews.
    items: Vec<PublicReview>,
    /// Fetches the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// What clients say of a pro: of completed jobs only, each once both sides have written or 7 days have passed.
#[utoipa::path(
    get, path = "/api/masters/{id}/reviews", tag = "Masters",
    params(("id" = String, Path), ("sort" = inline(Option<Sort>), Query, description = "`date`, the newest first, is the default"),
        ("limit" = Option<i64>, Query, description = "At most 100; 20 by default"),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the page before, in the same order")),
    responses((status = 200, body = ReviewList), (status = 404, body = Problem), (status = 422, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Fallible<axum::Json<ReviewList>> {
    let limit = cursor::limit(page.limit)?;
    let after = page.after()?;
    let pro = Box::pin(state.pros.published(&id)).await?;
    let (mut rows, are_rated) = state.reviews.of_master(&pro.id, &after, limit + 1).await?;
    let next_cursor = cursor::next(&mut rows, limit, |last| {
        let id = match page.sort {
            Sort::Rating if are_rated => format!("{} {}", last.rating, last.id),
            Sort::Date | Sort::Rating => last.id.clone(),
        };
        (last.written_at, id)
    });
    let items = rows
        .into_iter()
        .map(|review| PublicReview::new(review, are_rated));
    Ok(axum::Json(ReviewList {
        items: items.collect(),
        next_cursor,
    }))
}

/// A reply to a review.
#[derive(Deserialize, ToSchema)]
pub struct ReplyText {
    /// What everybody reads.
    text: String,
}

/// The signed-in pro's one reply to a review, for everybody to read. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/masters/reviews/{id}/reply", tag = "Masters", request_body = ReplyText, params(("id" = String, Path)),
    responses((status = 200, body = PublicReview), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`already_replied`"), (status = 422, body = Problem))
)]
pub async fn reply(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<ReplyText>,
) -> Fallible<axum::Json<PublicReview>> {
    let review = state.reviews.reply(&master.id, &id, &body.text).await?;
    let pro = state.pros.profile(&master.id).await?;
    Ok(axum::Json(PublicReview::new(review, pro.stars.are_enough())))
}

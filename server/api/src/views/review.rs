//! A review, as its author sees it.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::time;
use callout_store::reviews::Review;

/// A review, as its author sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OwnReview)]
pub struct ReviewView {
    /// Stars, 1 to 5.
    rating: i64,
    /// What was written; phones and emails are hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When it was written, ISO 8601.
    created_at: String,
}

impl From<Review> for ReviewView {
    fn from(review: Review) -> Self {
        Self {
            rating: review.rating,
            text: Some(review.text).filter(|text| !text.is_empty()),
            created_at: time::iso(review.written_at),
        }
    }
}

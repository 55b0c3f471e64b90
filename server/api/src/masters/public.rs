//! What everybody may know of a pro.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::photo::picture_url;
use callout_domain::failure::Fallible;
use callout_domain::pro::{Pro, Skill};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::Path;
use callout_front::state::AppState;

/// A pro as everybody sees them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicMaster {
    /// `master-…`.
    master_id: String,
    /// First name and initial: `Ada L.`
    name: String,
    /// Address of the portrait.
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_url: Option<String>,
    /// The business the pro trades as.
    #[serde(skip_serializing_if = "Option::is_none")]
    company_name: Option<String>,
    /// Address of its logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_url: Option<String>,
    /// What the pro can do.
    skills: Vec<Skill>,
    /// True when we have verified who the pro is.
    verified: bool,
    /// True when we have verified an insurance that has not expired.
    insured: bool,
    /// What clients gave, 1 to 5 with one decimal; absent while there are fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// How many reviews are shown.
    review_count: i64,
    /// Jobs done through Callout.
    jobs_done: i64,
    /// The day the account was made.
    #[schema(format = Date)]
    member_since: String,
}

impl PublicMaster {
    fn new(pro: Pro, jobs_done: i64) -> Self {
        Self {
            name: pro.short_name().unwrap_or_default(),
            avatar_url: pro.avatar_id.as_deref().map(picture_url),
            logo_url: pro.logo_id.as_deref().map(picture_url),
            verified: pro.is_verified(),
            insured: pro.is_insured(),
            rating: pro.stars.rating(),
            review_count: pro.stars.count,
            jobs_done,
            member_since: time::day(pro.created_at),
            master_id: pro.id,
            company_name: pro.company.map(|company| company.name),
            skills: pro.skills,
        }
    }
}

/// A pro's public profile. There is one from the activation on.
#[utoipa::path(
    get, path = "/api/masters/{id}/profile", tag = "Masters",
    params(("id" = String, Path)),
    responses((status = 200, body = PublicMaster), (status = 404, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Fallible<axum::Json<PublicMaster>> {
    let pro = Box::pin(state.pros.published(&id)).await?;
    let jobs_done = state.pros.all_jobs_done(&pro.id).await?;
    Ok(axum::Json(PublicMaster::new(pro, jobs_done)))
}

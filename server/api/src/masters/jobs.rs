//! Jobs as a pro sees them: offers that can be answered, jobs of the pool, and the pro's own.

mod whole;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::job::JobView;
use crate::views::offer::OfferView;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::Master as MasterCaller;
use callout_front::state::AppState;

pub use whole::whole;

/// The offers of a pro.
#[derive(Serialize, ToSchema)]
pub struct OfferList {
    /// The soonest to end first.
    items: Vec<OfferView>,
    /// What this pro has answered and the client has not agreed to yet, the soonest to end first.
    waiting: Vec<JobView>,
}

/// The offers that the caller can answer now, and the jobs that wait for their client's answer to the caller.
#[utoipa::path(
    get, path = "/api/masters/offers", tag = "Masters",
    responses((status = 200, body = OfferList), (status = 401, body = Problem))
)]
pub async fn offers(State(state): State<AppState>, caller: MasterCaller) -> Fallible<axum::Json<OfferList>> {
    let offers = state.matching.offers(&caller.id).await?;
    let now = state.clock.now();
    let items = offers.iter().map(|offer| OfferView::of(offer, now)).collect();
    let waiting = Box::pin(state.matching.waiting(&caller.id)).await?;
    let waiting = waiting.into_iter().map(JobView::from).collect();
    Ok(axum::Json(OfferList { items, waiting }))
}

//! A client's stamp card.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use callout_booking::quoting::STAMPS_FOR_REWARD;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::Client;
use callout_front::state::AppState;

/// A stamp card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Loyalty {
    /// Stamps on the current card.
    stamps: i64,
    /// Stamps needed to fill a card.
    stamps_for_reward: i64,
    /// The coupons earned, oldest first. A guest's card fills as well, and is redeemed after signing in.
    rewards: Vec<Reward>,
}

/// A coupon earned.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reward {
    /// The code to enter; for this person only, once.
    code: String,
    /// The discount, pence.
    amount_pence: i64,
    /// When it was used, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<String>,
}

/// The client's stamp card and the rewards earned so far.
#[utoipa::path(
    get, path = "/api/clients/me/loyalty", tag = "Clients",
    responses((status = 200, body = Loyalty), (status = 401, body = Problem))
)]
pub async fn mine(State(state): State<AppState>, client: Client) -> Fallible<axum::Json<Loyalty>> {
    let card = state.quoting.stamp_card(&client.id, client.is_guest).await?;
    Ok(axum::Json(Loyalty {
        stamps: card.stamps,
        stamps_for_reward: STAMPS_FOR_REWARD,
        rewards: card
            .rewards
            .into_iter()
            .map(|reward| Reward {
                code: reward.code,
                amount_pence: reward.amount_pence,
                used_at: reward.used_at.map(time::iso),
            })
            .collect(),
    }))
}

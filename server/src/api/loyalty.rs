//! The stamp card: every fifth completed job earns a coupon of one's own.

use crate::domain::failure::{Failure, Fallible};
use std::sync::Arc;

use axum::extract::State;
use pricing_core::Pence;
use pricing_core::book::{Coupon, Discount};
use serde::Serialize;
use utoipa::ToSchema;

use crate::books::Current;
use crate::domain::{ids, time};
use crate::error::Problem;
use crate::extract::Client;
use crate::state::AppState;
use crate::store::{self, Connection};

/// Completed jobs that fill a stamp card (decisions.md 14). Not a price, so not in the price book.
const STAMPS_FOR_REWARD: i64 = 5;
/// What a full card earns, pence (decisions.md 14: £10).
const REWARD_PENCE: i64 = 1_000;
/// How every personal code begins: no other code is looked up in the database.
const CODE_PREFIX: &str = "THANKS-";

/// A stamp card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Loyalty {
    /// Stamps on the card that is being filled.
    stamps: i64,
    /// Stamps that fill a card.
    stamps_for_reward: i64,
    /// The coupons earned, the first one first. A guest's card fills, and is redeemed after signing in.
    rewards: Vec<Reward>,
}

/// A coupon earned.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reward {
    /// To be entered as a coupon; for this person only, once.
    code: String,
    /// What it takes off, pence.
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
    let (completed, rewards) = {
        let mut connection = state.db.read().await?;
        let completed = store::loyalty::completed(&mut connection, &client.id).await?;
        (
            completed,
            store::loyalty::rewards(&mut connection, &client.id).await?,
        )
    };
    let earned = completed / STAMPS_FOR_REWARD;
    let granted = i64::try_from(rewards.len()).unwrap_or(i64::MAX);
    // A guest's bookings move on to the account that is made of it; rewards are granted there, once.
    let rewards = if client.is_guest || granted >= earned {
        rewards
    } else {
        Box::pin(grant(&state, &client.id, earned)).await?
    };
    Ok(axum::Json(Loyalty {
        stamps: completed % STAMPS_FOR_REWARD,
        stamps_for_reward: STAMPS_FOR_REWARD,
        rewards: rewards
            .into_iter()
            .map(|reward| Reward {
                code: reward.code,
                amount_pence: reward.amount_pence,
                used_at: reward.used_at.map(time::iso),
            })
            .collect(),
    }))
}

/// Grants what was earned and not granted yet: a card is full when its last job is completed, and its reward is made when the person
/// first looks, for only then can the code be known.
async fn grant(state: &AppState, client_id: &str, earned: i64) -> Fallible<Vec<store::loyalty::Reward>> {
    let (client_id, now) = (client_id.to_owned(), state.clock.now());
    let granted = state.db.write(move |connection: &mut Connection| {
        Box::pin(async move {
            for nth in 1..=earned {
                let code = format!("{CODE_PREFIX}{}", ids::spoken::<10>()?);
                store::loyalty::grant(connection, &client_id, nth, &code, REWARD_PENCE, now).await?;
            }
            store::loyalty::rewards(connection, &client_id)
                .await
                .map_err(Failure::from)
        })
    });
    granted.await
}

/// The price book with the client's own coupon in it, if `code` is one; the same book for everybody else.
///
/// # Errors
/// When the database fails.
pub async fn with_own_coupon(
    state: &AppState,
    current: Arc<Current>,
    code: Option<&str>,
    client_id: &str,
) -> Fallible<Arc<Current>> {
    let Some(code) = code
        .map(|code| code.trim().to_ascii_uppercase())
        .filter(|code| code.starts_with(CODE_PREFIX))
    else {
        return Ok(current);
    };
    // Boxed: the rare way to the database would make every booking's future large.
    let pence = Box::pin(own_pence(state, client_id, &code)).await?;
    Ok(match pence {
        Some(pence) => Arc::new(current.with_coupon(own_coupon(code, pence))),
        None => current,
    })
}

async fn own_pence(state: &AppState, client_id: &str, code: &str) -> Fallible<Option<i64>> {
    let mut connection = state.db.read().await?;
    Ok(store::loyalty::own_coupon(&mut connection, client_id, code).await?)
}

/// Once in all, not only once a phone and email: it is one coupon.
fn own_coupon(code: String, pence: i64) -> Coupon {
    Coupon {
        code,
        description: format!("{} off, thank you for {STAMPS_FOR_REWARD} jobs", Pence(pence)),
        discount: Discount::Pence(Pence(pence)),
        cap_pence: None,
        minimum_order_pence: None,
        first_booking_only: false,
        per_person_limit: 1,
        total_limit: Some(1),
    }
}

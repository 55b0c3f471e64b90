//! The stamp card: every fifth completed job earns a personal coupon.

use std::sync::Arc;

use pricing_core::Pence;
use pricing_core::book::{Coupon, Discount};

use super::Quoting;
use crate::books::Current;
use callout_domain::coupon::PERSONAL;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_store::loyalty::{self, Reward};

/// Completed jobs that fill a stamp card. Not a price, so not in the price book.
pub const STAMPS_FOR_REWARD: i64 = 5;
/// What a full card earns, pence.
const REWARD_PENCE: i64 = 1_000;

/// How a client's card stands.
pub struct StampCard {
    /// Stamps on the card that is being filled.
    pub stamps: i64,
    /// The coupons earned, the first one first.
    pub rewards: Vec<Reward>,
}

impl Quoting {
    /// A client's stamp card; rewards it has earned are granted when it is viewed. A guest's card collects stamps only.
    pub async fn stamp_card(&self, client_id: &str, is_guest: bool) -> Fallible<StampCard> {
        let (completed, rewards) = {
            let mut connection = self.db.read().await?;
            let completed = loyalty::completed(&mut connection, client_id).await?;
            (completed, loyalty::rewards(&mut connection, client_id).await?)
        };
        let earned = completed / STAMPS_FOR_REWARD;
        let granted = i64::try_from(rewards.len()).unwrap_or(i64::MAX);
        // A guest's bookings pass to the account that the guest becomes; rewards are granted there, once.
        let rewards = if is_guest || granted >= earned {
            rewards
        } else {
            Box::pin(self.grant(client_id, earned)).await?
        };
        Ok(StampCard {
            stamps: completed % STAMPS_FOR_REWARD,
            rewards,
        })
    }

    /// Grants what was earned and not granted yet: a card is full when its last job is completed, but the reward is made when
    /// the person first looks, since nobody can know the code before then.
    async fn grant(&self, client_id: &str, earned: i64) -> Fallible<Vec<Reward>> {
        let (client_id, now) = (client_id.to_owned(), self.clock.now());
        let granted = self.db.write(move |connection| {
            Box::pin(async move {
                for nth in 1..=earned {
                    let code = format!("{PERSONAL}{}", ids::spoken::<10>()?);
                    loyalty::grant(connection, &client_id, nth, &code, REWARD_PENCE, now).await?;
                }
                loyalty::rewards(connection, &client_id)
                    .await
                    .map_err(Failure::from)
            })
        });
        granted.await
    }

    /// The price book with the coupon that `code` names added, if it is one that is not listed, or the client's own; otherwise the book
    /// itself.
    pub(super) async fn with_coupon_of(
        &self,
        current: Arc<Current>,
        code: Option<&str>,
        client_id: Option<&str>,
    ) -> Fallible<Arc<Current>> {
        let Some(code) = code.map(|code| code.trim().to_ascii_uppercase()) else {
            return Ok(current);
        };
        if let Some(unlisted) = current.unlisted(&code) {
            return Ok(Arc::new(current.with_coupon(unlisted.clone())));
        }
        // No other code is looked up in the database.
        let Some(client_id) = client_id.filter(|_| code.starts_with(PERSONAL)) else {
            return Ok(current);
        };
        // Boxed: this rare trip to the database would make every booking's future large.
        let pence = Box::pin(self.own_pence(client_id, &code)).await?;
        Ok(match pence {
            Some(pence) => Arc::new(current.with_coupon(own_coupon(code, pence))),
            None => current,
        })
    }

    async fn own_pence(&self, client_id: &str, code: &str) -> Fallible<Option<i64>> {
        let mut connection = self.db.read().await?;
        Ok(loyalty::own_coupon(&mut connection, client_id, code).await?)
    }
}

/// Once in all, rather than once per phone and email: it is a single coupon.
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

//! What a cancelled job has earned all the same.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::dispute::Earned;
use pricing_core::Pence;

/// What a cancelled job has earned, less what was given back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct JobEarned {
    /// What the client paid, with a coupon's part, pence.
    paid_pence: i64,
    /// The platform's part of it, pence.
    fee_pence: i64,
    /// The pro's part of it, pence.
    net_pence: i64,
    /// What an appeal has made good to the pro beside that, pence; 0 for most.
    made_good_pence: i64,
}

impl JobEarned {
    /// What its pro is shown; none where that is nothing.
    #[must_use]
    pub fn of(earned: &Earned, made_good: Pence) -> Option<Self> {
        (earned.pro + made_good > Pence::ZERO).then(|| Self {
            paid_pence: (earned.pro + earned.fees).0,
            fee_pence: earned.fees.0,
            net_pence: earned.pro.0,
            made_good_pence: made_good.0,
        })
    }
}

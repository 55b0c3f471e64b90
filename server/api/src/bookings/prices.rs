//! The prices that pros name for a booking without one, as its client chooses from them.

use pricing_core::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::pounds::Pounds;
use callout_domain::pro::Pro;
use callout_domain::time;
use callout_front::state::AppState;
use callout_store::proposals::Proposal;

/// A price that a pro names.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StandingProposal {
    /// To be sent back with the answer.
    id: String,
    /// The whole price, pounds.
    #[schema(value_type = f64)]
    price: Pounds,
    /// How long the work takes, minutes.
    length_minutes: i64,
    /// What the pro says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Who would come.
    master: Proposer,
    /// Until when it can be chosen, ISO 8601.
    until: String,
}

/// The pro who names a price.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Proposer {
    /// `master-…`; absent for a demo pro, who has no public profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// First name and initial: `Ada L.`
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// What clients gave the pro, 1 to 5 with one decimal; absent while there are fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// True when we have verified who the pro is.
    verified: bool,
    /// True when we have verified an insurance that has not expired.
    insured: bool,
    /// True for a demo pro, who would not really come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    demo: bool,
}

impl Proposer {
    fn of(master_id: String, pro: Option<&Pro>) -> Self {
        let demo = pro.is_some_and(|pro| pro.is_demo);
        Self {
            id: (!demo).then_some(master_id),
            name: pro.and_then(Pro::short_name),
            rating: pro.and_then(|pro| pro.stars.rating()),
            verified: pro.is_some_and(Pro::is_verified),
            insured: pro.is_some_and(Pro::is_insured),
            demo,
        }
    }
}

/// The prices from which the client of a booking can choose, the lowest first.
pub async fn standing(state: &AppState, booking: &Booking) -> Fallible<Vec<StandingProposal>> {
    let mut prices = Vec::new();
    let progress = state.matching.progress(booking).await?;
    let Some((_, until)) = progress.filter(|_| booking.awaits_price()) else {
        return Ok(prices);
    };
    for price in state.matching.named_prices(booking).await? {
        let pro = state.pros.known(&price.master_id).await?;
        prices.push(shown(price, pro.as_ref(), until));
    }
    Ok(prices)
}

fn shown(price: Proposal, pro: Option<&Pro>, until: Millis) -> StandingProposal {
    StandingProposal {
        id: price.id,
        price: Pounds(Pence(price.delta_pence)),
        length_minutes: price.length_minutes.unwrap_or_default(),
        message: price.message,
        master: Proposer::of(price.master_id, pro),
        until: time::iso(until),
    }
}

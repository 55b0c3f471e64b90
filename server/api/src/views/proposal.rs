//! What pros propose to a client: another price, or one of several for a booking without a price.

use pricing_core::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::pounds::Pounds;
use callout_domain::pro::Pro;
use callout_domain::time;
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

impl StandingProposal {
    /// A price that stands until `until`, with the pro who names it.
    #[must_use]
    pub fn of(price: Proposal, pro: Option<&Pro>, until: Millis) -> Self {
        Self {
            id: price.id,
            price: Pounds(Pence(price.delta_pence)),
            length_minutes: price.length_minutes.unwrap_or_default(),
            message: price.message,
            master: Proposer::of(price.master_id, pro),
            until: time::iso(until),
        }
    }
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

/// What a pro proposes.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = BookingProposal)]
#[serde(rename_all = "camelCase")]
pub struct ProposalView {
    /// The new amount to pay, pence.
    amount_pence: i64,
    /// By how much it differs, pence; 0 for a budget that awaits its payment.
    delta_pence: i64,
    /// What the pro says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// `master-…`; absent for a demo pro, who has no public profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    master_id: Option<String>,
    /// First name and initial of the pro: `Ada L.`
    #[serde(skip_serializing_if = "Option::is_none")]
    master_name: Option<String>,
    /// True for a demo pro, who would not really come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    demo: bool,
    /// True once the client has approved it and only the payment is missing.
    approved: bool,
    /// When the time to answer, or to pay, ends; ISO 8601.
    until: String,
}

impl ProposalView {
    /// The open proposal of a booking, with the pro who made it.
    #[must_use]
    pub fn of(booking: &Booking, open: Proposal, pro: Option<&Pro>) -> Self {
        let is_demo = pro.is_some_and(|pro| pro.is_demo);
        Self {
            amount_pence: booking.amount_pence + open.delta_pence,
            delta_pence: open.delta_pence,
            message: open.message,
            demo: is_demo,
            master_id: (!is_demo).then_some(open.master_id),
            master_name: pro.and_then(Pro::short_name),
            approved: open.approved_at.is_some(),
            until: time::iso(open.until),
        }
    }
}

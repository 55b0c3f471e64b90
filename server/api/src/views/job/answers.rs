//! What stands between a pro and a client: a price that waits for the client, a time that waits for the pro.

use serde::Serialize;
use utoipa::ToSchema;

use crate::views::slot::{SlotView, slot_of_change};
use callout_booking::matching::SuggestionSeen;
use callout_domain::time;
use callout_store::proposals::Proposal;

/// The pro's own answer that waits for the client.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobProposal)]
#[serde(rename_all = "camelCase")]
pub struct ProposalView {
    /// The price that the pro wants, before a coupon, pence.
    price_pence: i64,
    /// By how much it differs, pence; 0 for a budget that awaits its payment, the whole price where pros name it.
    delta_pence: i64,
    /// How long the work takes, minutes, where pros name the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    length_minutes: Option<i64>,
    /// True while the price stands beside others and the client has not chosen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    standing: bool,
    /// What the pro says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// True once the client has approved it and only the payment is missing.
    approved: bool,
    /// When the client's time to answer, or to pay, ends; ISO 8601.
    until: String,
}

impl From<Proposal> for ProposalView {
    fn from(proposal: Proposal) -> Self {
        let standing = proposal.is_standing();
        Self {
            standing,
            length_minutes: proposal.length_minutes,
            price_pence: proposal.price_pence + proposal.delta_pence,
            delta_pence: proposal.delta_pence,
            message: proposal.message,
            approved: proposal.approved_at.is_some(),
            until: time::iso(proposal.until),
        }
    }
}

/// Another time that the client of a job suggests, with what it pays then.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedVisit {
    /// The window.
    timeslot: SlotView,
    /// What the job costs then before a coupon, pence.
    price_pence: i64,
    /// The platform's part of it, pence.
    fee_pence: i64,
    /// The pro's part of it, pence.
    net_pence: i64,
    /// True once it is accepted and only the client's payment is missing.
    accepted: bool,
    /// When the time to answer, or to pay, ends; ISO 8601.
    until: String,
}

impl SuggestedVisit {
    pub(super) fn of(seen: &SuggestionSeen) -> Option<Self> {
        let SuggestionSeen { change, fee } = seen;
        Some(Self {
            timeslot: slot_of_change(change)?,
            price_pence: fee.amount_pence.0,
            fee_pence: fee.fee_pence.0,
            net_pence: fee.net_pence.0,
            accepted: change.answered_at.is_some(),
            until: time::iso(change.until),
        })
    }
}

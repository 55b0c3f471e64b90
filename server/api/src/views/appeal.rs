//! An appeal against the decision of a dispute.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::appeal::Appellant;
use callout_domain::time;
use callout_store::disputes::Dispute;

/// An appeal, as client and pro see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Appeal)]
pub struct AppealView {
    /// Who appeals.
    by: Appellant,
    /// Why.
    text: String,
    /// When, ISO 8601.
    appealed_at: String,
    /// What the client gets back beyond the first decision, pence, once the appeal is decided; 0 when that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_pence: Option<i64>,
    /// What the pro gets from Callout of what the first decision took, pence, once the appeal is decided; the client keeps the refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_good_pence: Option<i64>,
    /// Why it was decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// When it was decided, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
}

impl AppealView {
    /// The appeal of a dispute; none where nobody appealed.
    #[must_use]
    pub fn of(dispute: &Dispute) -> Option<Self> {
        Some(Self {
            by: dispute.appealed_by?,
            text: dispute.appeal.clone().unwrap_or_default(),
            appealed_at: time::iso(dispute.appealed_at?),
            refund_pence: dispute.appeal_refund_pence,
            made_good_pence: dispute.appeal_made_good_pence,
            verdict: dispute.appeal_verdict.clone(),
            decided_at: dispute.appeal_decided_at.map(time::iso),
        })
    }
}

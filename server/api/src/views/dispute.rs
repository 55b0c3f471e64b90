//! A dispute, as client and pro see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::appeal::AppealView;
use super::photo::photo_url;
use callout_domain::appeal;
use callout_domain::dispute::{self, BankSays, DisputeStatus, Origin, Reason};
use callout_domain::failure::Fallible;
use callout_domain::time;
use callout_money::disputes::Standing;
use callout_store::disputes::Dispute;
use callout_store::from_json;

/// A dispute, as client and pro see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Dispute)]
pub struct DisputeView {
    /// Who disputes: the client here, or their bank.
    origin: Origin,
    /// Why.
    reason: Reason,
    /// What the client wrote.
    text: String,
    /// The client's photos, fetched like the booking's.
    photos: Vec<String>,
    /// Where it stands.
    status: DisputeStatus,
    /// When it was opened, ISO 8601.
    opened_at: String,
    /// Until when the pro may answer, ISO 8601; absent once there is an answer, or it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_by: Option<String>,
    /// What the pro says.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The pro's photos.
    answer_photos: Vec<String>,
    /// What the client gets back, pence, once it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_pence: Option<i64>,
    /// Why it was decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// When it was decided, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
    /// What the client's bank did that ended it; absent for what we decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    bank_says: Option<BankSays>,
    /// Until when either side may appeal, ISO 8601; absent once somebody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal_until: Option<String>,
    /// The one appeal against the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal: Option<AppealView>,
}

impl DisputeView {
    /// A dispute as both sides see it.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn of(dispute: Dispute) -> Fallible<Self> {
        let is_open = dispute.status == DisputeStatus::Open;
        let appeal = AppealView::of(&dispute);
        let is_clients = dispute.origin == Origin::Client;
        let decided_at = dispute.decided_at.filter(|_| is_clients && appeal.is_none());
        let may_answer = is_open && dispute.origin == Origin::Client && dispute.answer.is_none();
        Ok(Self {
            origin: dispute.origin,
            reason: dispute.reason,
            text: dispute.text,
            photos: urls(&dispute.photos)?,
            status: dispute.status,
            opened_at: time::iso(dispute.opened_at),
            answer_by: may_answer.then(|| time::iso(dispute::answer_by(dispute.opened_at))),
            answer: dispute.answer,
            answer_photos: urls(&dispute.answer_photos)?,
            refund_pence: dispute.refund_pence,
            verdict: dispute.verdict,
            decided_at: dispute.decided_at.map(time::iso),
            bank_says: dispute.bank_says,
            appeal_until: decided_at.map(|at| time::iso(appeal::open_until(at))),
            appeal,
        })
    }

    /// Those of a job, the newest first.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn all(standing: Standing) -> Fallible<Vec<Self>> {
        standing.disputes.into_iter().map(Self::of).collect()
    }
}

fn urls(ids: &str) -> Fallible<Vec<String>> {
    let ids: Vec<String> = from_json(ids)?;
    Ok(ids.iter().map(|id| photo_url(id)).collect())
}

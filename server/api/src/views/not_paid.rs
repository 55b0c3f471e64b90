//! A cash job that was not paid.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::time;
use callout_domain::unpaid::Verdict;
use callout_store::unpaid_jobs::UnpaidJob;

/// A cash job that was not paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotPaid {
    /// What the pro says; absent where an operator waived the fee unasked.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When the pro said so, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_at: Option<String>,
    /// What an operator decided about the fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// What of the fee is waived, pence.
    waived_pence: i64,
}

impl From<UnpaidJob> for NotPaid {
    fn from(job: UnpaidJob) -> Self {
        Self {
            text: job.text,
            reported_at: job.reported_at.map(time::iso),
            verdict: job.verdict,
            words: job.verdict_words,
            waived_pence: job.waived_pence,
        }
    }
}

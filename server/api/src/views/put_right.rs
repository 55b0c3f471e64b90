//! A visit that puts right what was done.

use serde::Serialize;
use utoipa::ToSchema;

use super::slot::SlotView;
use callout_domain::put_right::{Outcome, Side};
use callout_domain::time;
use callout_store::put_rights::PutRight;

/// A visit that was asked for to put right what was done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PutRight)]
#[serde(rename_all = "camelCase")]
pub struct PutRightView {
    /// Counts those of its booking, from 1.
    number: i64,
    /// Who asked.
    asked_by: Side,
    /// What is to be put right.
    text: String,
    /// Who named the window that stands; the other one agrees.
    named_by: Side,
    /// The window that stands.
    timeslot: SlotView,
    /// When it was asked, ISO 8601.
    asked_at: String,
    /// The booking of the visit, once both have agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    visit_id: Option<String>,
    /// The token of that visit, for its client: of the kind of link that they opened the booking by.
    #[serde(skip_serializing_if = "Option::is_none")]
    visit_token: Option<String>,
    /// How it ended; absent while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

impl PutRightView {
    /// For the client, who gets to the visit by a link of its own.
    #[must_use]
    pub fn with_token(self, visit_token: Option<String>) -> Self {
        Self { visit_token, ..self }
    }
}

impl From<PutRight> for PutRightView {
    fn from(asked: PutRight) -> Self {
        Self {
            number: asked.number,
            asked_by: asked.asked_by,
            text: asked.text,
            named_by: asked.named_by,
            timeslot: SlotView {
                id: asked.slot_id,
                start: time::iso(asked.slot_start),
                end: time::iso(asked.slot_end),
            },
            asked_at: time::iso(asked.asked_at),
            visit_id: asked.visit_id,
            visit_token: None,
            outcome: asked.outcome,
        }
    }
}

//! Extra work or parts, as client and pro see them.

use serde::Serialize;
use utoipa::ToSchema;

use callout_booking::matching::ExtraSeen;
use callout_domain::change_order::{Line, Status};
use callout_domain::time;
use callout_store::change_orders::ChangeOrder;

/// A change order: extra work or parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ChangeOrder)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOrderView {
    /// Counts those of its booking, from 1.
    number: i64,
    /// Where it stands.
    status: Status,
    /// What it adds.
    lines: Vec<Line>,
    /// What that comes to, pence.
    sum_pence: i64,
    /// True for one that puts another price in the place of the one that was booked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    replaces: bool,
    /// What the pro says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// When it was suggested, ISO 8601.
    proposed_at: String,
    /// When the time to answer and to pay ends, ISO 8601.
    until: String,
    /// When it was approved, declined, taken back, or ran out; ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
}

impl ChangeOrderView {
    fn new(order: ChangeOrder, lines: Vec<Line>) -> Self {
        Self {
            number: order.number,
            status: order.status(),
            lines,
            sum_pence: order.sum_pence,
            proposed_at: time::iso(order.made_at),
            until: time::iso(order.until),
            decided_at: order.ended_at.map(time::iso),
            note: order.note,
            replaces: order.replaces,
        }
    }
}

impl From<ChangeOrder> for ChangeOrderView {
    fn from(mut order: ChangeOrder) -> Self {
        let lines = std::mem::take(&mut order.lines.0);
        Self::new(order, lines)
    }
}

/// A change order as its pro sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobChangeOrder)]
#[serde(rename_all = "camelCase")]
pub struct ExtraOfJob {
    #[serde(flatten)]
    order: ChangeOrderView,
    /// The platform's part, pence.
    fee_pence: i64,
    /// The pro's part, pence.
    net_pence: i64,
}

impl From<ExtraSeen> for ExtraOfJob {
    fn from(seen: ExtraSeen) -> Self {
        Self {
            order: ChangeOrderView::new(seen.order, seen.lines),
            fee_pence: seen.fee.0,
            net_pence: seen.net.0,
        }
    }
}

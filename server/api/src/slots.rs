//! The windows that can be booked in a postcode area, without full ones.

use axum::extract::State;
use pricing_core::Tier;
use pricing_core::postcode::Prefix;
use pricing_core::slots::Slot;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::pounds::Pounds;
use callout_domain::problem::Problem;
use callout_domain::pros::Pros;
use callout_domain::time::{self, Window};
use callout_front::extract::MaybeClient;
use callout_front::extract::Query;
use callout_front::state::AppState;

/// The postcode prefix used when none is given.
const DEFAULT_PREFIX: &str = "SW1";

/// Which slots.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotQuery {
    postcode: Option<String>,
    cheaper: Option<bool>,
    draft_id: Option<String>,
    problem_type: Option<String>,
    gas_work: Option<bool>,
    invitation: Option<String>,
}

/// A window that can be booked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeSlot {
    /// `YYYY-MM-DD-N`.
    id: String,
    /// ISO 8601 with London's offset.
    start: String,
    /// ISO 8601 with London's offset.
    end: String,
    /// Added to the price, in pounds; may be negative.
    #[schema(value_type = f64)]
    price_delta: Pounds,
    /// For display as a badge only.
    tier_hint: Tier,
    /// Whether to recommend it.
    is_recommended: bool,
    /// How many pros there are for it; only where a problem type of the price book was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pros: Option<Pros>,
}

/// The windows that can be booked now, from today to 30 days ahead, London time. With a draft's id, the place it holds counts as
/// free. With a problem type each says whether there are pros for it who were there lately: those whose area covers the district, by their
/// papers and working hours. Nobody is asked, and it promises nothing. With an invitation that may be booked, only the windows in which its pro
/// could come.
#[utoipa::path(
    get, path = "/api/slots", tag = "Pricing",
    params(("postcode" = Option<String>, Query, description = "Prefix or full postcode; SW1 by default"),
        ("cheaper" = Option<bool>, Query, description = "Also the wider windows"), ("draftId" = Option<String>, Query),
        ("problemType" = Option<String>, Query, description = "Has each window say how many pros there are"),
        ("gasWork" = Option<bool>, Query, description = "Only Gas Safe registered pros"),
        ("invitation" = Option<String>, Query, description = "Token of an invitation: only when its pro could come")),
    security((), ("bearer" = [])),
    responses((status = 200, body = [TimeSlot]), (status = 404, body = Problem, description = "A token that opens nothing"),
        (status = 422, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    MaybeClient(client): MaybeClient,
    Query(query): Query<SlotQuery>,
) -> Fallible<axum::Json<Vec<TimeSlot>>> {
    let prefix = Prefix::parse_any(query.postcode.as_deref().unwrap_or(DEFAULT_PREFIX))?;
    let draft = client
        .as_ref()
        .zip(query.draft_id.as_deref())
        .map(|(client, draft)| (client.id.as_str(), draft));
    let free = state
        .quoting
        .free_slots(prefix.area(), query.cheaper.unwrap_or(false), draft)
        .await?;
    let gas_work = query.gas_work.unwrap_or(false);
    let free = match query.invitation.as_deref() {
        None => free,
        Some(token) => state.matching.for_invited(token, gas_work, free).await?,
    };
    let counted = match query.problem_type.as_deref() {
        None => None,
        Some(problem_type) => {
            let windows: Vec<Window> = free.iter().map(|(window, _)| *window).collect();
            let counted = state
                .matching
                .pros_around(&prefix, problem_type, gas_work, &windows);
            counted.await?
        }
    };
    let mut counted = counted.into_iter().flatten();
    let slots = free.into_iter().map(|slot| view(slot, counted.next()));
    Ok(axum::Json(slots.collect()))
}

fn view((window, slot): (Window, Slot), pros: Option<Pros>) -> TimeSlot {
    TimeSlot {
        pros,
        start: time::iso(window.start),
        end: time::iso(window.end),
        id: slot.id,
        price_delta: Pounds(slot.price_delta),
        tier_hint: slot.tier_hint,
        is_recommended: slot.is_recommended,
    }
}

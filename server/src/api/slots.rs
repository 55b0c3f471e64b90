//! The windows that can be booked in a postcode area, full ones left out.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use pricing_core::Tier;
use pricing_core::postcode::Prefix;
use pricing_core::slots::{self, Slot};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::pounds::Pounds;
use crate::domain::time::{self, Window};
use crate::error::Problem;
use crate::extract::Query;
use crate::extract::{Client, MaybeClient};
use crate::state::AppState;
use crate::store;

/// The documents' default prefix.
const DEFAULT_PREFIX: &str = "SW1";

/// Which slots.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotQuery {
    postcode: Option<String>,
    cheaper: Option<bool>,
    draft_id: Option<String>,
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
    /// A badge only.
    tier_hint: Tier,
    /// Whether it is the one to recommend.
    is_recommended: bool,
}

/// The windows that can be booked now: today to 30 days ahead, London time. With a draft's id its own place counts as free.
#[utoipa::path(
    get, path = "/api/slots", tag = "Pricing",
    params(("postcode" = Option<String>, Query, description = "Prefix or full postcode; SW1 by default"),
        ("cheaper" = Option<bool>, Query, description = "Also the wider windows"), ("draftId" = Option<String>, Query)),
    security((), ("bearer" = [])),
    responses((status = 200, body = [TimeSlot]), (status = 422, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    MaybeClient(client): MaybeClient,
    Query(query): Query<SlotQuery>,
) -> Fallible<axum::Json<Vec<TimeSlot>>> {
    let prefix = Prefix::parse_any(query.postcode.as_deref().unwrap_or(DEFAULT_PREFIX))?;
    let now = state.clock.now();
    let current = state.books.current().await?;
    let there = time::london(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
    let area = prefix.area();
    let capacity = i64::from(current.book.capacity.of_area(area));
    let taken = state.books.taken(area).await?;
    let is_full = |window: &Window| taken.get(window).copied().unwrap_or(0) >= capacity;
    let all = slots::slots(&current.book, there, query.cheaper.unwrap_or(false))
        .into_iter()
        .map(|slot| Ok((window(&slot)?, slot)))
        .collect::<Fallible<Vec<_>>>()?;
    let own = match (&client, &query.draft_id) {
        (Some(client), Some(draft)) if all.iter().any(|(window, _)| is_full(window)) => {
            own_place(&state, client, draft, area).await?
        }
        _ => None,
    };
    let free = all
        .into_iter()
        .filter(|(window, _)| !is_full(window) || own.as_ref() == Some(window));
    Ok(axum::Json(free.map(view).collect()))
}

/// The window in `area` that the client's draft holds already.
///
/// # Errors
/// When the database fails.
pub async fn own_place(
    state: &AppState,
    client: &Client,
    draft: &str,
    area: &str,
) -> Fallible<Option<Window>> {
    let mut connection = state.db.read().await?;
    let held = store::slots::held_by_draft(&mut connection, &client.id, draft).await?;
    Ok(held
        .filter(|(held_in, _)| held_in == area)
        .map(|(_, window)| window))
}

/// From when to when a slot is.
///
/// # Errors
/// Never in practice: slots are within the month.
pub(super) fn window(slot: &Slot) -> Fallible<Window> {
    time::window(slot).ok_or_else(|| Failure::internal("a slot outside the calendar"))
}

fn view((window, slot): (Window, Slot)) -> TimeSlot {
    TimeSlot {
        start: time::iso(window.start),
        end: time::iso(window.end),
        id: slot.id,
        price_delta: Pounds(slot.price_delta),
        tier_hint: slot.tier_hint,
        is_recommended: slot.is_recommended,
    }
}

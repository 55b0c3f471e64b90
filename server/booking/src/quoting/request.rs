//! What a client sends to get a quote, and how it is checked.

use pricing_core::calendar::CivilDate;
use pricing_core::danger::{self, DangerAnswer};
use pricing_core::postcode::{Postcode, Prefix};
use pricing_core::{Tier, Urgency, slots};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Quoting;
use super::coupons::check_length;
use crate::books::Current;
use callout_domain::address::AddressInput;
use callout_domain::booking::slot_gone;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters;
use callout_domain::object::object_or_null;
use callout_domain::quote::{QuotedSlot, Wanted};
use callout_domain::time::{self, Window};

/// The slot id that an emergency may carry.
const EMERGENCY_SLOT: &str = "EMERGENCY_NOW";
/// Longest id of a draft, characters (a UUID has 36).
pub const DRAFT_LIMIT: usize = 64;

/// What is to be priced.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// What is to be done, as the client says it.
    pub(super) description: String,
    /// What the browser took it to be; the server prices from the description.
    #[expect(dead_code, reason = "part of the contract, never trusted")]
    pub(super) problem_type: String,
    /// Prefix or full postcode.
    pub(super) postcode: String,
    /// The price that the browser computed; if it differs from ours, the answer is 409 `price_changed`.
    pub(super) amount_pence: i64,
    /// `GBP`.
    pub(super) currency: String,
    /// As it was typed.
    #[serde(default)]
    pub(super) coupon_code: Option<String>,
    /// Service level.
    pub(super) tier: Tier,
    /// A slot's id; absent or `EMERGENCY_NOW` with EMERGENCY only.
    #[serde(default)]
    pub(super) timeslot_id: Option<String>,
    /// When that slot began where the client saw it, ISO 8601 or London time such as `2026-11-24T11:00`; if it begins at another time by
    /// now, the answer is 409 `slot_gone`.
    #[serde(default)]
    pub(super) slot_start: Option<String>,
    /// When it ended there.
    #[serde(default)]
    pub(super) slot_end: Option<String>,
    /// How soon.
    pub(super) urgency: Urgency,
    /// If known: its full postcode decides the price.
    #[serde(default, deserialize_with = "object_or_null")]
    pub(super) address: Option<AddressInput>,
    /// The browser's draft.
    #[serde(default)]
    pub(super) draft_id: Option<String>,
    /// A quick fix of the create screen.
    #[serde(default)]
    pub(super) quick_fix: Option<String>,
    /// A problem type that the client chose.
    #[serde(default)]
    pub(super) problem_type_to_use: Option<String>,
    /// What the client answered to the estimate's questions about danger; answers to what is not asked are ignored.
    #[serde(default)]
    pub(super) danger_answers: Vec<DangerAnswer>,
}

impl QuoteRequest {
    /// Whether the client saw the slot with this window. A newer price book may give its id to another one.
    fn saw(&self, window: Window) -> bool {
        let same = |seen: &Option<String>, time: Millis| {
            seen.as_deref().is_none_or(|seen| moment(seen) == Some(time))
        };
        same(&self.slot_start, window.start) && same(&self.slot_end, window.end)
    }
}

/// A time with its offset, or as London's clocks show it.
fn moment(text: &str) -> Option<Millis> {
    time::of_iso(text).or_else(|| text.parse().ok().and_then(time::instant))
}

/// The id of a draft, if there is one.
pub(super) fn draft_id(draft: Option<&str>) -> Fallible<Option<&str>> {
    let Some(draft) = draft.map(str::trim).filter(|draft| !draft.is_empty()) else {
        return Ok(None);
    };
    let plain = draft
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain && draft.len() <= DRAFT_LIMIT {
        Ok(Some(draft))
    } else {
        Err(Failure::field("draftId", "This is not the id of a draft."))
    }
}

impl Quoting {
    /// Checks the parts of a request and how they go together; returns the postcode area with it.
    pub(super) async fn wanted(
        &self,
        current: &Current,
        client_id: &str,
        request: &QuoteRequest,
    ) -> Fallible<(Wanted, String)> {
        let prefix = Prefix::parse_any(&request.postcode)?;
        let full = request
            .address
            .as_ref()
            .and_then(|address| address.postcode.as_deref());
        let full = full.and_then(|postcode| Postcode::parse(postcode).ok());
        let (postcode, area) = match &full {
            Some(full) => (full.outcode(), full.area()),
            None => (prefix.as_str(), prefix.area()),
        };
        let coupon = request
            .coupon_code
            .as_deref()
            .map(str::trim)
            .filter(|code| !code.is_empty());
        let coupon = coupon
            .map(|code| check_length(code).map(str::to_ascii_uppercase))
            .transpose();
        let coupon = coupon.map_err(|error| Failure::field("couponCode", error.detail))?;
        let given = |text: &Option<String>| {
            text.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let slot = self.slot(current, client_id, request, area).await?;
        let description = letters::plain_text(&request.description).trim().to_owned();
        let wanted = Wanted {
            danger_answers: danger::answered(&description, &request.danger_answers),
            description,
            quick_fix: given(&request.quick_fix),
            chosen_type: given(&request.problem_type_to_use),
            postcode: postcode.to_owned(),
            tier: request.tier,
            urgency: request.urgency,
            slot,
            coupon,
        };
        Ok((wanted, area.to_owned()))
    }

    /// EMERGENCY takes no slot, ASAP one of today's, SCHEDULED any; a full or past one is 409 `slot_gone`.
    async fn slot(
        &self,
        current: &Current,
        client_id: &str,
        request: &QuoteRequest,
        area: &str,
    ) -> Fallible<Option<QuotedSlot>> {
        let combination = |message: &str| Err(Failure::unprocessable("invalid_combination", message));
        let id = request.timeslot_id.as_deref().filter(|id| !id.is_empty());
        let id = match (request.urgency, id) {
            (Urgency::Emergency, None | Some(EMERGENCY_SLOT)) => return Ok(None),
            (Urgency::Emergency, Some(_)) => return combination("An emergency takes no time slot."),
            (_, None | Some(EMERGENCY_SLOT)) => return combination("Please choose a time slot."),
            (_, Some(id)) => id,
        };
        let there = time::london(self.clock.now())
            .ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
        let day =
            slot_day(id).ok_or_else(|| Failure::field("timeslotId", "This is not the id of a time slot."))?;
        if request.urgency == Urgency::Asap && day != there.date {
            return combination("ASAP is for today. Choose Scheduled for another day.");
        }
        let slot = slots::slot_by_id(&current.book, there, id).ok_or_else(slot_gone)?;
        let capacity = i64::from(current.book.capacity.of_area(area));
        let taken = self.books.taken(area).await?;
        let window = super::slots::window(&slot)?;
        if !request.saw(window) {
            return Err(slot_gone());
        }
        if taken.get(&window).copied().unwrap_or(0) >= capacity
            && !Box::pin(self.is_own(client_id, request, area, window)).await?
        {
            return Err(slot_gone());
        }
        Ok(Some(QuotedSlot {
            start: window.start,
            end: window.end,
            id: slot.id,
            delta: slot.price_delta.0,
        }))
    }

    /// True when the slot is full only because of the draft's own place.
    async fn is_own(
        &self,
        client_id: &str,
        request: &QuoteRequest,
        area: &str,
        window: Window,
    ) -> Fallible<bool> {
        let Some(draft) = request.draft_id.as_deref() else {
            return Ok(false);
        };
        let own = self.own_place(client_id, draft, area).await?;
        Ok(own == Some(window))
    }
}

/// The day of an id `YYYY-MM-DD-N`.
fn slot_day(id: &str) -> Option<CivilDate> {
    let (day, number) = id.rsplit_once('-')?;
    number.parse::<u8>().ok()?;
    day.parse().ok()
}

//! Quotes: what the client wants, priced by the server and signed. Nothing is written, and for a guest without a coupon
//! nothing is read but caches.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use http::StatusCode;
use pricing_core::calendar::CivilDate;
use pricing_core::postcode::{Postcode, Prefix};
use pricing_core::quote::QuoteLine;
use pricing_core::{Tier, Urgency, slots};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::coupons::{self, Standing};
use super::loyalty;
use crate::books::Current;
use crate::clock::{Millis, SECOND};
use crate::domain::address::AddressInput;
use crate::domain::booking::slot_gone;
use crate::domain::ids;
use crate::domain::quote::{self, Content, Priced, QuotedSlot, Wanted};
use crate::domain::time::{self, Window};
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::Client;
use crate::extract::Json;
use crate::limits;
use crate::state::AppState;

/// The slot id that an emergency may carry.
const EMERGENCY_SLOT: &str = "EMERGENCY_NOW";
/// Longest id of a draft, characters (a UUID has 36).
const DRAFT_LIMIT: usize = 64;

/// What is to be priced.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// 3 to 500 characters.
    description: String,
    /// What the browser took it for; the server prices from the description.
    #[expect(dead_code, reason = "part of the contract, never trusted")]
    problem_type: String,
    /// Prefix or full postcode.
    postcode: String,
    /// What the browser computed; another price is 409 `price_changed`.
    amount_pence: i64,
    /// `GBP`.
    currency: String,
    /// At most 32 characters.
    #[serde(default)]
    coupon_code: Option<String>,
    /// Service level.
    tier: Tier,
    /// A slot's id; absent or `EMERGENCY_NOW` with EMERGENCY only.
    #[serde(default)]
    timeslot_id: Option<String>,
    /// How soon.
    urgency: Urgency,
    /// Where it is known: its full postcode prices.
    #[serde(default)]
    address: Option<AddressInput>,
    /// The browser's draft.
    #[serde(default)]
    draft_id: Option<String>,
    /// A quick fix of the create screen.
    #[serde(default)]
    quick_fix: Option<String>,
    /// A problem type that the client chose.
    #[serde(default)]
    problem_type_to_use: Option<String>,
}

/// A signed quote.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedQuote {
    /// `q-…`.
    quote_id: String,
    /// What is to be paid, pence; 0 without lines: no instant price, a budget only.
    amount_pence: i64,
    /// `GBP`.
    currency: String,
    /// Unix seconds.
    expires_at_epoch_sec: i64,
    /// Opaque; to be sent back to redeem the quote.
    signature: String,
    /// How the amount adds up.
    lines: Vec<QuoteLine>,
    /// Version of the price book.
    book_version: String,
}

/// Prices and signs what the client wants, for 15 minutes.
#[utoipa::path(
    post, path = "/api/quotes", tag = "Pricing", request_body = QuoteRequest,
    responses((status = 201, body = SignedQuote), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`price_changed` with the right `quote`, or `slot_gone`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn create(
    State(state): State<AppState>,
    caller: Caller,
    client: Client,
    Json(request): Json<QuoteRequest>,
) -> Fallible<(StatusCode, axum::Json<SignedQuote>)> {
    let now = state.clock.now();
    state.limits.count(limits::QUOTES, &caller.key, now)?;
    let current = state.books.current().await?;
    let coupon = request.coupon_code.as_deref();
    let current = loyalty::with_own_coupon(&state, current, coupon, &client.id).await?;
    if request.currency != current.book.currency {
        return Err(Failure::field("currency", "Prices are in GBP only."));
    }
    let draft = draft_id(request.draft_id.as_deref())?;
    let (wanted, area) = wanted(&state, &current, &client, &request, now).await?;
    let standing = match &wanted.coupon {
        Some(code) => {
            Box::pin(coupons::of_client(
                &state,
                &current.book,
                code,
                &client,
                draft.unwrap_or_default(),
            ))
            .await?
        }
        None => Standing::default(),
    };
    let priced = quote::price(
        &current.book,
        &wanted,
        standing.first_booking,
        standing.refusal.is_none(),
    )?;
    let amount = priced.quote.amount.0;
    let reason = standing
        .refusal
        .or_else(|| refused_coupon(&priced))
        .map(str::to_owned);
    let made_for = MadeFor {
        person: &client.id,
        draft,
        area: &area,
    };
    let signed = sign(&state, &current, made_for, wanted, priced, now)?;
    if request.amount_pence == amount {
        Ok((StatusCode::CREATED, axum::Json(signed)))
    } else {
        Err(price_changed(signed, reason.as_deref()))
    }
}

/// Whom and what a quote is for, beside what is priced.
#[derive(Clone, Copy)]
pub(crate) struct MadeFor<'a> {
    /// The client.
    pub(crate) person: &'a str,
    /// The browser's draft; without one the quote is a draft of its own.
    pub(crate) draft: Option<&'a str>,
    /// Postcode area of the price.
    pub(crate) area: &'a str,
}

/// Signs a price.
pub(crate) fn sign(
    state: &AppState,
    current: &Current,
    made_for: MadeFor<'_>,
    mut wanted: Wanted,
    priced: Priced<'_>,
    now: Millis,
) -> Fallible<SignedQuote> {
    let id = ids::prefixed("q-")?;
    let Priced { estimate, quote } = priced;
    // A coupon that takes nothing off is not used.
    wanted.coupon = wanted.coupon.filter(|_| quote.discount.0 > 0);
    let valid = i64::from(current.book.quote_valid_minutes) * 60;
    let content = Content {
        draft: made_for.draft.unwrap_or(&id).to_owned(),
        id,
        person: made_for.person.to_owned(),
        wanted,
        area: made_for.area.to_owned(),
        problem_type: estimate.problem_type.to_owned(),
        name: estimate.readable_name.to_owned(),
        skills: skills(
            estimate.trade,
            estimate.trades.into_iter().map(|trade| trade.trade),
        ),
        estimated: estimate.estimated_cost.map(|cost| cost.0),
        lines: quote.lines,
        amount: quote.amount.0,
        discount: quote.discount.0,
        currency: current.book.currency.clone(),
        book: current.book.version.clone(),
        expires: now.div_euclid(SECOND) + valid,
    };
    Ok(SignedQuote {
        signature: content.sign(&state.keys.quote)?,
        quote_id: content.id,
        amount_pence: content.amount,
        currency: content.currency,
        expires_at_epoch_sec: content.expires,
        lines: content.lines,
        book_version: content.book,
    })
}

/// The trade of the price first, then the others that the description calls for.
fn skills<'t>(first: &str, others: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut skills = vec![first.to_owned()];
    for other in others {
        if !skills.iter().any(|skill| skill == other) {
            skills.push(other.to_owned());
        }
    }
    skills
}

/// 409 `price_changed` with the right price, signed.
pub(crate) fn price_changed(quote: SignedQuote, reason: Option<&str>) -> Failure {
    let detail = match reason {
        Some(reason) => format!("Coupon is invalid or not applicable. {reason}."),
        None => "The price has changed. Please check the new price.".to_owned(),
    };
    with_quote(Failure::conflict("price_changed", detail), quote)
}

/// Adds a complete signed quote to a refusal.
pub(crate) fn with_quote(refusal: Failure, quote: SignedQuote) -> Failure {
    match serde_json::to_value(quote) {
        Ok(quote) => refusal.with("quote", quote),
        Err(error) => Failure::internal(error),
    }
}

fn refused_coupon<'q>(priced: &'q Priced<'_>) -> Option<&'q str> {
    priced
        .quote
        .coupon
        .as_ref()
        .filter(|coupon| !coupon.valid)
        .map(|coupon| coupon.description.as_str())
}

fn draft_id(draft: Option<&str>) -> Fallible<Option<&str>> {
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

/// Checks the parts of a request and how they go together; answers the postcode area with it.
async fn wanted(
    state: &AppState,
    current: &Current,
    client: &Client,
    request: &QuoteRequest,
    now: Millis,
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
        .map(|code| coupons::check_length(code).map(str::to_ascii_uppercase))
        .transpose();
    let coupon = coupon.map_err(|error| Failure::field("couponCode", error.detail))?;
    let given = |text: &Option<String>| {
        text.as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let slot = slot(state, current, client, request, area, now).await?;
    let wanted = Wanted {
        description: request.description.trim().to_owned(),
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

/// EMERGENCY takes no slot, ASAP one of today, SCHEDULED any; a full or past one is gone.
async fn slot(
    state: &AppState,
    current: &Current,
    client: &Client,
    request: &QuoteRequest,
    area: &str,
    now: Millis,
) -> Fallible<Option<QuotedSlot>> {
    let combination = |message: &str| Err(Failure::unprocessable("invalid_combination", message));
    let id = request.timeslot_id.as_deref().filter(|id| !id.is_empty());
    let id = match (request.urgency, id) {
        (Urgency::Emergency, None | Some(EMERGENCY_SLOT)) => return Ok(None),
        (Urgency::Emergency, Some(_)) => return combination("An emergency takes no time slot."),
        (_, None | Some(EMERGENCY_SLOT)) => return combination("Please choose a time slot."),
        (_, Some(id)) => id,
    };
    let there = time::london(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))?;
    let day =
        slot_day(id).ok_or_else(|| Failure::field("timeslotId", "This is not the id of a time slot."))?;
    if request.urgency == Urgency::Asap && day != there.date {
        return combination("ASAP is for today. Choose Scheduled for another day.");
    }
    let slot = slots::slot_by_id(&current.book, there, id).ok_or_else(slot_gone)?;
    let capacity = i64::from(current.book.capacity.of_area(area));
    let taken = state.books.taken(area).await?;
    let window = super::slots::window(&slot)?;
    if taken.get(&window).copied().unwrap_or(0) >= capacity
        && !Box::pin(is_own(state, client, request, area, window)).await?
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

/// The day of an id `YYYY-MM-DD-N`.
fn slot_day(id: &str) -> Option<CivilDate> {
    let (day, number) = id.rsplit_once('-')?;
    number.parse::<u8>().ok()?;
    day.parse().ok()
}

/// True when the full slot is full with the draft's own place.
async fn is_own(
    state: &AppState,
    client: &Client,
    request: &QuoteRequest,
    area: &str,
    window: Window,
) -> Fallible<bool> {
    let Some(draft) = request.draft_id.as_deref() else {
        return Ok(false);
    };
    let own = super::slots::own_place(state, client, draft, area).await?;
    Ok(own == Some(window))
}

//! The caller's profile, and the dashboard's counters.

use crate::views::client_profile::ProfileView;
use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use pricing_core::postcode::Postcode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::address::{CITY_LIMIT, LINE_LIMIT, NAME_LIMIT};
use callout_domain::clock::Millis;
use callout_domain::problem::Problem;
use callout_domain::{contact, letters};
use callout_front::extract::Client;
use callout_front::extract::Json;
use callout_front::state::AppState;
use callout_store::clients::{self, Profile};
use callout_store::identifiers::{self};
use callout_store::personal;

/// The caller's profile.
#[utoipa::path(
    get, path = "/api/clients/me", tag = "Clients",
    responses((status = 200, body = ProfileView), (status = 401, body = Problem))
)]
pub async fn show(State(state): State<AppState>, client: Client) -> Fallible<axum::Json<ProfileView>> {
    let mut connection = state.db.read().await?;
    let profile = clients::profile(&mut connection, &client.id).await?;
    let profile = profile.ok_or_else(Failure::unauthorised)?;
    let known = identifiers::of_account(&mut connection, &client.id).await?;
    Ok(axum::Json(ProfileView::new(profile, &known)))
}

/// Fields to change: an absent one stays as it is, an empty one is cleared.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileChange {
    /// UK mobile; unverified until proved by a code.
    phone: Option<String>,
    /// First and last name.
    name: Option<String>,
    /// House and street.
    address_line: Option<String>,
    /// Town or city.
    city: Option<String>,
    /// A full postcode.
    postcode: Option<String>,
    /// Emails and texts that are not about a booking.
    marketing_consent: Option<bool>,
}

/// Changes the caller's profile. A phone set here cannot be used to sign in until a code proves it; changing the email always
/// takes a code.
#[utoipa::path(
    put, path = "/api/clients/me", tag = "Clients", request_body = ProfileChange,
    responses((status = 200, body = ProfileView), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn change(
    State(state): State<AppState>,
    client: Client,
    Json(body): Json<ProfileChange>,
) -> Fallible<axum::Json<ProfileView>> {
    let change = Change::parse(body)?;
    let now = state.clock.now();
    let view = state
        .db
        .write(move |connection| {
            Box::pin(async move {
                let profile = clients::profile(connection, &client.id).await?;
                let mut profile = profile.ok_or_else(Failure::unauthorised)?;
                change.apply(&mut profile, now);
                clients::save(connection, &profile).await?;
                let known = identifiers::of_account(connection, &client.id).await?;
                Ok::<_, Failure>(ProfileView::new(profile, &known))
            })
        })
        .await?;
    Ok(axum::Json(view))
}

/// A checked change: each field is left alone, cleared, or given a new value.
struct Change {
    phone: Option<Option<String>>,
    name: Option<Option<String>>,
    address_line: Option<Option<String>>,
    city: Option<Option<String>>,
    postcode: Option<Option<String>>,
    marketing_consent: Option<bool>,
}

impl Change {
    fn parse(body: ProfileChange) -> Fallible<Self> {
        Ok(Self {
            phone: checked(body.phone, contact::phone)?,
            name: checked(body.name, |text| limited("name", text, NAME_LIMIT))?,
            address_line: checked(body.address_line, |text| limited("addressLine", text, LINE_LIMIT))?,
            city: checked(body.city, |text| limited("city", text, CITY_LIMIT))?,
            postcode: checked(body.postcode, |text| {
                Postcode::parse(text)
                    .map(|postcode| postcode.to_string())
                    .map_err(|error| Failure::field("postcode", error.message))
            })?,
            marketing_consent: body.marketing_consent,
        })
    }

    fn apply(self, profile: &mut Profile, now: Millis) {
        let set = |field: &mut Option<String>, change: Option<Option<String>>| {
            if let Some(value) = change {
                *field = value;
            }
        };
        set(&mut profile.phone, self.phone);
        set(&mut profile.name, self.name);
        set(&mut profile.address_line, self.address_line);
        set(&mut profile.city, self.city);
        set(&mut profile.postcode, self.postcode);
        profile.marketing_consent_at = match self.marketing_consent {
            Some(true) => profile.marketing_consent_at.or(Some(now)),
            Some(false) => None,
            None => profile.marketing_consent_at,
        };
    }
}

fn checked(
    text: Option<String>,
    parse: impl FnOnce(&str) -> Fallible<String>,
) -> Fallible<Option<Option<String>>> {
    let Some(text) = text else { return Ok(None) };
    contact::given(Some(&text)).map(parse).transpose().map(Some)
}

fn limited(field: &str, text: &str, limit: usize) -> Fallible<String> {
    let text = letters::line(text);
    if text.chars().count() > limit {
        return Err(Failure::field(field, format!("Use at most {limit} characters.")));
    }
    Ok(text)
}

/// The counters of the dashboard.
#[derive(Serialize, ToSchema)]
#[schema(as = BookingCounters)]
pub struct Counters {
    /// Bookings in the list.
    total: i64,
    /// Bookings under way.
    active: i64,
    /// Bookings completed.
    completed: i64,
}

/// How many bookings the caller has.
#[utoipa::path(
    get, path = "/api/clients/me/summary", tag = "Clients",
    responses((status = 200, body = Counters), (status = 401, body = Problem))
)]
pub async fn summary(State(state): State<AppState>, client: Client) -> Fallible<axum::Json<Counters>> {
    let (total, active, completed) = personal::counters(&mut state.db.read().await?, &client.id).await?;
    Ok(axum::Json(Counters {
        total,
        active,
        completed,
    }))
}

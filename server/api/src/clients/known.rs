//! Whether an account exists. Revealing that is the purpose, so the limits are tight.

use axum::extract::State;
use callout_domain::failure::Fallible;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_base::limits;
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::Caller;
use callout_front::extract::Query;
use callout_front::state::AppState;
use callout_store::identifiers;

/// The identifier to look up.
#[derive(Deserialize)]
pub struct Asked {
    email: Option<String>,
    phone: Option<String>,
}

/// Whether an account exists.
#[derive(Serialize, ToSchema)]
pub struct Known {
    /// True for proved identifiers and for accounts with a password, never for guests.
    exists: bool,
}

/// Tells whether an email or phone has an account. 20 an hour from one address, together with registrations.
#[utoipa::path(
    get, path = "/api/clients/identifier-exists", tag = "Clients",
    params(("email" = Option<String>, Query), ("phone" = Option<String>, Query, description = "One of the two")),
    responses((status = 200, body = Known), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn identifier_exists(
    State(state): State<AppState>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Fallible<axum::Json<Known>> {
    let identifier = Identifier::parse(asked.email.as_deref(), asked.phone.as_deref())?;
    state
        .limits
        .count_address(limits::WHO_IS_KNOWN, caller.address(), state.clock.now())?;
    let mut connection = state.db.read().await?;
    let exists = identifiers::exists(&mut connection, Role::Client, identifier.value()).await?;
    Ok(axum::Json(Known { exists }))
}

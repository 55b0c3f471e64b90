//! Guests: `ensure-guest` always makes a new unverified client with its own token.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::{contact, ids};
use callout_front::extract::{Caller, Json};
use callout_front::state::AppState;
use callout_store::clients::NewGuest;

/// How to reach the guest; at least one is needed.
#[derive(Deserialize, ToSchema)]
pub struct EnsureGuest {
    /// Email.
    email: Option<String>,
    /// UK mobile.
    phone: Option<String>,
}

/// The new guest.
#[derive(Serialize, ToSchema)]
pub struct Guest {
    /// `guest-…`.
    #[serde(rename = "clientId")]
    client_id: String,
    /// Bearer token of the guest.
    token: String,
}

/// Makes a guest. Never returns an existing client, so it reveals nothing about who is known.
#[utoipa::path(
    post, path = "/api/clients/ensure-guest", tag = "Clients", request_body = EnsureGuest,
    responses((status = 200, body = Guest), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn ensure_guest(
    State(state): State<AppState>,
    caller: Caller,
    Json(body): Json<EnsureGuest>,
) -> Fallible<axum::Json<Guest>> {
    let guest = NewGuest {
        id: ids::prefixed("guest-")?,
        email: contact::given(body.email.as_deref())
            .map(contact::email)
            .transpose()?,
        phone: contact::given(body.phone.as_deref())
            .map(contact::phone)
            .transpose()?,
    };
    if guest.email.is_none() && guest.phone.is_none() {
        return Err(Failure::field("phone", contact::PHONE_MESSAGE));
    }
    let guest = state.accounts.add_guest(caller.address(), guest).await?;
    Ok(axum::Json(Guest {
        client_id: guest.client_id,
        token: guest.token,
    }))
}

//! Clients' accounts: coming in, the profile, one's data, leaving.

pub mod code;
pub mod data;
pub mod known;
pub mod password;
pub mod profile;

use crate::domain::failure::Fallible;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::arrival::Arrival;
use crate::state::AppState;

/// A signed-in client.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    /// Bearer token.
    token: String,
    /// The account.
    #[serde(rename = "clientId")]
    client_id: String,
}

impl SignedIn {
    fn new(state: &AppState, arrival: Arrival) -> Fallible<Self> {
        Ok(Self {
            token: arrival.token(state)?,
            client_id: arrival.client_id,
        })
    }
}

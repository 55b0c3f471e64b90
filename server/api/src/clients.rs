//! Client accounts: signing in, the profile, data export, erasure.

pub mod code;
pub mod data;
pub mod known;
pub mod password;
pub mod profile;

use serde::Serialize;
use utoipa::ToSchema;

use callout_people::accounts;

/// A signed-in client.
#[derive(Serialize, ToSchema)]
pub struct SignedIn {
    /// Bearer token.
    token: String,
    /// The account.
    #[serde(rename = "clientId")]
    client_id: String,
}

impl From<accounts::SignedIn> for SignedIn {
    fn from(person: accounts::SignedIn) -> Self {
        Self {
            token: person.token,
            client_id: person.client_id,
        }
    }
}

//! Client accounts: signing in, the profile, data export, erasure.

pub mod code;
pub mod data;
pub mod known;
pub mod password;
pub mod profile;
pub mod ways_in;

use serde::Serialize;
use utoipa::ToSchema;

use callout_front::extract::Remember;
use callout_front::state::AppState;
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

/// The answer to a sign-in, and the cookie by which the browser is known the next time.
pub type Entered = (Remember, axum::Json<SignedIn>);

fn entered(state: &AppState, person: accounts::SignedIn) -> Entered {
    (Remember::of(state, &person.devices), axum::Json(person.into()))
}

impl From<accounts::SignedIn> for SignedIn {
    fn from(person: accounts::SignedIn) -> Self {
        Self {
            token: person.token,
            client_id: person.client_id,
        }
    }
}

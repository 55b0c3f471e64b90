//! A passkey, as its pro sees it.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::time;
use callout_store::passkeys::Passkey;

/// One of the pro's passkeys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView {
    id: String,
    /// What the pro calls it.
    name: String,
    created_at: String,
    /// Absent until it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<String>,
}

impl From<Passkey> for PasskeyView {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            created_at: time::iso(passkey.created_at),
            used_at: passkey.used_at.map(time::iso),
        }
    }
}

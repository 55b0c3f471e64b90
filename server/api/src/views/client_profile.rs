//! A client's profile.

use serde::Serialize;
use utoipa::ToSchema;

use callout_store::clients::Profile;
use callout_store::identifiers::Identifier;

/// A client's profile; fields never given are left out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClientProfile)]
pub struct ProfileView {
    /// `client-…`, or `guest-…` for a guest.
    client_id: String,
    /// Email.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// True once proved by a code; it then signs in.
    email_verified: bool,
    /// UK mobile.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// True once proved by a code; it then signs in.
    phone_verified: bool,
    /// Full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// First address line.
    #[serde(skip_serializing_if = "Option::is_none")]
    address_line: Option<String>,
    /// Town.
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    /// Full postcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    postcode: Option<String>,
    /// Off until the person opts in.
    marketing_consent: bool,
}

impl ProfileView {
    /// The profile, with what is proved of it.
    #[must_use]
    pub fn new(profile: Profile, identifiers: &[Identifier]) -> Self {
        let proved = |value: &Option<String>| {
            identifiers
                .iter()
                .any(|known| known.verified_at.is_some() && value.as_deref() == Some(&known.value))
        };
        Self {
            email_verified: proved(&profile.email),
            phone_verified: proved(&profile.phone),
            client_id: profile.id,
            email: profile.email,
            phone: profile.phone,
            name: profile.name,
            address_line: profile.address_line,
            city: profile.city,
            postcode: profile.postcode,
            marketing_consent: profile.marketing_consent_at.is_some(),
        }
    }
}

//! Further work that a pro suggests.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::picture_url;
use callout_booking::matching::InvitationSeen;
use callout_domain::booking::Booking;
use callout_domain::links::{self, Kind};
use callout_domain::new_work::State;
use callout_domain::pro::Pro;
use callout_domain::status::BookingStatus;
use callout_domain::time;
use callout_store::invitations::Invitation;

/// Further work that the pro of a job suggests, as both sides see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Invitation)]
#[serde(rename_all = "camelCase")]
pub struct InvitationView {
    /// What should be done; phones and emails are hidden.
    text: String,
    /// Code of the problem type.
    problem_type: String,
    /// Display name of the problem type.
    readable_name: String,
    /// When it was suggested, ISO 8601.
    suggested_at: String,
    /// Until when it may be booked, ISO 8601.
    until: String,
    /// Where it stands.
    state: State,
    /// What was booked by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_id: Option<String>,
    /// Where that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_status: Option<BookingStatus>,
    /// The link's token, for its client, while it may be booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

impl InvitationView {
    /// For the client, who gets to the draft by a link of its own.
    #[must_use]
    pub fn with_token(self, token: String) -> Self {
        Self {
            token: (self.state == State::Open).then_some(token),
            ..self
        }
    }
}

impl From<InvitationSeen> for InvitationView {
    fn from(seen: InvitationSeen) -> Self {
        let InvitationSeen {
            invitation,
            readable_name,
            state,
            booked,
        } = seen;
        Self {
            text: invitation.text,
            problem_type: invitation.problem_type,
            readable_name,
            suggested_at: time::iso(invitation.made_at),
            until: time::iso(invitation.until),
            state,
            booking_status: booked.as_ref().map(|booked| booked.status),
            booking_id: booked.map(|booked| booked.id),
            token: None,
        }
    }
}

/// A problem type that a pro may suggest.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WorkType {
    /// Its code.
    code: String,
    /// Its display name.
    name: String,
}

impl From<(String, String)> for WorkType {
    fn from((code, name): (String, String)) -> Self {
        Self { code, name }
    }
}

/// The pro who suggests it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitingPro {
    /// `master-…`.
    id: String,
    /// First name and initial: `Ada L.`
    name: String,
    /// Address of the portrait.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo: Option<String>,
    /// What clients gave them, 1 to 5 with one decimal; absent while there are fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// True when we have verified who they are.
    verified: bool,
}

impl InvitingPro {
    /// As far as they have told who they are.
    #[must_use]
    pub fn of(pro: &Pro) -> Option<Self> {
        Some(Self {
            id: pro.id.clone(),
            name: pro.short_name()?,
            photo: pro.avatar_id.as_deref().map(picture_url),
            rating: pro.stars.rating(),
            verified: pro.is_verified(),
        })
    }
}

/// Where the job was, and whom to ask for: what the draft begins with. Never the entry notes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedAddress {
    full_name: String,
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    line1: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    postcode: String,
}

impl InvitedAddress {
    /// What whoever holds the link may know of the job that was done: as much as a link that was sent by text shows.
    #[must_use]
    pub fn of(job: &Booking) -> Option<Self> {
        if links::hides_entry_info(Kind::Text, job) || job.address_line1.is_empty() {
            return None;
        }
        Some(Self {
            full_name: job.customer_name.clone(),
            phone: job.phone.clone(),
            email: job.email.clone(),
            line1: job.address_line1.clone(),
            line2: job.address_line2.clone(),
            city: job.city.clone(),
            postcode: job.postcode.clone(),
        })
    }
}

/// What a link of an invitation opens.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedInvitation {
    /// What is suggested.
    pub invitation: InvitationView,
    /// Who suggests it; absent once they are gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pro: Option<InvitingPro>,
    /// The outward half of the postcode, while it may be booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub district: Option<String>,
    /// Where the job was, while it may be booked; absent where its entry notes are still covered for links sent by text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<InvitedAddress>,
    /// How long nobody but this pro is asked, hours from the booking on.
    pub promised_hours: i64,
}

/// An invitation in somebody's copy of their data.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedInvitation {
    booking_id: String,
    text: String,
    problem_type: String,
    suggested_at: String,
    until: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    declined_at: Option<String>,
}

impl From<Invitation> for ExportedInvitation {
    fn from(invitation: Invitation) -> Self {
        Self {
            booking_id: invitation.booking_id,
            text: invitation.text,
            problem_type: invitation.problem_type,
            suggested_at: time::iso(invitation.made_at),
            until: time::iso(invitation.until),
            declined_at: invitation.declined_at.map(time::iso),
        }
    }
}

//! What the copies of clients and of pros have in common. Times are ISO 8601.

use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::message_kind::Choice;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::audit::AuditRow;
use callout_domain::clock::Millis;
use callout_domain::support::SupportMessage;
use callout_domain::time;
use callout_store::chat::ChatMessage;
use callout_store::identifiers::Identifier;
use callout_store::personal::SessionTimes;
use callout_store::proposals::Proposal;

/// An email or phone that signs in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedIdentifier {
    value: String,
    /// Absent until proved by a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified_at: Option<String>,
}

impl From<Identifier> for ExportedIdentifier {
    fn from(identifier: Identifier) -> Self {
        Self {
            value: identifier.value,
            verified_at: identifier.verified_at.map(time::iso),
        }
    }
}

/// A session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    began_at: String,
    expires_at: String,
    /// Absent while the session is open, or if it simply expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

impl From<SessionTimes> for ExportedSession {
    fn from((began_at, expires_at, ended_at): SessionTimes) -> Self {
        Self {
            began_at: time::iso(began_at),
            expires_at: time::iso(expires_at),
            ended_at: ended_at.map(time::iso),
        }
    }
}

/// A message that was switched on or off.
#[derive(Serialize, ToSchema)]
pub struct ExportedChoice {
    message: String,
    on: bool,
}

/// A browser that is notified.
#[derive(Serialize, ToSchema)]
pub struct ExportedBrowser {
    /// Its address at its push service.
    endpoint: String,
    since: String,
}

impl From<(Choice, bool)> for ExportedChoice {
    fn from((message, on): (Choice, bool)) -> Self {
        Self {
            message: message.as_str().to_owned(),
            on,
        }
    }
}

impl From<(String, Millis)> for ExportedBrowser {
    fn from((endpoint, since): (String, Millis)) -> Self {
        Self {
            endpoint,
            since: time::iso(since),
        }
    }
}

/// A message of a chat.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedChat {
    /// `client` or `pro`.
    from: &'static str,
    text: String,
    at: String,
}

impl From<ChatMessage> for ExportedChat {
    fn from(message: ChatMessage) -> Self {
        Self {
            from: message.sender.as_str(),
            text: message.text,
            at: time::iso(message.sent_at),
        }
    }
}

/// A pro's proposal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedProposal {
    booking_id: String,
    price_pence: i64,
    delta_pence: i64,
    /// How long the work takes, where the pro named the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    length_minutes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    at: String,
    /// Absent while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<ProposalOutcome>,
}

impl From<Proposal> for ExportedProposal {
    fn from(proposal: Proposal) -> Self {
        Self {
            booking_id: proposal.booking_id,
            price_pence: proposal.price_pence,
            delta_pence: proposal.delta_pence,
            length_minutes: proposal.length_minutes,
            message: proposal.message,
            at: time::iso(proposal.made_at),
            outcome: proposal.outcome,
        }
    }
}

/// What an operator did about the person, and wrote down.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedAct {
    /// What was done: `suspended the pro`.
    act: String,
    /// To what kind of thing: `booking`.
    subject: String,
    /// Its id.
    id: String,
    /// Why, in the operator's words; absent where none were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    at: String,
}

impl From<AuditRow> for ExportedAct {
    fn from(row: AuditRow) -> Self {
        Self {
            act: row.label().to_owned(),
            subject: row.subject_kind,
            id: row.subject_id,
            words: row.words,
            at: time::iso(row.at),
        }
    }
}

/// A message to support.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMessage {
    name: String,
    email: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_id: Option<String>,
    at: String,
    /// What we answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

impl From<SupportMessage> for ExportedMessage {
    fn from(message: SupportMessage) -> Self {
        Self {
            name: message.name,
            email: message.email,
            message: message.message,
            booking_id: message.booking_id,
            at: time::iso(message.created_at),
            answer: message.answer,
        }
    }
}

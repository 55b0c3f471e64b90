//! A message to one person, by email or text.

use crate::texts::Urgency;

/// How a message is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Email.
    Email,
    /// Text message.
    Text(Urgency),
}

/// A message to one person.
#[derive(Clone)]
pub struct Message {
    /// How it is sent.
    pub channel: Channel,
    /// Email address or `+447…`.
    pub to: String,
    /// Who an answer to the email goes to, if not to the sender.
    pub reply_to: Option<String>,
    /// Subject line; not sent with a text.
    pub subject: String,
    /// The words, without markup.
    pub text: String,
    /// The same as HTML; emails only.
    pub html: Option<String>,
    /// Files attached to an email.
    pub attachments: Vec<Attachment>,
    /// What is sent in its place where it can never be delivered.
    pub otherwise: Option<Box<Message>>,
    /// Names what the message is about, in letters, digits and hyphens: an email that is sent twice has the same Message-ID, by
    /// which mailboxes recognise it. `None` for a message that is never repeated.
    pub key: Option<String>,
}

/// A file attached to an email.
#[derive(Clone)]
pub struct Attachment {
    /// File name.
    pub name: String,
    /// Media type.
    pub media_type: String,
    /// Content.
    pub body: Vec<u8>,
}

//! Messages about the course of a booking, to its client and its pro: an email, a text, or a notification of a browser. They never
//! name the client or what the client wrote: anybody may book with anybody's email.

mod client;
mod email;
mod pro;

use super::calendar;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::message::{Channel, Message};
use callout_domain::message_kind::MessageKind;
use callout_domain::pro::Basics;
use callout_domain::push::{Haste, Note};
use callout_domain::role::Role;

/// What is told.
pub struct News<'a> {
    /// What it says.
    pub message: MessageKind,
    /// The booking it is about.
    pub booking: &'a Booking,
    /// The pro it is about, as far as they have told who they are.
    pub pro: Option<&'a Basics>,
    /// What is to be approved or paid, if anything is.
    pub asked: Option<Asked>,
    /// How many minutes late the pro is, as they last said.
    pub late_minutes: Option<i64>,
    /// The code by which the pro begins, for the client who is told of the pro.
    pub start_code: Option<String>,
    /// Name and address of the business that runs the server.
    pub trader: &'a str,
    /// Whether its reader has a profile, in which messages can be switched off.
    pub has_profile: bool,
    /// Where its link leads.
    pub link: String,
    /// Names this message among all, in letters, digits and hyphens.
    pub key: String,
}

/// What is to be approved or paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The whole price it is about, pence.
    pub pence: i64,
    /// Until when, Unix milliseconds.
    pub until: Millis,
    /// How long the work takes, minutes, where a pro names the price.
    pub length_minutes: Option<i64>,
}

/// The words of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Words {
    /// Subject of the email and title of the notification.
    title: String,
    /// All of it, in a few sentences.
    said: String,
    /// What the link leads to.
    action: &'static str,
}

impl News<'_> {
    /// The email.
    #[must_use]
    pub fn email(&self, to: String) -> Message {
        let words = self.words();
        Message {
            channel: Channel::Email,
            to,
            reply_to: None,
            subject: words.title.clone(),
            text: email::text(self, &words),
            html: Some(email::html(self, &words)),
            attachments: match self.message.rule().to {
                Role::Client => calendar::called_off(self.booking),
                Role::Master => Vec::new(),
            },
            otherwise: None,
            key: Some(self.key.clone()),
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self, to: String) -> Message {
        // Dashes outside the alphabet of texts would make each text cost twice.
        let said = self.words().said.replace('–', "-");
        Message {
            channel: Channel::Text(self.message.urgency()),
            to,
            reply_to: None,
            subject: String::new(),
            text: format!("Callout: {said} {}", self.link),
            html: None,
            attachments: Vec::new(),
            otherwise: None,
            key: None,
        }
    }

    /// The notification of a browser, which opens `path`.
    #[must_use]
    pub fn note(&self, path: String, life: u64) -> Note {
        let words = self.words();
        Note {
            title: words.title,
            body: words.said,
            path,
            tag: self.booking.id.clone(),
            life,
            haste: match self.message.rule().to {
                Role::Client => Haste::Normal,
                Role::Master => Haste::High,
            },
        }
    }

    fn words(&self) -> Words {
        match self.message.rule().to {
            Role::Client => client::words(self),
            Role::Master => pro::words(self),
        }
    }
}
